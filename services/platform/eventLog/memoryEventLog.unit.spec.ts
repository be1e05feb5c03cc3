import { createMemoryEventLog } from './memoryEventLog.js';
import { describeEventLog } from './testing/eventLogContract.spec.js';

describeEventLog('an event log in memory', async () => {
  const log = createMemoryEventLog();
  return { log, stop: () => log.close() };
});
