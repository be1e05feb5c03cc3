import {
  type EventLog,
  formatPosition,
  type LogPosition,
  type StoredEvent,
} from '../eventLog/eventLog.js';
import { forEachLimit } from '../forEachLimit.js';
import type { Logger } from '../logger.js';
import { pause } from '../pauses.js';
import { describeFailure } from '../postgres/failures.js';
import { openRole } from '../postgres/role.js';
import type { Connect, Session } from '../postgres/session.js';
import { type Metrics, secondsSince } from '../telemetry/metrics.js';
import { linksTo, recordSpan } from '../telemetry/tracing.js';
import {
  type Checkpoint,
  ensureReadSchema,
  isBehind,
  markComplete,
  type Poison,
  recordPoison,
} from './checkpoint.js';
import { CheckpointMoved, PoisonEvent } from './failures.js';
import { createPace, type Pace } from './pace.js';
import type { Fold } from './projection.js';
import { projectLog } from './projectLog.js';
import { indexSteps, type ReadSchema } from './schema.js';
import { isAmong, listSetAside } from './setAside.js';
import { type SqlViews, showViews } from './sqlViews.js';
import { startSummaries, summaryFillings } from './summaries.js';

export type RunnerState = 'building' | 'live' | 'waiting' | 'stopped' | 'standby';

export interface ProjectionHooks {
  /** The projector met an event that it cannot pass (once per event). */
  onPoison?(poison: Poison): void;
}

export interface RunnerParts {
  readonly schema: ReadSchema;
  /** The schema that is written: the release's own, or the one that is built beside it. */
  readonly name: string;
  readonly connect: Connect;
  readonly eventLog: EventLog;
  readonly fold: Fold;
  readonly maxBatch: number;
  readonly logger: Logger;
  readonly hooks: ProjectionHooks;
  /** Views for others, which show this schema once it serves. */
  readonly views?: SqlViews | undefined;
  readonly metrics: Metrics;
  /**
   * The highest number seen of each kind: once built from nothing, and where a start was behind.
   */
  readonly liftIds: (highest: Readonly<Record<string, number>>) => Promise<void>;
}

export interface RunnerView {
  readonly state: RunnerState;
  readonly checkpoint: Checkpoint | null;
  readonly poison: Poison | null;
  /** When the oldest event that has arrived but is not yet handled was stored; null: none has. */
  readonly oldestInHand: Date | null;
  /** Why it waits or stopped, without anything personal. */
  readonly reason: string | null;
  readonly pace: Pace;
}

export interface Runner {
  start(): void;
  stop(): Promise<void>;
  view(): RunnerView;
}

/** A batch that has arrived and is not yet written. */
interface BatchInHand {
  /** By the monotonic clock, milliseconds. */
  readonly at: number;
  readonly events: readonly StoredEvent[];
}

const POISON_RETRY_MS = 3_000;

/** Keeps one schema at the head of the log for as long as it is started. */
export function createRunner(parts: RunnerParts): Runner {
  const { connect, name, logger, views } = parts;
  const pace = createPace();
  let inHand: BatchInHand[] = [];
  let poison: Poison | null = null;
  let checkpoint: Checkpoint | null = null;
  const role = openRole<Exclude<RunnerState, 'waiting' | 'standby'>>({
    ...{ what: 'projector', fields: { schema: name }, logger, lock: { space: 'roles', name } },
    connect: () => connect(`projector ${name}`),
    play: (session, stopped) => project(session, stopped),
    restAfter: (error, session) => (error === null ? 0 : fail(error, session)),
    onStandby() {
      // Whoever is at work now may pass what stopped us; if not, the schema says so.
      poison = null;
    },
  });
  const { backoff } = role;
  /** Events arrive; but only one that is written shows that a poison event was passed. */
  const flows = (): void => {
    backoff.reset();
    if (!poison) role.enter(checkpoint?.complete ? 'live' : 'building');
  };

  /** Until the signal is aborted or something fails. */
  const project = async (session: Session, signal: AbortSignal): Promise<void> => {
    const ended = new AbortController();
    let shown: Promise<void> | undefined;
    let caughtUp = false;
    try {
      while (!signal.aborted) {
        checkpoint = await ensureReadSchema(session, name, parts.schema);
        if (caughtUp && !checkpoint.complete) {
          checkpoint = await complete(parts, session, checkpoint);
        }
        if (checkpoint.complete && views) {
          const until = AbortSignal.any([signal, ended.signal]);
          shown ??= showViews({ ...parts, views, signal: until }, name);
        }
        caughtUp = await followFrom(session, checkpoint, signal);
        inHand = [];
        if (!caughtUp) await pause(backoff.next(), signal);
      }
    } finally {
      ended.abort();
      await shown;
    }
  };

  /** True when it ended because a build has caught up. */
  const followFrom = async (
    session: Session,
    from: Checkpoint,
    signal: AbortSignal,
  ): Promise<boolean> => {
    // Anew each time: what is set aside meanwhile is what it stopped at.
    const isSetAside = isAmong(await listSetAside(session.client));
    const head = await parts.eventLog.head();
    let caughtUp = !from.complete && !isBehind(from.position, head);
    if (caughtUp) return true;
    // The log is ahead of what lists know, perhaps because the database is an older copy: numbers
    // that it has given since must not be given again.
    let isAhead = from.complete && isBehind(from.position, head);
    await projectLog({
      ...parts,
      fold: (schema, events, options) => parts.fold(schema, events, { ...options, isSetAside }),
      schema: name,
      session,
      from,
      signal,
      onReceived(events) {
        inHand.push({ at: performance.now(), events });
        flows();
      },
      onWritten(written, events) {
        checkpoint = written;
        poison = null;
        flows();
        recordWritten(written, events);
        if (isAhead && !isBehind(written.position, head)) {
          isAhead = false;
          void liftAhead(written);
        }
        // The head may be an event of the server's own, which is never delivered: see onCaughtUp.
        caughtUp ||= !from.complete && !isBehind(written.position, head);
        return caughtUp;
      },
      onCaughtUp() {
        flows();
        caughtUp = !from.complete;
        return caughtUp;
      },
    });
    return caughtUp;
  };

  const liftAhead = async ({ highestIds }: Checkpoint): Promise<void> => {
    try {
      await parts.liftIds(highestIds);
    } catch (error) {
      logger.warn({ schema: name }, 'The numbers of new records could not be lifted', error);
    }
  };

  const recordWritten = (written: Checkpoint, events: readonly StoredEvent[]): void => {
    const { position } = written;
    if (position === null) return;
    pace.record(written.eventsHandled, position.commit);
    const arrivedAt = inHand[0]?.at ?? performance.now();
    inHand = inHand.filter((batch) => isBehind(position, lastPosition(batch)));
    const { metrics } = parts;
    const seconds = secondsSince(arrivedAt);
    metrics.observe('insuremanager_projector_batch_duration_seconds', {}, seconds);
    metrics.observe('insuremanager_projector_batch_events', {}, events.length);
    recordSpan('project batch', arrivedAt, {
      attributes: { 'insuremanager.events': events.length },
      links: linksTo(events.map(traceparentOf)),
    });
  };

  const fail = async (error: unknown, session: Session | null): Promise<number> => {
    inHand = [];
    if (error instanceof CheckpointMoved) return backoff.next();
    if (error instanceof PoisonEvent) {
      const met = poisonOf(error);
      if (poison?.position !== met.position) {
        logger.error({ schema: name, ...met }, 'The projector stopped at an event');
        parts.hooks.onPoison?.(met);
      }
      poison = met;
      role.enter('stopped', met.reason);
      await (session && recordPoison(session, name, met))?.catch(() => undefined);
      return POISON_RETRY_MS;
    }
    return role.wait(error);
  };

  return {
    start: role.start,
    stop: role.stop,
    view: () => ({
      ...{ state: role.state(), reason: role.reason() },
      ...{ checkpoint, poison, pace },
      oldestInHand: inHand[0]?.events[0]?.storedAt ?? null,
    }),
  };
}

