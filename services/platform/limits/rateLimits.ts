import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany, unavailable } from '../errors.js';
import { ensureSchema } from '../postgres/ensureSchema.js';
import { isUnreachable, type Pool } from '../postgres/postgres.js';

interface Limit {
  /** What is limited; keeps uses apart. */
  readonly name: string;
  /** As refusals call it: `Too many exports.` */
  readonly things: string;
  readonly most: number;
  readonly seconds: number;
}

export interface SpendOne {
  /** @throws Refusal `too-many` once there were too many under this key. */
  (key: string | number): Promise<void>;
  /** The same for a work that counts only once it is done: what it throws, it has spent nothing. */
  during<Result>(key: string | number, work: () => Promise<Result>): Promise<Result>;
}

/** How often something may be done, counted in Postgres: by all processes, and over restarts. */
export interface RateLimits {
  limit(limit: Limit): SpendOne;
}

/** The schema `limits`, step by step. */
const limitSteps = [
  `CREATE TABLE limits.spent (
     key varchar(255) PRIMARY KEY,
     points integer NOT NULL DEFAULT 0,
     expire bigint);
   CREATE INDEX ON limits.spent (expire)`,
];

export async function openRateLimits(pool: Pool): Promise<RateLimits> {
  await ensureSchema(pool, 'limits', limitSteps);
  return {
    limit({ name, things, most, seconds }) {
      const limiter = new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        schemaName: 'limits',
        tableName: 'spent',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points: most,
        duration: seconds,
      });
      const spendOne = async (key: string | number) => {
        try {
          const { isFirstInDuration } = await limiter.consume(hashed(key));
          if (isFirstInDuration) await forgetExpired(pool);
        } catch (error) {
          throw asRefusal(error, things);
        }
      };
      return Object.assign(spendOne, {
        async during<Result>(key: string | number, work: () => Promise<Result>) {
          await spendOne(key);
          try {
            return await work();
          } catch (error) {
            await limiter.reward(hashed(key)).catch(() => undefined);
            throw error;
          }
        },
      });
    },
  };
}

const forgetExpired = (pool: Pool) =>
  pool.query('DELETE FROM limits.spent WHERE expire < $1', [Date.now()]);

const hashed = (key: string | number): string =>
  createHash('sha256').update(String(key)).digest('base64url');

const MINUTE = 60;
const HOUR = 3600;

/** In words: minutes, and hours from an hour and a half on. */
function waitOf(seconds: number): string {
  const isLong = seconds > 1.5 * HOUR;
  const count = Math.ceil(seconds / (isLong ? HOUR : MINUTE));
  return `${count} ${isLong ? 'hour' : 'minute'}${count === 1 ? '' : 's'}`;
}

function asRefusal(error: unknown, things: string): unknown {
  if (error instanceof RateLimiterRes) {
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    return tooMany(`Too many ${things}. Please try again in ${waitOf(seconds)}.`, seconds);
  }
  return isUnreachable(error) ? unavailable('The database', error) : error;
}
