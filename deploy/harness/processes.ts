/** The processes of the product: which there are, what they take of processor and memory. */
import { type ChildProcess, execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keepLooking } from './waiting.js';

/** An empty temporary folder. Postgres may run as another user, who must be able to pass. */
export async function makeDataFolder(name: string, disk = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(disk, `insuremanager-${name}-`));
  await chmod(folder, 0o711);
  return folder;
}

/** What a process says, on both of its streams. */
export function readOutput(
  child: Pick<ChildProcess, 'stdout' | 'stderr'>,
  onOutput: (text: string) => void,
): void {
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', onOutput);
  }
}

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  /** Processor time used so far, milliseconds; 0 where there is no /proc. */
  readonly cpuMillis: number;
}

/** All processes of this machine: from /proc, else from `ps`. */
export async function processes(): Promise<Process[]> {
  const names = await readdir('/proc').catch(() => undefined);
  if (!names) return processesByPs();
  const read = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(processOf));
  return read.filter((process) => process !== undefined);
}

/** The system counts in hundredths of a second. */
const TICK_MS = 10;

async function processOf(name: string): Promise<Process | undefined> {
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

async function processesByPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args=']);
  return [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(
    ([, pid, parent, command = '']) => ({
      ...{ pid: Number(pid), parent: Number(parent), command, cpuMillis: 0 },
    }),
  );
}

/** The children of a process, and theirs. */
export async function processesBelow(parent: number): Promise<Process[]> {
  const all = await processes();
  const below = (of: number): Process[] =>
    all.filter((process) => process.parent === of).flatMap((child) => [child, ...below(child.pid)]);
  return below(parent);
}

/** What the processes of the product are called in figures, by the entry that they run. */
const KINDS: readonly (readonly [kind: string, mark: RegExp])[] = [
  ['app', /roles\/main\.js/],
  ['k6', /load\/day\.js/],
  ['readers', /bench\/streamReaders\.js/],
  ['event store', /bench\/testing\/eventStoreProcess\.js/],
  ['rebuild', /bench\/rebuildProcess\.js/],
  ['Postgres', /postgres/],
];

/** Names of processes by their number; others are called by their kind. */
export type Names = ReadonlyMap<number, string>;

interface ProductProcess extends Process {
  readonly kind: string;
  readonly name: string;
}

/** Those below this process. */
async function productProcesses(names: Names = new Map()): Promise<ProductProcess[]> {
  return (await processesBelow(process.pid)).flatMap((one) => {
    const kind = KINDS.find(([, mark]) => mark.test(one.command))?.[0];
    return kind ? [{ ...one, kind, name: names.get(one.pid) ?? kind }] : [];
  });
}

const addTo = (sums: Map<string, number>, name: string, more: number) =>
  sums.set(name, (sums.get(name) ?? 0) + more);

/**
 * Runs `work`; `used` is the processor time meanwhile by name or kind of process, this one included,
 * milliseconds.
 */
export async function withProcessorTimes<Result>(
  work: () => Promise<Result>,
  names?: Names,
): Promise<{ result: Result; used: ReadonlyMap<string, number> }> {
  const times = async (): Promise<Map<string, number>> => {
    const { user, system } = process.cpuUsage();
    const sums = new Map([['load generator', (user + system) / 1000]]);
    for (const { name, cpuMillis } of await productProcesses(names)) addTo(sums, name, cpuMillis);
    return sums;
  };
  const before = await times();
  const result = await work();
  const after = await times();
  const used = new Map([...after].map(([kind, at]) => [kind, at - (before.get(kind) ?? 0)]));
  return { result, used };
}

/**
 * MiB of a process now, or at most so far; 0 where there is no /proc, and when it has ended. What
 * Postgres's processes have in common is shared out among them, and they know no peak.
 */
async function memoryOf({ kind, pid }: ProductProcess, what: 'now' | 'peak'): Promise<number> {
  const [file, name] =
    kind === 'Postgres' ? ['smaps_rollup', 'Pss'] : ['status', what === 'now' ? 'VmRSS' : 'VmHWM'];
  const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024;
}

async function memories(what: 'now' | 'peak', names?: Names, kind?: string) {
  const sums = new Map<string, number>();
  for (const process of await productProcesses(names)) {
    if (kind !== undefined && process.kind !== kind) continue;
    addTo(sums, process.name, await memoryOf(process, what));
  }
  return sums;
}

/** Resident memory of the processes of a kind now, MiB; 0 where there is no /proc. */
export const residentMemory = async (kind: string): Promise<number> =>
  (await memories('now', undefined, kind)).get(kind) ?? 0;

/** Peak memory by kind of process, MiB. */
export type PeakMemory = Readonly<Record<string, number>>;

/**
 * What the processes below this one take at most. `look` while they still run: the system itself
 * keeps the peak of each, but of Postgres what it has at each look counts. Where there is no /proc,
 * only this process is reported.
 */
export function watchMemory() {
  const peaks = new Map<string, number>();
  return {
    async look(): Promise<void> {
      for (const [kind, mebibytes] of await memories('peak')) {
        peaks.set(kind, Math.max(peaks.get(kind) ?? 0, mebibytes));
      }
    },
    peaks: (): PeakMemory => ({
      'load generator': process.resourceUsage().maxRSS / 1024,
      ...Object.fromEntries(peaks),
    }),
  };
}

/** How many files and sockets a process has open; 0 where there is no /proc, and when it has ended. */
const handlesOf = async ({ pid }: ProductProcess): Promise<number> =>
  (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;

/** What one process, or all of Postgres, held over the time: how much of it, and whether it grew. */
export interface HeldFigures extends Growth {
  readonly process: string;
  readonly what: 'memory' | 'handles' | 'connections';
  readonly unit: 'MiB' | '';
  readonly samples: readonly Sample[];
}

/** The first quarter is that of warming up; after it a line says how it goes on. */
export interface Growth {
  /** On average. */
  readonly firstQuarter: number;
  readonly lastQuarter: number;
  readonly peak: number;
  /** Of the line with the least squares through the last three quarters, in an hour. */
  readonly slope: number;
}

interface Sample {
  readonly seconds: number;
  readonly value: number;
}

/**
 * Looks at the memory and the handles of every process of the product, and at the connections that
 * Postgres has, again and again, until it is stopped or `lastSecond` has passed.
 */
export function recordHeld(
  names: Names,
  { everyMs, lastSecond }: { everyMs: number; lastSecond: number },
  connections: () => Promise<number>,
) {
  const series = new Map<string, Omit<HeldFigures, keyof Growth> & { samples: Sample[] }>();
  const began = performance.now();
  const looking = keepLooking(everyMs, async () => {
    const seconds = Math.round((performance.now() - began) / 1000);
    if (seconds > lastSecond) return;
    const add = (process: string, what: HeldFigures['what'], more: number): void => {
      const key = `${process}, ${what}`;
      const unit = what === 'memory' ? 'MiB' : '';
      const one = series.get(key) ?? { ...{ process, what, unit }, samples: [] };
      series.set(key, one);
      const last = one.samples.at(-1);
      // Postgres is several processes.
      const before = last?.seconds === seconds ? last.value : 0;
      if (last?.seconds === seconds) one.samples.pop();
      one.samples.push({ seconds, value: Math.round((before + more) * 10) / 10 });
    };
    for (const process of await productProcesses(names)) {
      if (process.kind === 'k6') continue;
      add(process.name, 'memory', await memoryOf(process, 'now'));
      add(process.name, 'handles', await handlesOf(process));
    }
    add('Postgres', 'connections', await connections());
  });
  return {
    async stop(): Promise<HeldFigures[]> {
      await looking.stop();
      return [...series.values()].map((one) => ({ ...one, ...growthOf(one.samples) }));
    },
  };
}

export function growthOf(samples: readonly Sample[]): Growth {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const valuesOf = (some: readonly Sample[]) => some.map(({ value }) => value);
  return {
    firstQuarter: mean(valuesOf(samples.slice(0, quarter))),
    lastQuarter: mean(valuesOf(samples.slice(-quarter))),
    peak: Math.max(...valuesOf(samples)),
    slope: slopeOf(samples.slice(quarter)) * 3_600,
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Of the line with the least squares, in a second. */
function slopeOf(samples: readonly Sample[]): number {
  const at = mean(samples.map(({ seconds }) => seconds));
  const level = mean(samples.map(({ value }) => value));
  let up = 0;
  let along = 0;
  for (const { seconds, value } of samples) {
    up += (seconds - at) * (value - level);
    along += (seconds - at) ** 2;
  }
  return along === 0 ? 0 : up / along;
}
