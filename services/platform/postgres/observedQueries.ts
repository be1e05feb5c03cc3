import type { Knex } from 'knex';
import { type Metrics, secondsSince } from '../telemetry/metrics.js';
import type { Pool } from './postgres.js';

/** The schemas that last; what is read of the read models has a name with a hash. */
const AREAS = [
  ...['commands', 'exports', 'files', 'identity', 'ids', 'limits'],
  ...['notifications', 'ops', 'relay', 'vault'],
];
const NAMED = /(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_]\w*)"?\./i;

/** Statements of ours are few; one that is put together each time does not fill the memory. */
const MOST_REMEMBERED = 1_000;
const remembered = new Map<string, string>();

/** Which schema a statement is about: `read_model` for those of any hash, else `other`. */
export function areaOf(sql: string): string {
  const known = remembered.get(sql);
  if (known !== undefined) return known;
  const [, schema = ''] = NAMED.exec(sql) ?? [];
  const area = schema.startsWith('read_') ? 'read_model' : schema;
  const bounded = area === 'read_model' || AREAS.includes(area) ? area : 'other';
  if (remembered.size < MOST_REMEMBERED) remembered.set(sql, bounded);
  return bounded;
}

const METRIC = 'insuremanager_postgres_query_duration_seconds';

/** Measures each query that is given to the pool itself; those within a transaction are its own. */
export function observePool(pool: Pool, metrics: Metrics): void {
  const query = pool.query.bind(pool) as (...parts: unknown[]) => unknown;
  const observed = (...parts: unknown[]): unknown => {
    const began = performance.now();
    const answer = query(...parts);
    if (!(answer instanceof Promise)) return answer;
    const [statement] = parts;
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text;
    const end = () => metrics.observe(METRIC, { area: areaOf(text) }, secondsSince(began));
    answer.then(end, end);
    return answer;
  };
  pool.query = observed as Pool['query'];
}

interface KnexQuery {
  readonly __knexQueryUid: string;
  readonly sql: string;
}

/** Measures each query of a query builder. */
export function observeQueryBuilder(knex: Knex, metrics: Metrics): void {
  const begun = new Map<string, number>();
  const end = ({ __knexQueryUid: id, sql }: KnexQuery): void => {
    const began = begun.get(id);
    begun.delete(id);
    if (began !== undefined) metrics.observe(METRIC, { area: areaOf(sql) }, secondsSince(began));
  };
  knex.on('query', ({ __knexQueryUid: id }: KnexQuery) => begun.set(id, performance.now()));
  knex.on('query-response', (_response: unknown, query: KnexQuery) => end(query));
  knex.on('query-error', (_error: unknown, query: KnexQuery) => end(query));
}

/** How the connections of a pool are used. */
export interface PoolUse {
  readonly pool: 'platform' | 'read_model';
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

export const useOfPool = ({ totalCount, idleCount, waitingCount }: Pool): PoolUse => ({
  pool: 'platform',
  used: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});

/** What knex has of tarn's pool. */
interface TarnPool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

export function useOfQueryBuilder({ client }: Knex): PoolUse {
  const { pool } = client as { pool?: TarnPool };
  return {
    pool: 'read_model',
    used: pool?.numUsed() ?? 0,
    idle: pool?.numFree() ?? 0,
    waiting: pool?.numPendingAcquires() ?? 0,
  };
}
