/** A rebuild in a process of its own, as `npm run ops -- rebuild` does it; reports what it took. */
import { createLogger } from '@insuremanager/services/platform/logger';
import { openServices } from '../roles/openServices.js';
import type { Backend } from '../start/backend.js';
import type { RebuildReport } from './rebuildMeasure.js';

const MiB = 1024 * 1024;

async function rebuild(input: Backend): Promise<RebuildReport> {
  const masterKey = Buffer.from(input.masterKey);
  const services = await openServices({ ...input, masterKey, logger: createLogger('warn') });
  const memory: RebuildReport['memory'] = [];
  const began = performance.now();
  let events = 0;
  let projected = began;
  await services.readModels.rebuild(({ eventsHandled }) => {
    if (eventsHandled > events) projected = performance.now();
    events = eventsHandled;
    memory.push({ events, mebibytes: process.memoryUsage.rss() / MiB });
  });
  const ended = performance.now();
  await services.close();
  const { user, system } = process.cpuUsage();
  const cpuMillis = (user + system) / 1000;
  return { events, projectedMillis: projected - began, millis: ended - began, cpuMillis, memory };
}

process.once('message', (input) => {
  rebuild(input as Backend).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(1));
