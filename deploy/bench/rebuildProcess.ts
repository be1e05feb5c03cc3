/** A rebuild in a process of its own, as `npm run ops -- rebuild` does it; reports what it took. */
import { createLogger } from '@insuremanager/services/platform/logger';
import { openServices } from '../roles/openServices.js';
import type { Projected, RebuildInput, RebuildReport } from './rebuildMeasure.js';

const MiB = 1024 * 1024;

async function rebuild({ events, ...backend }: RebuildInput): Promise<RebuildReport> {
  const masterKey = Buffer.from(backend.masterKey);
  const services = await openServices({ ...backend, masterKey, logger: createLogger('warn') });
  const memory: RebuildReport['memory'] = [];
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  let projectedMillis: number | undefined;
  await services.readModels.rebuild(({ eventsHandled }) => {
    memory.push({ events: eventsHandled, mebibytes: process.memoryUsage.rss() / MiB });
    if (projectedMillis !== undefined || eventsHandled < events) return;
    projectedMillis = performance.now() - began;
    const { user, system } = process.cpuUsage(cpuBefore);
    process.send?.({ projectedMillis, cpuMillis: (user + system) / 1000 } satisfies Projected);
  });
  const millis = performance.now() - began;
  await services.close();
  return { millis, memory };
}

process.once('message', (input) => {
  rebuild(input as RebuildInput).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(1));
