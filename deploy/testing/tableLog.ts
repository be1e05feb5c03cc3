import type { EventLog } from '@insuremanager/services/platform/eventLog/eventLog';
import { ensureLogSchema } from '@insuremanager/services/platform/eventLog/postgres/logSchema';
import { openPostgresLog } from '@insuremanager/services/platform/eventLog/postgres/postgresEventLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import { openPostgres } from '@insuremanager/services/platform/postgres/postgres';
import { makeTestDatabase, type TestDatabase } from './testBackend.js';

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
