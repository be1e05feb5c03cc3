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
import type { Services } from '../roles/openServices.js';
import { count, formatTime } from './figures.js';

type Say = (line: string) => void;

/** Where what is asked for is carried out: the relay is known by its name. */
interface Parts extends Pick<Services, 'platform'> {
  readonly relayName: string;
}
type ParkedCommand = (parts: Parts, say: Say) => Promise<number>;

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
  if (verb === 'retry') return orRefusal((parts, say) => retry(parts, id, say));
  if (verb === 'discard') return orRefusal((parts, say) => discard(parts, id, say));
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

const list: ParkedCommand = async ({ platform: { pool }, relayName }, say) => {
  await ensureRelaySchema(pool);
  const parked = await listParked(pool, relayName, { limit: LISTED });
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

const retryAll: ParkedCommand = async ({ platform: { pool }, relayName }, say) => {
  await ensureRelaySchema(pool);
  say(`Streams that are tried again: ${count(await retryAllParked(pool, relayName))}.`);
  return 0;
};

async function retry({ platform, relayName }: Parts, id: number, say: Say): Promise<void> {
  const { stream, type } = await retryParked(platform.pool, relayName, id);
  say(`${type} of ${stream} is tried again, and then what is parked behind it.`);
}

async function discard({ platform, relayName }: Parts, id: number, say: Say): Promise<void> {
  const { stream, type } = await discardParked(platform.pool, relayName, id);
  say(`The message of ${type} of ${stream} is not published. What happened stays recorded.`);
}

const fromStart: ParkedCommand = async ({ platform: { pool }, relayName }, say) => {
  await ensureRelaySchema(pool);
  await setCheckpoint(pool, relayName, null);
  say('The messages of all events are published, those that were once more. Nothing is parked.');
  return 0;
};

const fromNow: ParkedCommand = async ({ platform: { pool, eventLog }, relayName }, say) => {
  await ensureRelaySchema(pool);
  await setCheckpoint(pool, relayName, await eventLog.head());
  say('The messages of events from now on are published, and of none before.');
  return 0;
};

/** What is refused is one sentence and exit code 1. */
const orRefusal =
  (work: (parts: Parts, say: Say) => Promise<void>): ParkedCommand =>
  async (parts, say) => {
    try {
      await ensureRelaySchema(parts.platform.pool);
      await work(parts, say);
      return 0;
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
      say(error.message);
      return 1;
    }
  };
