import { makeTestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { createLogger } from '../../logger.js';
import { openPostgres } from '../../postgres/postgres.js';
import { describeEventLog } from '../testing/eventLogContract.spec.js';
import { ensureLogSchema } from './logSchema.js';
import { openPostgresLog } from './postgresEventLog.js';

describeEventLog('the log as a table', async () => {
  const database = await makeTestDatabase();
  const logger = createLogger('silent');
  const pool = openPostgres(database.url, { max: 1, logger });
  await ensureLogSchema(pool);
  await pool.end();
  const log = openPostgresLog(database.url, { logger });
  const stop = async () => {
    await log.close();
    await database.drop();
  };
  return { log, stop };
});
