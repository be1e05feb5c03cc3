import type { Bus } from '../bus/bus.js';
import type { Clock } from '../clock.js';
import type { EventLog, StoredEvent } from '../eventLog/eventLog.js';
import type { Logger } from '../logger.js';
import { createBackoff, pause } from '../pauses.js';
import { describeFailure } from '../postgres/failures.js';
import type { Pool } from '../postgres/postgres.js';
import { openRole } from '../postgres/role.js';
import { connectTo, type Session } from '../postgres/session.js';
import { isBehind } from '../readModels/checkpoint.js';
import { CheckpointMoved, LogEndsEarlier } from '../readModels/failures.js';
import { isAmong, listSetAside, noneIsSetAside } from '../readModels/setAside.js';
import type { ToBusMessage } from './busMessages.js';
import { createPublisher } from './publisher.js';
import { type RelayStatus, relayLock, relayStatus } from './relayStatus.js';
import {
  ensureCheckpoint,
  ensureRelaySchema,
  listParked,
  moveCheckpoint,
  parkedStreams,
  RELAY_CHANNEL,
  type RelayCheckpoint,
  recordParkedReason,
  recordProblem,
  removeParked,
  retryFirstParked,
} from './relayStore.js';

export interface RelayOptions {
  /** Each name has a checkpoint and parked events of its own. */
  readonly name: string;
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly eventLog: EventLog;
  readonly bus: Pick<Bus, 'publish'>;
  readonly toBusMessage: ToBusMessage;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Most events that are published at once. */
  readonly maxBatch?: number;
  /** After so long without an answer its connection to Postgres is taken for lost. */
  readonly queryTimeoutMs?: number;
  /** After events that nobody is to hear of: more of them gather, and are recorded together. */
  readonly restMs?: number;
}

export interface Relay {
  start(): void;
  /** Waits for the batch under way. It can be started again. */
  stop(): Promise<void>;
  /** Never throws: a server that is away is part of the answer. */
  status(): Promise<RelayStatus>;
}

/** A checkpoint that is lost with Postgres means that messages are published once more, no worse. */
const SETTINGS = ['synchronous_commit=off', 'idle_session_timeout=0'];
const MAX_BATCH = 500;
const QUERY_TIMEOUT_MS = 10_000;
/** Before the bus gets once more what it has taken already. */
const REPETITION = { firstMs: 500, capMs: 30_000 };
const REST_MS = 20;
/** How often one that has stopped looks whether it can go on. */
const STOPPED_MS = 3_000;
const ANOTHER_LOG =
  'The log does not have the event at the checkpoint, so it is another log or an older one than ' +
  'was published. When it is the right one, say from where to publish it: npm run ops -- relay ' +
  'from-start, or npm run ops -- relay from-now';

/**
 * Publishes the messages of all events, in the order of the log: the log is the outbox. A message
 * is published at least once; the checkpoint moves when the bus has it. Of several processes one is
 * at work, chosen by a lock in Postgres; the others stand by. An event whose message cannot be made,
 * or is refused for good, is parked with the later ones of its stream, and all others go on. Who
 * gets the lock tries it once more. What an operator has set aside is passed, as projectors do.
 */
