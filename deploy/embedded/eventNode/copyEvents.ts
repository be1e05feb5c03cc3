import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { type StoredEvent, TOMBSTONE } from './event.js';

/**
 * Postgres's binary form of COPY: a signature with two numbers, rows, an end. A row is the number of
 * its fields, and each field its length and its bytes.
 */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END = Buffer.from([0xff, 0xff]);
const COPY = `copy events
  (position, stream, revision, id, type, is_json, data, metadata, created_micros)
  from stdin (format binary)`;
const FIELDS = 9;
const NULL_LENGTH = -1;
/** The number of fields, their lengths, three numbers, the id, and whether it is JSON. */
const ROW_FRAME = 2 + FIELDS * 4 + 3 * 8 + 16 + 1;
/** 2^63 - 1. */
const LAST_INT8 = 0x7fffffffffffffffn;

/**
 * Writes all events or none, as `insertEvents` does; they are durable when this resolves. Of many at
 * once it takes a fraction of the time, of a few more.
 */
export const copyEvents = async (
  client: pg.Client,
  events: readonly StoredEvent[],
): Promise<void> => {
  const copying = client.query(from(COPY));
  copying.end(rowsOf(events));
  await finished(copying);
};

const rowsOf = (events: readonly StoredEvent[]): Buffer => {
  const capacity = events.reduce((sum, event) => sum + maxRowBytes(event), 0);
  const rows = Buffer.allocUnsafe(SIGNATURE.length + capacity + END.length);
  let at = SIGNATURE.copy(rows);
  const putNumber = (value: bigint): void => {
    at = rows.writeInt32BE(8, at);
    at = rows.writeBigInt64BE(value, at);
  };
  const putText = (text: string): void => {
    const written = rows.write(text, at + 4);
    rows.writeInt32BE(written, at);
    at += 4 + written;
  };
  const putBytes = (bytes: Buffer): void => {
    at = rows.writeInt32BE(bytes.length, at);
    at += bytes.copy(rows, at);
  };
  for (const event of events) {
    at = rows.writeInt16BE(FIELDS, at);
    putNumber(BigInt(event.position));
    putText(event.stream);
    putNumber(event.revision >= TOMBSTONE ? LAST_INT8 : BigInt(event.revision));
    at = rows.writeInt32BE(16, at);
    at += rows.write(event.id.replaceAll('-', ''), at, 16, 'hex');
    putText(event.type);
    at = rows.writeInt32BE(1, at);
    at = rows.writeUInt8(event.isJson ? 1 : 0, at);
    putBytes(event.data);
    if (event.metadata) putBytes(event.metadata);
    else at = rows.writeInt32BE(NULL_LENGTH, at);
    putNumber(BigInt(event.createdMicros));
  }
  at += END.copy(rows, at);
  return rows.subarray(0, at);
};

const maxRowBytes = ({ stream, type, data, metadata }: StoredEvent): number =>
  ROW_FRAME + (stream.length + type.length) * 3 + data.length + (metadata?.length ?? 0);
