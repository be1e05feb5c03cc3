import { createMemoryEventLog } from '@insuremanager/services/platform/eventLog/memoryEventLog';
import {
  ensureRelaySchema,
  setCheckpoint,
} from '@insuremanager/services/platform/relay/relayStore';
import { relayParts } from '@insuremanager/services/platform/relay/testing/relayFixture';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../testing/testBackend.js';
import { loadRelayStatus } from './status.js';

let database: TestDatabase;
let parts: ReturnType<typeof relayParts> & { name: string };
beforeAll(async () => {
  database = await makeTestDatabase();
  parts = { ...relayParts(database.url, createMemoryEventLog()), name: 'messages' };
});
afterAll(async () => {
  await parts?.pool.end();
  await database?.drop();
});

const hasSchema = async () => {
  const { rows } = await parts.pool.query("SELECT to_regnamespace('relay') IS NOT NULL AS found");
  return rows[0].found;
};

it('a relay is looked for only where there is a bus, or was one before', async () => {
  expect(await loadRelayStatus(parts, false)).toBeNull();
  expect(await hasSchema()).toBe(false);
  await ensureRelaySchema(parts.pool);
  expect(await loadRelayStatus(parts, false)).toBeNull();
  expect(await loadRelayStatus(parts, true)).toMatchObject({
    reason: 'not started',
    position: null,
  });
  await setCheckpoint(parts.pool, parts.name, null);
  expect(await loadRelayStatus(parts, false)).toMatchObject({ reason: 'not started' });
});