export async function openRelay(options: RelayOptions): Promise<Relay> {
  const { name, pool, eventLog, clock, maxBatch = MAX_BATCH } = options;
  const { queryTimeoutMs = QUERY_TIMEOUT_MS, restMs = REST_MS } = options;
  const logger = options.logger.child({ part: 'relay', relay: name });
  await ensureRelaySchema(pool);
  // A pipeline is closed when a query is late. Otherwise half a transaction could stay open on the
  // connection, and be committed with the next one.
  const connect = connectTo(options.databaseUrl, {
    settings: SETTINGS,
    queryTimeoutMs,
    pipeline: true,
  });
  let isSetAside = noneIsSetAside;
  const publisher = createPublisher({
    bus: options.bus,
    toBusMessage: (event) => (isSetAside(event) ? null : options.toBusMessage(event)),
  });
  const repetition = createBackoff(REPETITION);
  /** Whether Postgres has what the bus took last; if not, the bus will get it once more. */
  let isRecorded = true;
  let inHand: readonly StoredEvent[] = [];
  const role = openRole<'live' | 'stopped'>({
    ...{ what: 'relay', logger, lock: relayLock(name) },
    connect: () => connect(`relay ${name}`),
    async play(session, stopped) {
      await relayInSession(session, stopped).finally(() => {
        inHand = [];
      });
    },
  });
  const { backoff } = role;
  const goesOn = (): void => {
    backoff.reset();
    role.enter('live');
  };

  /** Longer from time to time, until something is recorded. It ends early with the signal. */
  const pauseBeforeRepetition = async (signal: AbortSignal): Promise<void> => {
    if (isRecorded) return;
    await pause(repetition.next(), signal);
    isRecorded = true;
  };
  const recorded = (): void => {
    isRecorded = true;
    repetition.reset();
  };

  /** Publishes what is in the log and what comes, until the signal is aborted. */
  const relayLog = async (session: Session, signal: AbortSignal): Promise<void> => {
    let checkpoint = await ensureCheckpoint(session, name);
    await requireSameLog(checkpoint);
    isSetAside = isAmong(await listSetAside(session.client));
    const parked = await publishDueParked(session, signal);
    if (signal.aborted) return;
    if (!isBehind(checkpoint.position, await eventLog.head())) {
      if (checkpoint.problem) await recordProblem(session, name, null);
      goesOn();
    }
    const after = checkpoint.position;
    for await (const delivered of eventLog.subscribe({ after, maxBatch, signal })) {
      // A server that delivers twice does no harm.
      const events = delivered.filter(({ position }) => isBehind(checkpoint.position, position));
      const last = events.at(-1);
      if (!last) continue;
      inHand = events;
      await pauseBeforeRepetition(signal);
      if (signal.aborted) return;
      const { toPark, isSilent } = await publisher.publishBatch(events, parked);
      isRecorded = false;
      const moved = { last, events: events.length, parked: toPark };
      checkpoint = await moveCheckpoint(session, name, checkpoint, moved);
      recorded();
      inHand = [];
      for (const { event, reason } of toPark) if (reason !== null) warnOf(event, reason);
      goesOn();
      if (isSilent && events.length < maxBatch) await pause(restMs, signal);
      if (signal.aborted) return;
    }
  };

  /** @throws LogEndsEarlier when it is another log than the one that was published. */
  const requireSameLog = async ({ position, lastEvent }: RelayCheckpoint): Promise<void> => {
    if (isBehind(await eventLog.head(), position)) throw new LogEndsEarlier(ANOTHER_LOG);
    if (!lastEvent) return;
    const from = BigInt(lastEvent.revision);
    const [found] = await eventLog.readStream(lastEvent.stream, { from, maxCount: 1 });
    if (found?.id !== lastEvent.id) throw new LogEndsEarlier(ANOTHER_LOG);
  };

  /** Tries what was asked to be tried again. @returns the streams with events that stay parked. */
  const publishDueParked = async (session: Session, signal: AbortSignal): Promise<Set<string>> => {
    const parked = new Set<string>();
    for (const { stream, isDue } of await parkedStreams(session, name)) {
      if (!isDue || !(await publishParked(session, stream, signal))) parked.add(stream);
    }
    return parked;
  };

  /**
   * In order, up to the first that fails, or until the signal. True when none is left. Each is read
   * when its turn comes: it may be discarded while those before it are published.
   */
  const publishParked = async (
    session: Session,
    stream: string,
    signal: AbortSignal,
  ): Promise<boolean> => {
    for (;;) {
      await pauseBeforeRepetition(signal);
      if (signal.aborted) return false;
      const [parked] = await listParked(session.client, name, { stream, limit: 1 });
      if (!parked) return true;
      const { revision } = parked;
      const [event] = await eventLog.readStream(stream, { from: revision, maxCount: 1 });
      const why =
        event?.revision === revision
          ? await publisher.publish(event)
          : 'It is no longer in the log';
      if (why !== null) {
        await recordParkedReason(session, parked.id, why);
        warnOf(parked, why);
        return false;
      }
      isRecorded = false;
      await removeParked(session.client, parked.id);
      recorded();
    }
  };

  const warnOf = (
    { stream, revision, type }: Pick<StoredEvent, 'stream' | 'revision' | 'type'>,
    why: string,
  ) => logger.error({ stream, revision, type, why }, 'An event cannot be published and is parked');

  /** Milliseconds until the next attempt. */
  const fail = async (error: unknown, session: Session): Promise<number> => {
    inHand = [];
    if (error instanceof CheckpointMoved) {
      isRecorded = true;
      return backoff.next();
    }
    const hasStopped = error instanceof LogEndsEarlier;
    const problem = {
      state: hasStopped ? 'stopped' : 'waiting',
      reason: describeFailure(error),
    } as const;
    if (problem.reason !== role.reason())
      logger.warn({ why: problem.reason }, 'The relay waits', error);
    role.enter(problem.state, problem.reason);
    await recordProblem(session, name, problem).catch(() => undefined);
    return hasStopped ? STOPPED_MS : backoff.next();
  };

  const relayInSession = async (session: Session, stopped: AbortSignal): Promise<void> => {
    const ended = AbortSignal.any([stopped, session.lost]);
    let asked = new AbortController();
    session.client.on('notification', ({ payload }) => payload === name && asked.abort());
    await session.client.query(`LISTEN ${RELAY_CHANNEL}`);
    await retryFirstParked(session, name);
    while (!ended.aborted) {
      asked = new AbortController();
      const signal = AbortSignal.any([ended, asked.signal]);
      let rest = 0;
      try {
        await relayLog(session, signal);
        // The connection to the log ended, unless somebody asked us to look again.
        if (!signal.aborted) rest = backoff.next();
      } catch (error) {
        if (!ended.aborted) rest = await fail(error, session);
      }
      await pause(rest, signal);
    }
  };

  return {
    start: role.start,
    stop: role.stop,
    status: () =>
      relayStatus(
        { name, pool, eventLog, clock },
        { state: role.state(), reason: role.reason(), oldestInHand: inHand[0]?.storedAt ?? null },
      ),
  };
}
