import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany, unavailable } from '../platform/errors.js';
import { isUnreachable, type Pool } from '../platform/postgres/postgres.js';

const WINDOW_SECONDS = 15 * 60;
/** Wrong passwords for one username from one address. */
const PER_USER_AND_ADDRESS = 10;
/** Wrong passwords from one address: a branch behind one router has many users. */
const PER_ADDRESS = 100;

/**
 * How many passwords may be guessed, counted in Postgres so that restarts and further gateways do
 * not forget. Nothing is counted per username alone: whoever knows a name could lock its owner out.
 */
export interface GuessLimits {
  /**
   * Counts an attempt before it is looked at. @throws Refusal `too-many` when there were too many.
   */
  spend(username: string, address: string): Promise<void>;
  /** Takes the attempt back: the password was right. */
  refund(username: string, address: string): Promise<void>;
}

export function createGuessLimits(pool: Pool): GuessLimits {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'identity',
      tableName: 'guesses',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: WINDOW_SECONDS,
    });
  const perPair = limiter('pair', PER_USER_AND_ADDRESS);
  const perAddress = limiter('address', PER_ADDRESS);

  return {
    async spend(username, address) {
      const network = networkOf(address);
      try {
        // In this order, so that one stubborn user does not use up a whole branch's attempts.
        await perPair.consume(keyOf(username, network));
        const { isFirstInDuration } = await perAddress.consume(keyOf(network));
        if (isFirstInDuration) await forgetExpired(pool);
      } catch (error) {
        throw asRefusal(error);
      }
    },

    async refund(username, address) {
      const network = networkOf(address);
      try {
        await perPair.delete(keyOf(username, network));
        await perAddress.reward(keyOf(network), 1);
      } catch (error) {
        throw asRefusal(error);
      }
    },
  };
}

const forgetExpired = (pool: Pool) =>
  pool.query('DELETE FROM identity.guesses WHERE expire < $1', [Date.now()]);

/** Addresses and names are stored as hashes only. */
const keyOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** One IPv6 customer has a whole /64 to guess from; IPv4 in IPv6 clothes is IPv4. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array(8 - before.length - after.length).fill('0') : [];
  return [...before, ...zeros, ...after].slice(0, 4).join(':').toLowerCase();
}

function asRefusal(error: unknown): unknown {
  if (error instanceof RateLimiterRes) {
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    const minutes = Math.ceil(seconds / 60);
    const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
    return tooMany(`Too many attempts to sign in. Please try again in ${wait}.`, seconds);
  }
  return isUnreachable(error) ? unavailable('The database', error) : error;
}
