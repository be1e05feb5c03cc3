import { status } from '@grpc/grpc-js';
import { Refusal, unavailable } from '@insuremanager/services/platform/errors';
import { type EventLog, WrongRevision } from '@insuremanager/services/platform/eventLog/eventLog';
import { createBackoff, pause } from '@insuremanager/services/platform/pauses';
import { createChunkWriter, type EventToLoad } from './embedded/eventNode/load/chunk.js';
import {
  hasStatus,
  type LoadClient,
  openLoadClient,
} from './embedded/eventNode/load/loadClient.js';

export interface LoadTarget {
  /** Where the log is. */
  readonly eventStoreUrl: string;
  /** The same log, for servers that take no events in bulk. */
  readonly eventLog: Pick<EventLog, 'append'>;
  /** Asks it to end, between two writes. */
  readonly ended: AbortSignal;
}

/**
 * Writes events into a log, each at its place in its stream, in the order in which they come. What
 * stands there already is passed over, so that what was broken off is loaded again from the
 * beginning, or from anywhere before its end. The embedded node takes many at once; every other
 * server gets one append after the other, as their order in the whole log is part of what they say.
 *
 * @throws WrongRevision when another event stands where one of them belongs, or one before it is
 *   missing; Refusal `unavailable` when the server stays away.
 */
export async function loadEvents(
  target: LoadTarget,
  batches: AsyncIterable<readonly EventToLoad[]>,
): Promise<void> {
  const client = openLoadClient(target.eventStoreUrl);
  try {
    const isTaken = client && (await takesLoads(client, target));
    await (isTaken ? loadInBulk(client, target, batches) : loadOneByOne(target, batches));
  } finally {
    client?.close();
  }
}

const CHUNK_BYTES = 1024 * 1024;

/** A chunk is made while the one before it is written. */
async function loadInBulk(
  client: LoadClient,
  target: LoadTarget,
  batches: AsyncIterable<readonly EventToLoad[]>,
): Promise<void> {
  const chunk = createChunkWriter();
  let written: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    await written;
    target.ended.throwIfAborted();
    const bytes = chunk.take();
    written = patiently(target, () => client.load(bytes).catch(rethrown));
    // It is looked at when the next one is ready.
    written.catch(() => undefined);
  };
  for await (const batch of batches) {
    for (const event of batch) {
      chunk.put(event);
      if (chunk.bytes >= CHUNK_BYTES) await write();
    }
  }
  if (chunk.bytes > 0) await write();
  await written;
}

/** An empty chunk asks. */
const takesLoads = (client: LoadClient, target: LoadTarget): Promise<boolean> =>
  patiently(target, () =>
    client.load(Buffer.alloc(0)).then(
      () => true,
      (error: unknown) => (hasStatus(error, status.UNIMPLEMENTED) ? false : rethrown(error)),
    ),
  );

function rethrown(error: unknown): never {
  if (hasStatus(error, status.FAILED_PRECONDITION)) {
    throw new WrongRevision(String(error.metadata.get('stream-name')[0]));
  }
  const isAway = hasStatus(error, status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED);
  throw isAway ? unavailable('The event store', error) : error;
}

/** Of one append, so that no server refuses it. Characters of JSON. */
const MAX_APPEND = 500_000;

async function loadOneByOne(
  target: LoadTarget,
  batches: AsyncIterable<readonly EventToLoad[]>,
): Promise<void> {
  for await (const batch of batches) {
    for (const run of runsOf(batch)) {
      target.ended.throwIfAborted();
      const [{ stream, revision }] = run;
      const expected = revision === 0n ? 'no-stream' : revision - 1n;
      await patiently(target, () => target.eventLog.append(stream, expected, run));
    }
  }
}

type Run = [EventToLoad, ...EventToLoad[]];

/** Events that follow each other in one stream, to be appended at once. */
function* runsOf(events: readonly EventToLoad[]): Generator<Run> {
  let run: Run | undefined;
  let size = 0;
  for (const event of events) {
    const length = JSON.stringify([event.data, event.metadata]).length;
    const isOfRun = run?.[0].stream === event.stream && size + length <= MAX_APPEND;
    if (run && isOfRun) run.push(event);
    else {
      if (run) yield run;
      run = [event];
      size = 0;
    }
    size += length;
  }
  if (run) yield run;
}

/** A server that is away for so long has to be looked at. Milliseconds. */
const PATIENCE_MS = 60_000;

/** Again while the server is away: it recognises what it has. */
async function patiently<Result>(
  { ended }: Pick<LoadTarget, 'ended'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const backoff = createBackoff();
  const givenUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof Refusal && error.kind === 'unavailable';
      if (!isAway || ended.aborted || performance.now() > givenUpAt) throw error;
      await pause(backoff.next(), ended);
    }
  }
}
