/** A subscriber in a process of its own that reads the whole log and does nothing with it. */
import { openEventLog } from '@insuremanager/services/platform/eventLog/openEventLog';
import { readLog } from '@insuremanager/services/platform/eventLog/readLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import type { Backend } from '../start/backend.js';
import type { CatchUpReport } from './catchUpMeasure.js';

const MiB = 1024 * 1024;

async function catchUp(backend: Backend): Promise<CatchUpReport> {
  const eventLog = openEventLog(backend, { logger: createLogger('warn') });
  // Connects, so that what follows is reading alone.
  const until = await eventLog.head();
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  let events = 0;
  for await (const batch of readLog(eventLog, { until })) events += batch.length;
  const millis = performance.now() - began;
  const { user, system } = process.cpuUsage(cpuBefore);
  await eventLog.close();
  const peakMebibytes = (process.resourceUsage().maxRSS * 1024) / MiB;
  return { events, millis, cpuMillis: (user + system) / 1000, peakMebibytes };
}

process.once('message', (input) => {
  catchUp(input as Backend).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(1));