/**
 * What a build leaves to the end, where it costs less: indexes, statistics, summaries, numbers.
 *
 * @param helper of tables that nobody writes from here on: a second session for their indexes and
 *   summaries, which are not kept up. What is not needed at once is left to `makeLaterIndexes`.
 */
export async function complete(
  { name, schema, logger, liftIds }: Pick<RunnerParts, 'name' | 'schema' | 'logger' | 'liftIds'>,
  session: Session,
  checkpoint: Checkpoint,
  helper?: Session,
): Promise<Checkpoint> {
  const began = performance.now();
  await liftIds(checkpoint.highestIds);
  const tables = [...schema.tables.values()];
  const free = helper ? [helper, session] : [session];
  const atOnce = free.length;
  const runOnFree = async (work: string | ((one: Session) => Promise<void>)): Promise<void> => {
    const one = free.pop() ?? session;
    await one.withoutLimit(() => (typeof work === 'string' ? maintain(one, work) : work(one)));
    free.push(one);
  };
  const { settling, settings, statistics, indexes, laterIndexes } = indexSteps(name, tables);
  // Plans of the fillings rest on statistics.
  const making = helper
    ? [...summaryFillings(name, tables), ...indexes]
    : [...indexes, ...laterIndexes];
  for (const step of [settling, settings, statistics, making])
    await forEachLimit(step, { atOnce }, runOnFree);
  await session.withoutLimit(async () => {
    if (!helper) await startSummaries(session, name, tables);
    await markComplete(session, name);
  });
  logger.info(
    {
      schema: name,
      events: checkpoint.eventsHandled,
      millis: Math.round(performance.now() - began),
    },
    'The read models are built and indexed',
  );
  return { ...checkpoint, complete: true };
}

/** What `complete` leaves out where people already look: on one core, and again after a break. */
export async function makeLaterIndexes(
  session: Session,
  name: string,
  { tables }: ReadSchema,
): Promise<void> {
  await session.withoutLimit(async () => {
    await session.client.query('SET max_parallel_maintenance_workers = 0');
    for (const statement of indexSteps(name, tables.values()).laterIndexes)
      await maintain(session, statement);
  });
}

async function maintain({ client }: Session, statement: string): Promise<void> {
  await client.query(`SET maintenance_work_mem = '256MB'`);
  await client.query(statement);
  await client.query('RESET maintenance_work_mem');
}

/** Of the command that wrote it. */
const traceparentOf = ({ metadata }: StoredEvent): string | undefined => {
  const { traceparent } = (metadata ?? {}) as { traceparent?: unknown };
  return typeof traceparent === 'string' ? traceparent : undefined;
};

const lastPosition = ({ events }: BatchInHand): LogPosition | null =>
  events.at(-1)?.position ?? null;

const poisonOf = ({ event, cause }: PoisonEvent): Poison => ({
  stream: event.stream,
  revision: event.revision.toString(),
  type: event.type,
  position: formatPosition(event.position),
  reason: describeFailure(cause),
});
