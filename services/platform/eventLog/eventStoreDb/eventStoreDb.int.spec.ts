import { createLogger } from '../../logger.js';
import { describeEventLog } from '../testing/eventLogContract.spec.js';
import { openEventStoreDb } from './eventStoreDb.js';
import { startEventStoreDouble } from './testing/eventStoreDouble.js';

const named = process.env.EVENTSTORE_URL;
const where = named ? 'the server that EVENTSTORE_URL names' : 'a double of EventStoreDB';

describeEventLog(`an event log on ${where}`, async () => {
  const double = named ? undefined : await startEventStoreDouble();
  const log = openEventStoreDb(named ?? double?.url ?? '', { logger: createLogger('silent') });
  const stop = async () => {
    await log.close();
    await double?.stop();
  };
  return { log, stop };
});
