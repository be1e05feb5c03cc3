/** What the commands that measure have in common: options, stopping, reports. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { dirname, join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { endWith } from '../start/endWith.js';

export const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Reads a number of an option. @throws with a sentence for the person who typed it. */
export const within =
  (least: number, most: number, { isDecimal = false } = {}) =>
  (text: string): number => {
    const value = (isDecimal ? /^\d+(\.\d+)?$/ : /^\d+$/).test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const kind = isDecimal ? 'number' : 'whole number';
    throw new InvalidArgumentError(`It must be a ${kind} from ${least} to ${most}.`);
  };

/** Runs a command with what was typed, and ends the process with the exit code that `run` gives. */
export const runCommand = <Options extends object>(
  command: Command,
  run: (options: Options) => Promise<number>,
): void => endWith(run(command.parse().opts<Options>()));

/** Where and when something is measured: others at work spoil the figures. */
export interface Circumstances {
  /** ISO instant. */
  readonly at: string;
  readonly machine: string;
  /** Processes that wanted a processor in the minute before. */
  readonly loadBefore: number;
}

export const circumstances = (): Circumstances => {
  const [{ model = 'unknown' } = {}, { length }] = [cpus()[0], cpus()];
  const memory = Math.round(totalmem() / 1024 ** 3);
  return {
    at: new Date().toISOString(),
    machine: `${length} × ${model.trim()}, ${memory} GiB, ${type()} ${release()}, Node ${process.version}`,
    loadBefore: loadNow(),
  };
};

export const loadNow = (): number => loadavg()[0] ?? 0;

/** For the reader of the figures. */
export const circumstancesText = (report: Circumstances & { readonly loadAfter: number }): string =>
  `${report.machine}; load before ${report.loadBefore.toFixed(1)}, after ${report.loadAfter.toFixed(1)}.`;

/** Writes a report as JSON into the file, or into one named after the time. Which one it was. */
export async function writeReport(
  report: Circumstances,
  { out, prefix = '' }: { out?: string | undefined; prefix?: string },
): Promise<string> {
  const file = out ?? join('data-bench', `${prefix}${report.at.replaceAll(':', '-')}.json`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  return file;
}
