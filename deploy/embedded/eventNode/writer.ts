import type pg from 'pg';
import { copyEvents } from './copyEvents.js';
import {
  type Draft,
  decide,
  emptyDraft,
  mayBeRepeated,
  type Outcome,
  recordPlace,
  stateIn,
  streamsConcerned,
  type WriteRequest,
} from './decide.js';
import { type Database, insertEvents, loadPlaces, loadStreamStates } from './eventTable.js';
import type { StreamState } from './streamState.js';
import type { Tail } from './tail.js';

/**
 * The one writer. It gives out positions in the order in which it writes, one group after the
 * other, so whoever has seen position N has seen all before it. What arrives while one group
 * is being written becomes the next group and shares its one INSERT and its one fsync.
 */
export interface Writer {
  /** Resolves once the outcome is durable and visible. Rejects when nothing is known of it. */
  write(request: WriteRequest): Promise<Outcome>;
  /**
   * Writes all of these, as one group, or none; resolves with the first that may not be written, or
   * once all are durable and visible. Each holds one event; what stands where it expects is passed
   * over.
   */
  load(requests: readonly WriteRequest[]): Promise<WriteRequest | undefined>;
  /** What the writer remembers of a stream: always as new as the last visible event. */
  remembered(stream: string): StreamState | undefined;
  /** Refuses what waits and resolves when the group at work is done. */
  close(): Promise<void>;
}

interface Waiting {
  readonly requests: readonly WriteRequest[];
  /** A group by itself, of which all is written or nothing. */
  readonly isLoad: boolean;
  readonly bytes: number;
  /** In the order of the requests. */
  readonly resolve: (outcomes: readonly Outcome[]) => void;
  readonly reject: (error: unknown) => void;
}

const GROUP_MAX_EVENTS = 2_000;
const GROUP_MAX_BYTES = 8 * 1024 * 1024;
/** Of how many of the newest events the ids are known to appends that expect no revision. */
const REMEMBERED_IDS = 65_536;
const REMEMBERED_STREAMS = 200_000;
const FORGOTTEN_AT_ONCE = 50_000;

/** @param session the session that owns the log; the writer uses no other. */
export const createWriter = (session: pg.Client, tail: Tail): Writer => {
  const states = new Map<string, StreamState>();
  const queue: Waiting[] = [];
  const headAtStart = tail.head;
  let closed = false;
  let work: Promise<void> | null = null;

  const writeGroup = async (group: readonly Waiting[]): Promise<void> => {
    const requests = group.flatMap((waiting) => waiting.requests);
    const isLoad = group.some((waiting) => waiting.isLoad);
    await rememberStates(session, requests, states);
    const { head } = tail;
    const forgotten = Math.max(headAtStart, head - REMEMBERED_IDS);
    const draft = emptyDraft({ head, forgotten }, states, Date.now());
    await recordRepeatedEvents(session, requests, draft);
    const outcomes = requests.map((request) => decide(draft, request));
    const isRefused = isLoad && !outcomes.every(isWritten);
    if (draft.events.length > 0 && !isRefused) {
      await (isLoad ? copyEvents : insertEvents)(session, draft.events);
      // Only now, as readers look at the same states: none may run ahead of what is durable.
      for (const [stream, state] of draft.changed) states.set(stream, state);
      tail.publish(draft.events);
    }
    let answered = 0;
    for (const { requests, resolve } of group) {
      resolve(outcomes.slice(answered, answered + requests.length));
      answered += requests.length;
    }
    forgetSome(states);
  };

  const workOff = async (): Promise<void> => {
    while (queue.length > 0) {
      const group = queue.splice(0, groupSize(queue));
      try {
        await writeGroup(group);
      } catch (error) {
        // The write may or may not have happened; the next group asks the table again.
        states.clear();
        for (const { reject } of group) reject(error);
      }
    }
    work = null;
  };

  const start = async (): Promise<void> => {
    // One cycle of the event loop, in which whatever else has just arrived joins the group.
    await new Promise((resolve) => setImmediate(resolve));
    await workOff();
  };

  const enqueue = (requests: readonly WriteRequest[], isLoad: boolean) =>
    new Promise<readonly Outcome[]>((resolve, reject) => {
      if (closed) return reject(new Error('The event log is closed.'));
      const bytes = requests.reduce((sum, request) => sum + bytesOf(request), 0);
      queue.push({ requests, isLoad, bytes, resolve, reject });
      work ??= start();
    });

  return {
    async write(request) {
      const [outcome] = await enqueue([request], false);
      return outcome as Outcome;
    },
    async load(requests) {
      const outcomes = await enqueue(requests, true);
      return requests.find((_, index) => !isWritten(outcomes[index]));
    },
    remembered: (stream) => states.get(stream),
    async close() {
      closed = true;
      const error = new Error('The event log is closed.');
      for (const { reject } of queue.splice(0)) reject(error);
      await work;
    },
  };
};

const isWritten = (outcome: Outcome | undefined): boolean => outcome?.kind === 'written';

const bytesOf = ({ events }: WriteRequest): number =>
  events.reduce((sum, event) => sum + event.data.length + (event.metadata?.length ?? 0), 0);

/** How many of the waiting make the next group: at least one, then as many as fit; or one load. */
const groupSize = (queue: readonly Waiting[]): number => {
  let events = 0;
  let bytes = 0;
  const firstLeftOut = queue.findIndex((waiting, index) => {
    events += waiting.requests.reduce((sum, request) => sum + request.events.length, 0);
    bytes += waiting.bytes;
    const isAlone = waiting.isLoad || queue[0]?.isLoad === true;
    return index > 0 && (isAlone || events > GROUP_MAX_EVENTS || bytes > GROUP_MAX_BYTES);
  });
  return firstLeftOut === -1 ? queue.length : firstLeftOut;
};

const rememberStates = async (
  session: Database,
  requests: readonly WriteRequest[],
  states: Map<string, StreamState>,
): Promise<void> => {
  const unknown = new Set(
    requests.flatMap(streamsConcerned).filter((stream) => !states.has(stream)),
  );
  if (unknown.size === 0) return;
  const loaded = await loadStreamStates(session, [...unknown]);
  for (const [stream, state] of loaded) states.set(stream, state);
};

const recordRepeatedEvents = async (
  session: Database,
  requests: readonly WriteRequest[],
  draft: Draft,
): Promise<void> => {
  const ids = requests
    .filter((request) => mayBeRepeated(request, stateIn(draft, request.stream)))
    .flatMap(({ events }) => events.map(({ id }) => id));
  if (ids.length === 0) return;
  for (const place of await loadPlaces(session, ids)) recordPlace(draft, place.id, place);
};

const forgetSome = (states: Map<string, StreamState>): void => {
  if (states.size <= REMEMBERED_STREAMS) return;
  const oldest = [...states.keys()].slice(0, FORGOTTEN_AT_ONCE);
  for (const stream of oldest) states.delete(stream);
};
