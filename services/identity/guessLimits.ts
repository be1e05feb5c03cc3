import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany, unavailable } from '../platform/errors.js';
import { isUnreachable, type Pool } from '../platform/postgres/postgres.js';

const MINUTES = 60;
const HOURS = 60 * MINUTES;

/** At most `points` attempts within `seconds`, counted from the first. */
interface Limit {
  /** The key that attempts are counted by. */
  readonly per: 'user' | 'address' | 'user and address';
  readonly points: number;
  readonly seconds: number;
}

/**
 * Passwords are not limited per username alone: anybody who knows a username could lock its owner
 * out. Somebody who also knows the password can block the owner's codes for a day, but neither
 * recovery codes nor passkeys.
 */
const LIMITS = {
  sign_in: [
    { per: 'user and address', points: 10, seconds: 15 * MINUTES },
    // A branch office behind one router has many users.
    { per: 'address', points: 100, seconds: 15 * MINUTES },
  ],
  // Three of a million codes are valid at a time: 50 guesses a day take 18 years on average.
  code: [
    { per: 'user and address', points: 10, seconds: 15 * MINUTES },
    { per: 'user', points: 50, seconds: 24 * HOURS },
  ],
  recovery_code: [{ per: 'user and address', points: 10, seconds: 15 * MINUTES }],
  email_code: [{ per: 'user', points: 5, seconds: 15 * MINUTES }],
  passkey: [{ per: 'address', points: 100, seconds: 15 * MINUTES }],
  // Requested whenever the sign-in page is shown, so that the browser can offer passkeys.
  passkey_request: [{ per: 'address', points: 1000, seconds: 15 * MINUTES }],
  /** By whoever uses an open session, perhaps on an unattended computer. */
  proof: [
    { per: 'user', points: 10, seconds: 15 * MINUTES },
    { per: 'user', points: 50, seconds: 24 * HOURS },
  ],
  reset: [
    { per: 'user and address', points: 5, seconds: 15 * MINUTES },
    { per: 'address', points: 30, seconds: 15 * MINUTES },
  ],
  /** Emails to one user, whoever requests them. */
  reset_email: [{ per: 'user', points: 5, seconds: HOURS }],
  link: [{ per: 'address', points: 30, seconds: 15 * MINUTES }],
} as const satisfies Record<string, readonly Limit[]>;

export type Limited = keyof typeof LIMITS;

const ATTEMPTS: Readonly<Record<Limited, string>> = {
  sign_in: 'Too many attempts to sign in',
  code: 'Too many wrong codes',
  recovery_code: 'Too many wrong codes',
  email_code: 'Too many codes were asked for',
  passkey: 'Too many attempts to sign in',
  passkey_request: 'Too many attempts to sign in',
  proof: 'Too many wrong passwords or codes',
  reset: 'Too many links were asked for',
  reset_email: 'Too many links were asked for',
  link: 'Too many attempts',
};

/** Whose secret is guessed, and from which address. */
export interface Guesser {
  /** A username as typed, or a user id. */
  readonly user?: string | number;
  readonly address?: string;
}

/** Rate limits for guesses, counted in Postgres: shared by all gateways, kept over restarts. */
export interface GuessLimits {
  /**
   * Counts an attempt before it is checked. @throws Refusal `too-many` when the limit is reached.
   */
  spend(what: Limited, by: Guesser): Promise<void>;
  /** Returns the attempt, as it was right. */
  refund(what: Limited, by: Guesser): Promise<void>;
}

export function createGuessLimits(pool: Pool): GuessLimits {
  const limiterOf = (what: Limited, { per, points, seconds }: Limit) => ({
    per,
    limiter: new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'identity',
      tableName: 'guesses',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: `${what} ${per} ${seconds}`,
      points,
      duration: seconds,
    }),
  });
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([what, limits]) => [
      what,
      limits.map((limit) => limiterOf(what as Limited, limit)),
    ]),
  ) as Record<Limited, ReturnType<typeof limiterOf>[]>;

  return {
    async spend(what, by) {
      try {
        // Checked first: made-up usernames leave no more rows than the address has attempts.
        for (const { per, limiter } of limiters[what]) {
          const spent = await limiter.get(keyOf(per, by));
          if (spent && spent.remainingPoints <= 0) throw spent;
        }
        // In order, so that one user over their limit does not use up a whole branch's attempts.
        for (const { per, limiter } of limiters[what]) {
          const { isFirstInDuration } = await limiter.consume(keyOf(per, by));
          if (isFirstInDuration) await forgetExpired(pool);
        }
      } catch (error) {
        throw asRefusal(error, ATTEMPTS[what]);
      }
    },

    async refund(what, by) {
      try {
        for (const { per, limiter } of limiters[what]) {
          const key = keyOf(per, by);
          if (per === 'user and address') await limiter.delete(key);
          else await limiter.reward(key, 1);
        }
      } catch (error) {
        throw asRefusal(error, ATTEMPTS[what]);
      }
    },
  };
}

const forgetExpired = (pool: Pool) =>
  pool.query('DELETE FROM identity.guesses WHERE expire < $1', [Date.now()]);

/** Addresses and usernames are stored as hashes only. */
function keyOf(per: Limit['per'], { user = '', address = '' }: Guesser): string {
  const parts = {
    user: [String(user)],
    address: [networkOf(address)],
    'user and address': [String(user), networkOf(address)],
  }[per];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** An IPv6 customer owns a whole /64; an IPv4-mapped IPv6 address is IPv4. */
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

function asRefusal(error: unknown, attempts: string): unknown {
  if (error instanceof RateLimiterRes) {
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    return tooMany(`${attempts}. Please try again in ${formatWait(seconds)}.`, seconds);
  }
  return isUnreachable(error) ? unavailable('The database', error) : error;
}

function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTES);
  if (minutes === 1) return '1 minute';
  if (minutes < 120) return `${minutes} minutes`;
  return `${Math.ceil(seconds / HOURS)} hours`;
}
