/**
 * Pages of the log, as Postgres holds them: in the binary format of COPY. In the text of ordinary
 * answers each byte of an event is two digits, which cost Postgres and us more than all the rest.
 */
import type pg from 'pg';
import { to } from 'pg-copy-streams';
import type { StoredEvent } from './event.js';

/** Events of the whole log from `position` on, itself included. */
export const loadForwards = (
  readers: pg.Pool,
  position: number,
  limit: number,
): Promise<StoredEvent[]> =>
  loadPage(readers, `position >= ${BigInt(position)} order by position limit ${BigInt(limit)}`);

/** Events of the whole log before `position`, itself left out, the newest first. */
export const loadBackwards = (
  readers: pg.Pool,
  position: number,
  limit: number,
): Promise<StoredEvent[]> =>
  loadPage(readers, `position < ${BigInt(position)} order by position desc limit ${BigInt(limit)}`);

/** Whoever asked hears of it. */
const ignore = (): void => undefined;

/** @param clauses hold numbers only: COPY knows no parameters. */
const loadPage = async (readers: pg.Pool, clauses: string): Promise<StoredEvent[]> => {
  const client = await readers.connect();
  // Outside the pool nobody listens: a connection that breaks would end the process.
  client.on('error', ignore);
  const pieces: Buffer[] = [];
  try {
    const rows = to(
      `copy (select position, stream, revision, id::text, type, is_json, data, metadata,
          created_micros from events where ${clauses}) to stdout (format binary)`,
    );
    // Nor is there anybody once all rows are read.
    rows.on('error', ignore);
    for await (const piece of client.query(rows)) pieces.push(piece);
    client.release();
  } catch (error) {
    client.release(error as Error);
    throw error;
  } finally {
    client.off('error', ignore);
  }
  return eventsOf(Buffer.concat(pieces));
};

/** A signature, flags and the length of an extension, which is empty. */
const HEADER_BYTES = 19;
const END_OF_ROWS = -1;
const NULL = -1;

const eventsOf = (page: Buffer): StoredEvent[] => {
  const events: StoredEvent[] = [];
  let at = HEADER_BYTES;
  /** The next field. The events live no longer than the page, so that nothing is copied. */
  const field = (): Buffer | null => {
    const length = page.readInt32BE(at);
    at += 4;
    if (length === NULL) return null;
    at += length;
    return page.subarray(at - length, at);
  };
  const text = (): string => {
    const length = page.readInt32BE(at);
    at += 4 + length;
    return page.toString('utf8', at - length, at);
  };
  const bigint = (): number => {
    at += 12;
    return page.readInt32BE(at - 8) * 2 ** 32 + page.readUInt32BE(at - 4);
  };
  const boolean = (): boolean => {
    at += 5;
    return page[at - 1] === 1;
  };
  while (page.readInt16BE(at) !== END_OF_ROWS) {
    at += 2;
    // In the order of the columns.
    events.push({
      position: bigint(),
      stream: text(),
      revision: bigint(),
      id: text(),
      type: text(),
      isJson: boolean(),
      data: field() ?? Buffer.alloc(0),
      metadata: field(),
      createdMicros: bigint(),
    });
  }
  return events;
};
