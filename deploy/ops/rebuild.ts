import { dropOldSchemas } from '@insuremanager/services/platform/readModels/oldSchemas';
import type {
  ReadModels,
  RebuildProgress,
} from '@insuremanager/services/platform/readModels/readModels';
import type { Services } from '../roles/openServices.js';
import type { Answer, ProgressLine } from './answer.js';
import { bar, count, duration } from './figures.js';

/**
 * Builds the read models anew and swaps them; what serves goes on serving until then.
 * @throws Refusal when it cannot be completed; nothing has changed then.
 */
export async function rebuild(
  readModels: Pick<ReadModels, 'rebuild' | 'schema'>,
  line: ProgressLine,
  ended: AbortSignal,
): Promise<Answer> {
  const started = performance.now();
  let events = 0;
  try {
    await readModels.rebuild((progress) => {
      events = Math.max(events, progress.eventsHandled);
      line.show(progressText(progress));
    }, ended);
  } finally {
    line.end();
  }
  const seconds = (performance.now() - started) / 1000;
  const pace = `${count(events / seconds)} a second`;
  return {
    document: { schema: readModels.schema, events, seconds },
    lines: [
      `Built ${readModels.schema}: ${count(events)} events in ${duration(seconds)}, ${pace}.`,
    ],
  };
}

export function progressText(progress: RebuildProgress): string {
  const { step, eventsHandled, eventsPerSecond, secondsLeft } = progress;
  const events = `${count(eventsHandled)} events`;
  if (step === 'done') return `${bar(1)} 100 %  ${events}  swapped`;
  if (step === 'swapping') return `${bar(1)} 100 %  ${events}  taking the place of the old ones`;
  const whole = `${bar(progress.progress)} ${Math.floor(progress.progress * 100)} %  ${events}`;
  if (progress.progress === 1) return `${whole}  making indexes`;
  const left = secondsLeft === null ? 'time left not known yet' : `${duration(secondsLeft)} left`;
  return `${whole}  ${count(eventsPerSecond)}/s  ${left}`;
}

/** Drops the read models of earlier releases, but none that a process still keeps up to date. */
export async function prune({
  readModels,
  platform,
}: Pick<Services, 'readModels' | 'platform'>): Promise<Answer> {
  const { dropped, inUse } = await dropOldSchemas(platform.pool, readModels.schema);
  return {
    document: { dropped, inUse },
    lines: [
      ...dropped.map((name) => `Dropped ${name}.`),
      ...inUse.map((name) => `Left ${name}: another release or a rebuild is at work on it.`),
      ...(dropped.length === 0 ? ['There was nothing to drop.'] : []),
    ],
  };
}
