import { unavailable } from '../errors.js';
import { comparePositions, type EventLog, type StoredEvent } from '../eventLog/eventLog.js';
import { tableOfTakenKey } from '../postgres/failures.js';
import type { Session } from '../postgres/session.js';
import { type Checkpoint, writeBatch } from './checkpoint.js';
import { isDefect, PoisonEvent } from './failures.js';
import type { Fold, FoldedEvents } from './projection.js';
import type { Table } from './projector.js';

export interface ProjectLogParts {
  readonly session: Session;
  readonly schema: string;
  readonly eventLog: Pick<EventLog, 'subscribe'>;
  readonly fold: Fold;
  readonly maxBatch: number;
  readonly from: Checkpoint;
  readonly signal: AbortSignal;
  /** A batch has arrived and will be handled next. */
  readonly onReceived: (events: readonly StoredEvent[]) => void;
  /** A batch is written. Returns true to end here. */
  readonly onWritten: (checkpoint: Checkpoint, events: readonly StoredEvent[]) => boolean;
  /** All that was in the log has been delivered (not yet handled). Returns true to end here. */
  readonly onCaughtUp: () => boolean;
}

/**
 * Projects the log from a checkpoint on, live, until the signal is aborted, a callback says so or
 * the connection to the log ends. While one full batch is being written the next is decoded and folded.
 * @throws PoisonEvent when everything before an event is written and the event itself cannot be;
 *   CheckpointMoved when another one is at work; otherwise what a server threw.
 */
export async function projectLog(parts: ProjectLogParts): Promise<void> {
  const { eventLog, fold, schema, session, from } = parts;
  // While tables are built, hardly a row is put that is there.
  const putAgain = new Set<string>();
  const isCopied = ({ name }: Table): boolean => !from.complete && !putAgain.has(name);
  const ended = new AbortController();
  const signal = AbortSignal.any([parts.signal, session.lost, ended.signal]);
  const write = batchWriter(parts, putAgain, () => ended.abort());
  const subscription = eventLog.subscribe({
    after: parts.from.position,
    maxBatch: parts.maxBatch,
    signal,
    onCaughtUp: () => {
      if (parts.onCaughtUp()) ended.abort();
    },
  });

  let received = parts.from.position;
  let failure: { cause: unknown } | undefined;
  let writing = Promise.resolve();
  try {
    for await (const delivered of subscription) {
      const after = received;
      // A server that delivers twice does no harm.
      const events = delivered.filter(
        ({ position }) => after === null || comparePositions(position, after) > 0,
      );
      const last = events.at(-1);
      if (!last) continue;
      received = last.position;
      parts.onReceived(events);
      const folding = fold(schema, events, { isCopied, isBuilt: from.complete });
      // Its failure is met below, after the batch before it is written.
      folding.catch(() => undefined);
      await writing;
      if (signal.aborted) break;
      writing = write(events, folding).catch((cause: unknown) => {
        failure = { cause };
        ended.abort();
      });
      // Near the head of the log nothing is gained by being early: what comes meanwhile is one batch.
      if (delivered.length < parts.maxBatch) await writing;
    }
  } finally {
    await writing;
  }
  if (failure) throw failure.cause;
  if (session.lost.aborted) throw unavailable('The database');
}

type Write = (events: readonly StoredEvent[], folding: Promise<FoldedEvents>) => Promise<void>;

/** @param putAgain tables to which a row came that was there: they take no copied rows any more. */
function batchWriter(parts: ProjectLogParts, putAgain: Set<string>, end: () => void): Write {
  const { fold, schema, session } = parts;
  let checkpoint = parts.from;

  const writeWhole: Write = async (events, folding) => {
    checkpoint = await writeBatch(session, schema, checkpoint, await folding);
    if (parts.onWritten(checkpoint, events)) end();
  };

  const writeOrHalve: Write = async (events, folding) => {
    try {
      await writeWhole(events, folding);
    } catch (error) {
      if (!isDefect(error)) throw error;
      const table = tableOfTakenKey(error);
      if (table === undefined || putAgain.has(table)) return halve(events);
      putAgain.add(table);
      await writeOrHalve(events, fold(schema, events));
    }
  };

  /**
   * Halves a batch that failed until the event at fault stands alone; what is before it is written.
   */
  const halve = async (events: readonly StoredEvent[]): Promise<void> => {
    const [first, ...others] = events;
    if (first && others.length === 0) {
      try {
        await writeWhole(events, fold(schema, events));
      } catch (error) {
        throw isDefect(error) ? new PoisonEvent(first, error) : error;
      }
      return;
    }
    const middle = events.length >> 1;
    for (const half of [events.slice(0, middle), events.slice(middle)]) {
      await writeOrHalve(half, fold(schema, half));
    }
  };

  return writeOrHalve;
}
