import { readdir, readFile } from 'node:fs/promises';

/** What the processes of the product are called here, by the entry that they run. */
const KINDS: readonly (readonly [kind: string, mark: RegExp])[] = [
  ['app', /roles\/main\.js/],
  ['k6', /load\/day\.js/],
  ['role', /load\/roleProcess\.js/],
  ['rebuild', /bench\/rebuildProcess\.js/],
  ['Postgres', /postgres/],
];

export interface ProductProcess {
  readonly kind: string;
  readonly pid: number;
  /** Processor time used so far, milliseconds. */
  readonly cpuMillis: number;
}

/** The processes below this one, from /proc; none where there is no /proc. */
export async function productProcesses(): Promise<ProductProcess[]> {
  const names = await readdir('/proc').catch(() => []);
  const read = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(processOf));
  const all = read.filter((process) => process !== undefined);
  const family = new Set([process.pid]);
  // Children may have lower numbers than their parents: look again until nobody joins.
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.flatMap(({ pid, command, cpuMillis }) => {
    const kind = KINDS.find(([, mark]) => mark.test(command))?.[0];
    return kind && family.has(pid) && pid !== process.pid ? [{ kind, pid, cpuMillis }] : [];
  });
}

/** Processor time by kind of process, this one included, milliseconds. */
export async function processorTimes(): Promise<Map<string, number>> {
  const { user, system } = process.cpuUsage();
  const times = new Map([['load generator', (user + system) / 1000]]);
  for (const { kind, cpuMillis } of await productProcesses()) {
    times.set(kind, (times.get(kind) ?? 0) + cpuMillis);
  }
  return times;
}

/** Runs `work`; `used` is the processor time by kind of process meanwhile, milliseconds. */
export async function withProcessorTimes<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; used: ReadonlyMap<string, number> }> {
  const before = await processorTimes();
  const result = await work();
  const after = await processorTimes();
  const used = new Map([...after].map(([kind, at]) => [kind, at - (before.get(kind) ?? 0)]));
  return { result, used };
}

/** The system counts in hundredths of a second. */
const TICK_MS = 10;

async function processOf(name: string) {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${name}/stat`, 'utf8'),
      readFile(`/proc/${name}/cmdline`, 'utf8'),
    ]);
    // The name, in brackets, may hold blanks. After it: state, parent, …, and at 11 to 14 user and
    // system time, its own and that of its children who have ended (Postgres lets many go).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      pid: Number(name),
      parent: Number(fields[1]),
      cpuMillis: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS,
      command: command.replaceAll('\0', ' '),
    };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

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
 * the others. Where there is no /proc, only this process is reported.
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

/**
 * What a process holds of the machine's memory now, MiB. What Postgres's processes have in common is
 * shared out among them. 0 where there is no /proc, and when the process has ended.
 */
export const memoryOf = async ({ kind, pid }: ProductProcess): Promise<number> => {
  const isShared = kind === 'Postgres';
  const kibibytes = isShared ? field(pid, 'smaps_rollup', 'Pss') : field(pid, 'status', 'VmRSS');
  return (await kibibytes) / 1024;
};

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
