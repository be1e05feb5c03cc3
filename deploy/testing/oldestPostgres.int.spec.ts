/** What the product asks of Postgres, on the oldest one that it takes. */

import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureLogSchema } from '@insuremanager/services/platform/eventLog/postgres/logSchema';
import { openPostgresLog } from '@insuremanager/services/platform/eventLog/postgres/postgresEventLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import { openPostgres } from '@insuremanager/services/platform/postgres/postgres';
import { describe, it } from 'vitest';
import { describeEventLog } from '../../services/platform/eventLog/testing/eventLogContract.spec.js';
import { startEmbeddedPostgres } from '../embedded/postgres/embeddedPostgres.js';
import { freePort } from '../embedded/postgres/freePort.js';
import { forgetfulSettings, tunedSettings } from '../embedded/postgres/tuning.js';
import { isExhaustive } from './exhaustive.js';
import { buildTemplate } from './templateDatabase.js';

const whole = isExhaustive(import.meta.url);

/** The folder that holds its `bin`: where Debian puts it, unless POSTGRES_15 names another. */
const home = process.env.POSTGRES_15 || '/usr/lib/postgresql/15';
const isThere = existsSync(join(home, 'bin', 'postgres'));
const logger = createLogger('silent');

if (!isThere)
  it('Postgres 15: there is none in POSTGRES_15, nor where Debian puts it', ({ skip }) => {
    if (process.env.CI !== 'true') skip();
    throw new Error('Not tested');
  });

async function startOldest() {
  const folder = await mkdtemp(join(tmpdir(), 'insuremanager-oldest-'));
  // Postgres may run as another user, who must be able to pass.
  await chmod(folder, 0o711);
  const bin = (name: string) => join(home, 'bin', name);
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: 'secret',
    settings: { ...tunedSettings(), ...forgetfulSettings },
    // It knows no provider of locales of its own, and compares by bytes with `C`.
    binaries: { home, postgres: bin('postgres'), initdb: bin('initdb'), localeOptions: [] },
  });
  return {
    url: postgres.url('postgres'),
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}

describe.runIf(isThere && whole)('on Postgres 15', () => {
  describeEventLog('the log as a table', async () => {
    const postgres = await startOldest();
    const pool = openPostgres(postgres.url, { max: 1, logger });
    await ensureLogSchema(pool);
    await pool.end();
    const log = openPostgresLog(postgres.url, { logger });
    const stop = async () => {
      await log.close();
      await postgres.stop();
    };
    return { log, stop };
  });

  it('all read models can be built', async () => {
    const postgres = await startOldest();
    try {
      await buildTemplate(postgres.url);
    } finally {
      await postgres.stop();
    }
  });
});
