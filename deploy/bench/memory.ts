import { readFile } from 'node:fs/promises';
import { productProcesses } from './processes.js';

/** Peak memory by kind of process, MiB. */
export type PeakMemory = Readonly<Record<string, number>>;

export interface MemoryWatch {
  /** Call it while the processes still run: the system itself keeps the peak of each. */
  look(): Promise<void>;
  peaks(): PeakMemory;
}

/**
 * What the processes below this one take at most. Postgres is counted by what its processes share
 * out among them whenever `look` is called, as each of them has most of its memory in common with
 * the others. Where there is no /proc, only this process is told.
 */
export function watchMemory(): MemoryWatch {
  const peaks = new Map<string, number>();
  return {
    async look() {
      const now = new Map<string, number>();
      for (const { kind, pid } of await productProcesses()) {
        const kibibytes =
          kind === 'Postgres' ? field(pid, 'smaps_rollup', 'Pss') : field(pid, 'status', 'VmHWM');
        now.set(kind, (now.get(kind) ?? 0) + (await kibibytes) / 1024);
      }
      for (const [kind, mebibytes] of now) {
        peaks.set(kind, Math.max(peaks.get(kind) ?? 0, mebibytes));
      }
    },
    peaks: () => ({
      'load generator': process.resourceUsage().maxRSS / 1024,
      ...Object.fromEntries(peaks),
    }),
  };
}

/** 0 when it cannot be read. */
async function field(pid: number, file: string, name: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
}

/** Resident memory of the processes of a kind now, MiB; 0 where there is no /proc. */
export async function residentMemory(kind: string): Promise<number> {
  const processes = (await productProcesses()).filter((process) => process.kind === kind);
  const kibibytes = await Promise.all(processes.map(({ pid }) => field(pid, 'status', 'VmRSS')));
  return kibibytes.reduce((sum, some) => sum + some, 0) / 1024;
}
