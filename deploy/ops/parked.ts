import { Refusal } from '@insuremanager/services/platform/errors';
import {
  discardParked,
  ensureRelaySchema,
  listParked,
  type ParkedEvent,
  retryAllParked,
  retryParked,
  setCheckpoint,
} from '@insuremanager/services/platform/relay/relayStore';
import { RELAY, type Services } from '../roles/openServices.js';
import { count, formatTime } from './figures.js';

type Say = (line: string) => void;
type ParkedCommand = (services: Pick<Services, 'platform'>, say: Say) => Promise<number>;

/** So many are listed at most. */
const LISTED = 200;

/** What `npm run ops -- parked …` asks for; undefined: nothing that there is. */
export function parkedRequest(args: readonly string[]): ParkedCommand | undefined {
  const [verb = 'list', wanted, ...rest] = args;
  if (rest.length > 0) return undefined;
  if (verb === 'list' && wanted === undefined) return list;
  if (verb === 'retry' && wanted === 'all') return retryAll;
  const id = /^[1-9]\d{0,8}$/.test(wanted ?? '') ? Number(wanted) : undefined;
  if (id === undefined) return undefined;
  if (verb === 'retry') return orRefusal((services, say) => retry(services, id, say));
  if (verb === 'discard') return orRefusal((services, say) => discard(services, id, say));
  return undefined;
}

/** What `npm run ops -- relay …` asks for; undefined: nothing that there is. */
export function relayRequest(args: readonly string[]): ParkedCommand | undefined {
  const [from, ...rest] = args;
  if (rest.length > 0) return undefined;
  if (from === 'from-start') return fromStart;
  if (from === 'from-now') return fromNow;
  return undefined;
}

const list: ParkedCommand = async ({ platform: { pool } }, say) => {
  await ensureRelaySchema(pool);
  const parked = await listParked(pool, RELAY, { limit: LISTED });
  for (const line of parkedLines(parked)) say(line);
  return 0;
};

/** By stream, in the order in which they will be published. */
export function parkedLines(parked: readonly ParkedEvent[]): string[] {
  if (parked.length === 0) return ['Nothing is parked.'];
  const lines = parked.map(({ id, stream, revision, type, parkedAt, reason }) => {
    const event = `${stream}@${revision} ${type}`;
    return `${String(id).padStart(6)}  ${formatTime(parkedAt)}  ${event}  ${reason ?? 'waits its turn'}`;
  });
  return parked.length < LISTED ? lines : [...lines, `The first ${count(LISTED)} are listed.`];
}

const retryAll: ParkedCommand = async ({ platform: { pool } }, say) => {
  await ensureRelaySchema(pool);
  say(`Streams that are tried again: ${count(await retryAllParked(pool, RELAY))}.`);
  return 0;
};

async function retry(
  { platform }: Pick<Services, 'platform'>,
  id: number,
  say: Say,
): Promise<void> {
  const { stream, type } = await retryParked(platform.pool, RELAY, id);
  say(`${type} of ${stream} is tried again, and then what is parked behind it.`);
}

async function discard(
  { platform }: Pick<Services, 'platform'>,
  id: number,
  say: Say,
): Promise<void> {
  const { stream, type } = await discardParked(platform.pool, RELAY, id);
  say(`${type} of ${stream} is given up.`);
}

const fromStart: ParkedCommand = async ({ platform: { pool } }, say) => {
  await ensureRelaySchema(pool);
  await setCheckpoint(pool, RELAY, null);
  say('The messages of all events are published, those that were once more. Nothing is parked.');
  return 0;
};

const fromNow: ParkedCommand = async ({ platform: { pool, eventLog } }, say) => {
  await ensureRelaySchema(pool);
  await setCheckpoint(pool, RELAY, await eventLog.head());
  say('The messages of events from now on are published, and of none before.');
  return 0;
};

/** What is refused is one sentence and exit code 1. */
const orRefusal =
  (work: (services: Pick<Services, 'platform'>, say: Say) => Promise<void>): ParkedCommand =>
  async (services, say) => {
    try {
      await ensureRelaySchema(services.platform.pool);
      await work(services, say);
      return 0;
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
      say(error.message);
      return 1;
    }
  };
