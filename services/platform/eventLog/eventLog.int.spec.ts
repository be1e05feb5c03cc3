import { startTestBackend } from '@insuremanager/deploy/testing/testBackend';
import { createLogger } from '../logger.js';
import { openEventLog } from './eventStoreDb/eventStoreDb.js';
import { describeEventLog } from './testing/eventLogContract.spec.js';

describeEventLog('an event log on the server that EVENTSTORE_URL names', async () => {
  const backend = await startTestBackend();
  const log = openEventLog(backend.eventStoreUrl, { logger: createLogger('silent') });
  const stop = async () => {
    await log.close();
    await backend.stop();
  };
  return { log, stop };
});
