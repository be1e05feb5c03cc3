import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { createLogger } from '../../logger.js';
import { openPostgres } from '../../postgres/postgres.js';
import type { EventLog } from '../eventLog.js';
import { ensureLogSchema } from '../postgres/logSchema.js';
import { openPostgresLog } from '../postgres/postgresEventLog.js';

const logger = createLogger('silent');

export async function databaseWithLog(): Promise<TestDatabase> {
  const database = await makeTestDatabase();
  const pool = openPostgres(database.url, { max: 1, logger });
  await ensureLogSchema(pool);
  await pool.end();
  return database;
}

/** An empty log, as a table in a database of its own. */
export async function startTableLog(): Promise<{ log: EventLog; stop(): Promise<void> }> {
  const database = await databaseWithLog();
  const log = openPostgresLog(database.url, { logger });
  const stop = async () => {
    await log.close();
    await database.drop();
  };
  return { log, stop };
}
