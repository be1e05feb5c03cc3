import { readFile } from 'node:fs/promises';
import { productProcesses } from './processes.js';

/** Peak memory so far by kind of process, MiB. */
export type PeakMemory = Readonly<Record<string, number>>;

export interface MemoryWatch {
  peaks(): PeakMemory;
  stop(): void;
}

const EVERY_MS = 500;

/**
 * Watches what the processes below this one take. Postgres is counted by shares, as its processes
 * have most of their memory in common. Where there is no /proc, only this process is told.
 */
export function watchMemory(): MemoryWatch {
  const peaks = new Map<string, number>();
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const now = new Map<string, number>();
    for (const { kind, pid } of await productProcesses()) {
      now.set(kind, (now.get(kind) ?? 0) + (await memoryOf(pid)));
    }
    for (const [kind, mebibytes] of now) {
      peaks.set(kind, Math.max(peaks.get(kind) ?? 0, mebibytes));
    }
    isLooking = false;
  };
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  return {
    peaks: () => ({
      'load generator': process.resourceUsage().maxRSS / 1024,
      ...Object.fromEntries(peaks),
    }),
    stop: () => clearInterval(timer),
  };
}

/** Proportional share where the system tells it, else the resident set; MiB. */
async function memoryOf(pid: number): Promise<number> {
  for (const [file, field] of [
    ['smaps_rollup', 'Pss'],
    ['status', 'VmRSS'],
  ] as const) {
    const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1];
    if (kibibytes) return Number(kibibytes) / 1024;
  }
  return 0;
}
