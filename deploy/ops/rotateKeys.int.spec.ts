import { randomBytes } from 'node:crypto';
import { createLogger } from '@insuremanager/services/platform/logger';
import { ensureOperationsSchema } from '@insuremanager/services/platform/operations/operationsSchema';
import { startHeartbeat } from '@insuremanager/services/platform/operations/processes';
import { openPostgres, type Pool } from '@insuremanager/services/platform/postgres/postgres';
import { masterKeysOf } from '@insuremanager/services/platform/vault/masterKeys';
import { openVault } from '@insuremanager/services/platform/vault/openVault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSettings } from '../settings.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import { rotateKeys } from './rotateKeys.js';

const logger = createLogger('silent');
const oldKey = randomBytes(32);
const newKey = randomBytes(32);
let backend: TestBackend;
let pool: Pool;

beforeAll(async () => {
  backend = await startTestBackend();
  pool = openPostgres(backend.databaseUrl, { max: 4, logger });
  await ensureOperationsSchema(pool);
});
afterAll(async () => {
  await pool?.end();
  await backend?.stop();
});

const rotated = (keys: Record<string, Buffer>) => {
  const environment = Object.entries(keys).map(([name, key]) => [name, key.toString('hex')]);
  const settings = parseSettings({
    DATABASE_URL: backend.databaseUrl,
    ...Object.fromEntries(environment),
  });
  const line = { show: () => undefined, end: () => undefined };
  const ended = new AbortController().signal;
  return rotateKeys({ settings, logger, remark: () => undefined, line, ended });
};
const processWith = (keys: Parameters<typeof masterKeysOf>[0]) =>
  startHeartbeat({
    ...{ pool, logger, release: '1.2.0', readSchema: 'read_0123456789' },
    masterKeyIds: masterKeysOf(keys).map(({ id }) => id),
    roles: async () => ({ gateway: 'active' }),
  });

describe('rotating the master key of servers that the settings name', () => {
  it('waits until every process that runs was given both keys', async () => {
    const vault = await openVault({ pool, masterKey: oldKey });
    const sealed = await vault.seal('customer-1', 'Lakshmi');
    await expect(rotated({ MASTER_KEY: newKey })).rejects.toMatchObject({
      code: 'old-master-key-missing',
    });

    const late = await processWith({ masterKey: oldKey });
    const keys = { MASTER_KEY: newKey, MASTER_KEY_OLD: oldKey };
    await expect(rotated(keys)).rejects.toMatchObject({
      code: 'process-without-key',
      message: expect.stringMatching(/:\d+ \(gateway\).*Nothing changed/),
    });
    await late.stop();
    await openVault({ pool, masterKey: oldKey });

    const atWork = await processWith({ masterKey: newKey, oldMasterKey: oldKey });
    const { document, lines } = await rotated(keys);
    expect(document).toEqual({ seen: 1, rewrapped: 1, total: 1 });
    expect(lines.at(-1)).toBe('MASTER_KEY_OLD is not needed any more.');
    await atWork.stop();
    const after = await openVault({ pool, masterKey: newKey });
    await after.loadKeys(['customer-1']);
    expect(after.unseal('customer-1', sealed)).toBe('Lakshmi');
  });

  it('is refused with keys of another vault', async () => {
    const keys = { MASTER_KEY: randomBytes(32), MASTER_KEY_OLD: randomBytes(32) };
    await expect(rotated(keys)).rejects.toThrow(/MASTER_KEY does not open the vault/);
  });
});
