import type pg from 'pg';
import type { Clock } from '../clock.js';
import type { EventLog, LogPosition } from '../eventLog/eventLog.js';
import { isLocked } from '../postgres/advisoryLocks.js';
import { NOT_STARTED } from '../postgres/role.js';
import { type Checkpoint, isBehind, type Poison, readCheckpoint } from './checkpoint.js';
import type { RunnerState, RunnerView } from './runner.js';
import { listSetAside, type SetAsideEvent } from './setAside.js';

export interface ReadModelStatus {
  readonly schema: string;
  readonly state: RunnerState;
  readonly position: LogPosition | null;
  /** Of the newest event of the log; null when it is empty or cannot be asked. */
  readonly head: LogPosition | null;
  readonly eventsHandled: number;
  /** Of late, by the projector of this process; 0 when another process projects. */
  readonly eventsPerSecond: number;
  /** From 0 to 1, of the whole log. */
  readonly progress: number;
  /** Until caught up, at the present pace; null when that is unknown. */
  readonly secondsLeft: number | null;
  /** Age of the oldest unhandled event; 0 when caught up, null when it is unknown. */
  readonly lagSeconds: number | null;
  /** Why it waits or stopped, without anything personal. */
  readonly reason: string | null;
  readonly poison?: Poison;
  /** Events that they are made without; null while the database cannot be asked. */
  readonly setAside: readonly SetAsideEvent[] | null;
}

export interface StatusParts {
  readonly name: string;
  readonly pool: pg.Pool;
  readonly eventLog: EventLog;
  readonly clock: Clock;
}

/** Never throws: a server that is away is part of the answer. */
export async function statusOf(parts: StatusParts, view: RunnerView): Promise<ReadModelStatus> {
  const head = await parts.eventLog.head().then(
    (position) => ({ known: true, position }),
    () => ({ known: false, position: null }),
  );
  const checkpoint = await readCheckpoint(parts.pool, parts.name).catch(() => view.checkpoint);
  const position = checkpoint?.position ?? null;
  const caughtUp = head.known && !isBehind(position, head.position);
  const poison = view.poison ?? checkpoint?.poison ?? null;
  return {
    schema: parts.name,
    state: await stateOf(parts, view, checkpoint, poison),
    position,
    head: head.position,
    eventsHandled: checkpoint?.eventsHandled ?? 0,
    eventsPerSecond: view.pace.eventsPerSecond(),
    progress: caughtUp ? 1 : progressOf(position, head.position),
    secondsLeft: caughtUp ? 0 : head.position && view.pace.secondsTo(head.position.commit),
    lagSeconds: caughtUp ? 0 : await lagOf(parts, view, position),
    reason: poison?.reason ?? view.reason,
    ...(poison && { poison }),
    setAside: await listSetAside(parts.pool).catch(() => null),
  };
}

/** What this process knows, or, where it does not project itself, what the database shows. */
async function stateOf(
  { name, pool }: StatusParts,
  view: RunnerView,
  checkpoint: Checkpoint | null,
  poison: Poison | null,
): Promise<RunnerState> {
  if (poison && view.state !== 'waiting') return 'stopped';
  if (view.state === 'standby') return checkpoint?.complete ? 'standby' : 'building';
  if (view.reason !== NOT_STARTED) return view.state;
  const isProjected = await isLocked(pool, { space: 'roles', name }).catch(() => false);
  if (poison) return 'stopped';
  if (!isProjected) return 'waiting';
  return checkpoint?.complete ? 'live' : 'building';
}

const progressOf = (position: LogPosition | null, head: LogPosition | null): number => {
  if (!position || !head || head.commit <= 0n) return 0;
  return Math.min(1, Number((position.commit * 1_000_000n) / head.commit) / 1_000_000);
};

const LOOK_MS = 2_000;

/** Seconds since the oldest unhandled event was stored. */
async function lagOf(
  { eventLog, clock }: StatusParts,
  { oldestInHand }: RunnerView,
  position: LogPosition | null,
): Promise<number | null> {
  const storedAt = oldestInHand ?? (await firstStoredAfter(eventLog, position));
  return storedAt && Math.max(0, (clock.now().getTime() - storedAt.getTime()) / 1000);
}

async function firstStoredAfter(
  eventLog: EventLog,
  after: LogPosition | null,
): Promise<Date | null> {
  const signal = AbortSignal.timeout(LOOK_MS);
  try {
    for await (const [first] of eventLog.subscribe({ after, maxBatch: 1, signal })) {
      if (first) return first.storedAt;
    }
    return null;
  } catch {
    return null;
  }
}
