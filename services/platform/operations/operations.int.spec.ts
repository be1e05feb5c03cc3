import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { conflict } from '../errors.js';
import { createLogger } from '../logger.js';
import { openPostgres, type Pool } from '../postgres/postgres.js';
import { lastBackup, recordBackup } from './backups.js';
import { ensureOperationsSchema } from './operationsSchema.js';
import { listProcesses, startHeartbeat } from './processes.js';
import { rewriteTables } from './rewriteTables.js';

const logger = createLogger('silent');
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await makeTestDatabase();
  pool = openPostgres(database.url, { max: 4, logger });
  await ensureOperationsSchema(pool);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

describe('the list of processes', () => {
  const facts = { release: '1.2.0', readSchema: 'read_0123456789', masterKeyIds: ['a1', 'b2'] };

  it('has those that run, with what they do in their roles, until they stop', async () => {
    const roles = async () => ({ projector: 'standby', relay: 'live' });
    const one = await startHeartbeat({ pool, logger, ...facts, roles });
    const other = await startHeartbeat({ pool, logger, ...facts, roles: async () => ({}) });
    const [first, second] = await listProcesses(pool);
    expect(first).toMatchObject({ ...facts, pid: process.pid, roles: await roles() });
    expect(second).toMatchObject({ roles: {} });
    await one.stop();
    expect(await listProcesses(pool)).toHaveLength(1);
    await other.stop();
    expect(await listProcesses(pool)).toEqual([]);
  });

  it('has none that has not been heard of for a while', async () => {
    const died = await startHeartbeat({ pool, logger, ...facts, roles: async () => ({}) });
    await pool.query("UPDATE ops.processes SET seen_at = now() - interval '21 seconds'");
    expect(await listProcesses(pool)).toEqual([]);
    await died.stop();
  });

  it('hinders no process whose database is away', async () => {
    const away = openPostgres('postgres://nobody@127.0.0.1:1/nowhere', { max: 1, logger });
    const alone = await startHeartbeat({ pool: away, logger, ...facts, roles: async () => ({}) });
    await alone.stop();
    await away.end();
  });
});

it('the last backup is the one of all that ended last', async () => {
  expect(await lastBackup(pool)).toBeNull();
  const newer = {
    ...{ finishedAt: new Date('2026-11-22T20:00:00Z'), kind: 'all' },
    ...{ bytes: 5_000_000_000, events: 1_200 },
  };
  await recordBackup(pool, newer);
  const finishedAt = new Date('2026-11-21T20:00:00Z');
  await recordBackup(pool, { finishedAt, kind: 'all', bytes: 7, events: null });
  const later = new Date('2026-11-23T20:00:00Z');
  await recordBackup(pool, { finishedAt: later, kind: 'postgres', bytes: 7, events: null });
  expect(await lastBackup(pool)).toEqual(newer);
});

describe('what erased people leave in the files of Postgres', () => {
  const warnings: object[] = [];
  const warn = (fields: object) => warnings.push(fields);
  let done: string[];
  const rebuilt = async () => void done.push('rebuilt');
  const rewritten = (rebuild = rebuilt, signal = new AbortController().signal, on = pool) =>
    rewriteTables({ pool: on, logger: { ...logger, warn }, readModels: { rebuild } }, signal);
  const fileOfKeys = async () =>
    (await pool.query(`SELECT pg_relation_filepath('vault.keys')`)).rows[0];

  beforeAll(() =>
    pool.query(`
      CREATE SCHEMA vault; CREATE TABLE vault.keys (destroyed_at timestamptz);
      CREATE SCHEMA saved_views; CREATE TABLE saved_views.views (name text);
      INSERT INTO vault.keys VALUES (now())`),
  );
  beforeEach(() => {
    done = [];
    warnings.length = 0;
    return pool.query('DELETE FROM ops.rewrites');
  });

  it.each([
    ['holds its lock', 'BEGIN; LOCK TABLE vault.keys IN ACCESS SHARE MODE', /lock timeout/],
    ['may still see it', 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1', /such as a backup/],
  ])('waits until tomorrow while a backup %s, and rebuilds nothing', async (_how, begin, why) => {
    const impatient = openPostgres(database.url, { max: 1, logger, responseTimeoutMs: 1_000 });
    const backup = await pool.connect();
    try {
      await backup.query(begin);
      expect(await rewritten(rebuilt, undefined, impatient)).toBe(false);
      expect(done).toEqual([]);
      expect(warnings).toEqual([{ why: expect.stringMatching(why) }]);
    } finally {
      await backup.query('ROLLBACK');
      backup.release();
      await impatient.end();
    }
    expect(await rewritten()).toBe(true);
    expect(done).toEqual(['rebuilt']);
    expect(await rewritten()).toBe(false);
  });

  it('holds no key any more where lists cannot be built', async () => {
    const before = await fileOfKeys();
    const stopped = () => Promise.reject(conflict('rebuild-stopped', 'The rebuild stopped.'));
    expect(await rewritten(stopped)).toBe(false);
    expect(await fileOfKeys()).not.toEqual(before);
    expect(warnings).toEqual([{ why: 'The rebuild stopped.' }]);
  });

  it('is left to the next start by one who is stopped, without a word', async () => {
    const stop = new AbortController();
    const ended = () => {
      stop.abort();
      return Promise.reject(conflict('rebuild-ended', 'The rebuild was ended.'));
    };
    expect(await rewritten(ended, stop.signal)).toBe(false);
    expect(warnings).toEqual([]);
    expect(await rewritten()).toBe(true);
  });

  it('is warned of where the role may not rewrite it', async () => {
    const role = `${new URL(database.url).pathname.slice(1)}_guest`;
    await pool.query(`
      CREATE ROLE ${role}; GRANT USAGE ON SCHEMA ops, vault, saved_views TO ${role};
      GRANT SELECT, INSERT ON ops.rewrites, vault.keys TO ${role}`);
    const url = new URL(database.url);
    url.searchParams.set('options', `-c role=${role}`);
    const guest = openPostgres(url.href, { max: 1, logger });
    try {
      expect(await rewritten(rebuilt, undefined, guest)).toBe(true);
      const table = 'pg_catalog.pg_statistic';
      expect(warnings).toContainEqual({ table, why: expect.stringContaining('pg_statistic') });
    } finally {
      await guest.end();
      await pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });
});
