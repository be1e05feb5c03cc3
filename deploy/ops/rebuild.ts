import type { RebuildProgress } from '@insuremanager/services/platform/readModels/readModels';
import type { Services } from '../roles/openServices.js';
import { count, duration } from './figures.js';

const BAR = 24;
/** Where no terminal redraws a line, one is written this often, milliseconds. */
const LINE_EVERY_MS = 5_000;

/** Builds the read models anew and swaps them; what serves goes on serving until then. */
export async function rebuild(
  { readModels }: Services,
  say: (line: string) => void,
  ended: AbortSignal,
): Promise<number> {
  say(
    `Building ${readModels.schema} anew beside the one that serves. Ctrl-C leaves all as it was.`,
  );
  const started = performance.now();
  let handled = 0;
  const line = progressLine(process.stdout);
  try {
    await readModels.rebuild((progress) => {
      handled = Math.max(handled, progress.eventsHandled);
      line.show(progressText(progress));
    }, ended);
  } finally {
    line.end();
  }
  const seconds = (performance.now() - started) / 1000;
  say(
    `Done: ${count(handled)} events in ${duration(seconds)}, ${count(handled / seconds)} a second.`,
  );
  return 0;
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

const bar = (part: number): string => '█'.repeat(Math.round(part * BAR)).padEnd(BAR, '░');

/** Redrawn in place on a terminal; written now and then elsewhere. */
function progressLine(out: NodeJS.WriteStream): { show(text: string): void; end(): void } {
  let shown = '';
  let writtenAt = Number.NEGATIVE_INFINITY;
  const write = () => {
    writtenAt = performance.now();
    out.write(`${shown}\n`);
  };
  return {
    show(text) {
      shown = text;
      if (out.isTTY) out.write(`\r\u001b[2K${text.slice(0, (out.columns || 120) - 1)}`);
      else if (performance.now() - writtenAt >= LINE_EVERY_MS) write();
    },
    end() {
      if (out.isTTY) out.write('\n');
      else write();
    },
  };
}
