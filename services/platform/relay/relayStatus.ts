import type { Clock } from '../clock.js';
import { countAfter, LAG_LIMIT } from '../eventLog/countAfter.js';
import type { EventLog, LogPosition } from '../eventLog/eventLog.js';
import { type AdvisoryLock, isLocked } from '../postgres/advisoryLocks.js';
import type { Pool } from '../postgres/postgres.js';
import { NOT_STARTED } from '../postgres/role.js';
import { isBehind } from '../readModels/checkpoint.js';
import {
  countParked,
  type ParkedCount,
  type RelayCheckpoint,
  readCheckpoint,
} from './relayStore.js';

/** Of the messages for other systems: its checkpoint is kept under it. */
export const RELAY_NAME = 'integration messages';

/**
 * `live`: it publishes. `standby`: another process does. `waiting`: for a server, or to be started.
 * `stopped`: it does not go on before somebody does something.
 */
export type RelayState = 'live' | 'standby' | 'waiting' | 'stopped';

export interface RelayStatus {
  readonly name: string;
  readonly state: RelayState;
  /** Of the last event that was published, parked or needed no message. */
  readonly position: LogPosition | null;
  /** Of the newest event of the log; null when it is empty or cannot be asked. */
  readonly head: LogPosition | null;
  readonly eventsHandled: number;
  /** Events not yet handled; LAG_LIMIT stands for as many or more. Null when it is unknown. */
  readonly lagEvents: number | null;
  /** Age of the oldest of them; 0 when there is none, null when it is unknown. */
  readonly lagSeconds: number | null;
  /** Null when Postgres cannot be asked. */
  readonly parked: ParkedCount | null;
  /** Why it waits or stopped, without anything personal. */
  readonly reason: string | null;
}

/** What a process knows of the relay that it runs. */
export interface RelayView {
  readonly state: RelayState;
  readonly reason: string | null;
  /** When the oldest event that has arrived but is not yet handled was stored; null: none has. */
  readonly oldestInHand: Date | null;
}

export interface RelayStatusParts {
  readonly name: string;
  readonly pool: Pool;
  readonly eventLog: EventLog;
  readonly clock: Clock;
}

export { LAG_LIMIT };

const notHere: RelayView = { state: 'waiting', reason: NOT_STARTED, oldestInHand: null };

export const relayLock = (name: string): AdvisoryLock => ({
  space: 'roles',
  name: `relay ${name}`,
});

/**
 * Never throws: a server that is away is part of the answer.
 * @param view of the relay in this process, where there is one.
 */
export async function relayStatus(
  parts: RelayStatusParts,
  view: RelayView = notHere,
): Promise<RelayStatus> {
  const { name, pool, eventLog } = parts;
  const head = await eventLog.head().then(
    (position) => ({ isKnown: true, position }),
    () => ({ isKnown: false, position: null }),
  );
  const checkpoint = await readCheckpoint(pool, name).catch(() => null);
  const position = checkpoint?.position ?? null;
  const isCaughtUp = head.isKnown && !isBehind(position, head.position);
  return {
    name,
    ...(await stateOf(parts, view, checkpoint)),
    position,
    head: head.position,
    eventsHandled: checkpoint?.eventsHandled ?? 0,
    ...(isCaughtUp ? { lagEvents: 0, lagSeconds: 0 } : await lagOf(parts, view, position)),
    parked: await countParked(pool, name).catch(() => null),
  };
}

/** What this process knows, or, where it does not relay itself, what the database shows. */
async function stateOf(
  { name, pool }: RelayStatusParts,
  { state, reason }: RelayView,
  checkpoint: RelayCheckpoint | null,
): Promise<Pick<RelayStatus, 'state' | 'reason'>> {
  if (state !== 'standby' && reason !== NOT_STARTED) return { state, reason };
  const problem = checkpoint?.problem;
  if (await isLocked(pool, relayLock(name)).catch(() => false)) {
    return problem ?? { state: state === 'standby' ? state : 'live', reason: null };
  }
  // One that stopped stays so when its process ends; what it waited for may be there by now.
  return problem?.state === 'stopped' ? problem : { state, reason };
}

async function lagOf(
  { eventLog, clock }: RelayStatusParts,
  { oldestInHand }: RelayView,
  after: LogPosition | null,
): Promise<Pick<RelayStatus, 'lagEvents' | 'lagSeconds'>> {
  const { events, oldest: oldestThere } = await countAfter(eventLog, after);
  const oldest = oldestInHand ?? oldestThere;
  const ageMs = oldest && clock.now().getTime() - oldest.getTime();
  return {
    lagEvents: events,
    lagSeconds: ageMs === null ? null : Math.max(0, ageMs / 1000),
  };
}
