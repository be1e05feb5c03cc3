import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.js';
import { openPostgres, type Pool } from '../postgres/postgres.js';
import { lastBackup, recordBackup } from './backups.js';
import { ensureOperationsSchema } from './operationsSchema.js';
import { listProcesses, startHeartbeat } from './processes.js';

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
