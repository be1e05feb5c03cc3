import { RELAY_NAME } from '@insuremanager/services/platform/relay/relayStatus';
import {
  discardParked,
  ensureRelaySchema,
  listParked,
  type ParkedEvent,
  retryAllParked,
  retryParked,
  setCheckpoint,
} from '@insuremanager/services/platform/relay/relayStore';
import type { Services } from '../roles/openServices.js';
import { type Answer, said } from './answer.js';
import { count, formatTime } from './figures.js';

type Parts = Pick<Services, 'platform'>;

/** So many are listed at most. */
const LISTED = 200;

/** By stream, in the order in which they will be published. */
export async function parkedEvents({ platform: { pool } }: Parts): Promise<Answer> {
  await ensureRelaySchema(pool);
  const parked = await listParked(pool, RELAY_NAME, { limit: LISTED });
  return {
    document: { parked, isComplete: parked.length < LISTED },
    lines: parkedLines(parked),
  };
}

export function parkedLines(parked: readonly ParkedEvent[]): string[] {
  if (parked.length === 0) return ['Nothing is parked.'];
  const lines = parked.map(({ id, stream, revision, type, parkedAt, reason }) => {
    const event = `${stream}@${revision} ${type}`;
    return `${String(id).padStart(6)}  ${formatTime(parkedAt)}  ${event}  ${reason ?? 'waits its turn'}`;
  });
  return parked.length < LISTED ? lines : [...lines, `The first ${count(LISTED)} are listed.`];
}

/** @param id `all`: the first of each stream. @throws Refusal when it is not parked, or not first. */
export async function retry({ platform: { pool } }: Parts, id: number | 'all') {
  await ensureRelaySchema(pool);
  if (id === 'all') {
    const streams = await retryAllParked(pool, RELAY_NAME);
    return said({ streams }, `Streams that are tried again: ${count(streams)}.`);
  }
  const event = await retryParked(pool, RELAY_NAME, id);
  const what = `${event.type} of ${event.stream}`;
  return said({ event }, `${what} is tried again, and then what is parked behind it.`);
}

/** @throws Refusal when it is not parked. */
export async function discard({ platform: { pool } }: Parts, id: number) {
  await ensureRelaySchema(pool);
  const event = await discardParked(pool, RELAY_NAME, id);
  const what = `${event.type} of ${event.stream}`;
  return said({ event }, `The message of ${what} is not published. What happened stays recorded.`);
}

/** Publishes all messages once more, or none of what was until now. */
export async function relayFrom(
  { platform: { pool, eventLog } }: Parts,
  from: 'start' | 'now',
): Promise<Answer> {
  await ensureRelaySchema(pool);
  await setCheckpoint(pool, RELAY_NAME, from === 'start' ? null : await eventLog.head());
  return said(
    { from },
    from === 'start'
      ? 'The messages of all events are published, those that were once more. Nothing is parked.'
      : 'The messages of events from now on are published, and of none before.',
  );
}
