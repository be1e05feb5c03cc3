/** Reads the whole log, or rebuilds as `npm run ops -- rebuild` does it; says what that took. */
import { openEventLog } from '@insuremanager/services/platform/eventLog/openEventLog';
import { readLog } from '@insuremanager/services/platform/eventLog/readLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import { answer, onInput } from '../harness/forked.js';
import { openServices } from '../roles/openServices.js';
import type { Backend } from '../start/backend.js';
import type { CaughtUp, LogTask, Progressed, Rebuilt } from './rebuildMeasures.js';

const MiB = 1024 * 1024;
const logger = createLogger('warn');

/** Times of the work from now on, milliseconds; the processor's is that of this process. */
function stopwatch() {
  const before = process.cpuUsage();
  const began = performance.now();
  return (): Progressed => {
    const { user, system } = process.cpuUsage(before);
    return { millis: performance.now() - began, cpuMillis: (user + system) / 1000 };
  };
}

/** A subscriber that does nothing with what it reads. */
async function catchUp(backend: Backend): Promise<CaughtUp> {
  const eventLog = await openEventLog(backend, { logger });
  // Connects, so that what follows is reading alone.
  const head = await eventLog.head();
  const elapsed = stopwatch();
  let events = 0;
  for await (const batch of readLog(eventLog, { until: head })) events += batch.length;
  const times = elapsed();
  await eventLog.close();
  return { ...times, events, peakMebibytes: (process.resourceUsage().maxRSS * 1024) / MiB };
}

async function rebuild(backend: Backend, events: number): Promise<Rebuilt> {
  const services = await openServices({ ...backend, logger });
  const memory: Rebuilt['memory'] = [];
  const elapsed = stopwatch();
  let isProjected = false;
  await services.readModels.rebuild(({ eventsHandled }) => {
    memory.push({ events: eventsHandled, mebibytes: process.memoryUsage.rss() / MiB });
    if (isProjected || eventsHandled < events) return;
    isProjected = true;
    answer(elapsed());
  });
  const { millis } = elapsed();
  await services.close();
  return { millis, memory };
}

onInput(({ events, ...backend }: LogTask) =>
  events === undefined ? catchUp(backend) : rebuild(backend, events),
);
