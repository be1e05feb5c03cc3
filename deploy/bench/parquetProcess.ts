/** Exports to Parquet as `npm run ops -- export parquet` does; says what that took. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ParquetManifest } from '@insuremanager/services/analytics/index';
import { createLogger } from '@insuremanager/services/platform/logger';
import { onInput } from '../harness/forked.js';
import { openServices } from '../roles/openServices.js';
import type { Exported, ParquetTask } from './parquetMeasures.js';

const logger = createLogger('warn');
const { signal } = new AbortController();

onInput(async ({ folder, ...backend }: ParquetTask): Promise<Exported> => {
  const services = await openServices({ ...backend, logger });
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const before = process.cpuUsage();
  const began = performance.now();
  let firstEventAt = 0;
  let lastEventAt = 0;
  const onRows = (what: string) => {
    if (what !== 'events') firstEventAt = performance.now();
    else lastEventAt = performance.now();
  };
  const manifest = await services.parquet.exportTo(folder, { signal, onRows });
  const millis = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  delays.disable();
  const again = performance.now();
  await services.parquet.exportTo(folder, { signal });
  const againMillis = performance.now() - again;
  await services.close();
  return {
    ...totalsOf(manifest),
    ...{ millis, againMillis, eventsMillis: lastEventAt - firstEventAt },
    cpuMillis: (user + system) / 1000,
    peakMebibytes: process.resourceUsage().maxRSS / 1024,
    longestBlockMillis: delays.max / 1e6,
  };
});

function totalsOf({ views, events }: ParquetManifest) {
  const files = [...Object.values(views), ...events.files];
  return {
    rows: Object.values(views).reduce((sum, { rows }) => sum + rows, 0),
    events: events.rows,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
