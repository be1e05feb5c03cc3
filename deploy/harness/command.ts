/** What the commands that measure have in common: options, stopping, reports. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { endWith } from '../start/command.js';

export const say = (line: string) => void process.stderr.write(`${line}\n`);

interface Command<Options> {
  readonly usage: string;
  /** @throws an Error with a sentence for the person who typed them. */
  optionsOf(words: readonly string[]): Options;
  /** The exit code. */
  run(options: Options): Promise<number>;
}

/** Runs a command with what was typed, and ends the process; `--help` shows the usage. */
export function runCommand<Options>({ usage, optionsOf, run }: Command<Options>): void {
  const main = async (words: readonly string[]): Promise<number> => {
    if (words.includes('--help')) {
      process.stdout.write(`${usage}\n`);
      return 0;
    }
    let options: Options;
    try {
      options = optionsOf(words);
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    }
    return run(options);
  };
  endWith(main(process.argv.slice(2)));
}

/** Options that take a text, with what they are when nobody types them; and flags. */
export function typed<Name extends string, Flag extends string = never>(
  words: readonly string[],
  usual: Readonly<Record<Name, string>>,
  flags: readonly Flag[] = [],
) {
  const texts = Object.entries<string>(usual).map(
    ([name, text]) => [name, { type: 'string', default: text }] as const,
  );
  const yesOrNo = flags.map((name) => [name, { type: 'boolean', default: false }] as const);
  const { values } = parseArgs({
    args: [...words],
    options: Object.fromEntries([...texts, ...yesOrNo]),
  });
  const all = values as Readonly<Record<string, unknown>>;
  const textOf = (name: Name): string => String(all[name] ?? '');
  /** @throws unless it is a number of the form, from `least` to `most`. */
  const number = (name: Name, [least, most]: readonly [number, number], form: RegExp) => {
    const value = form.test(textOf(name)) ? Number(textOf(name)) : Number.NaN;
    if (value >= least && value <= most) return value;
    const kind = form === WHOLE ? 'whole number' : 'number';
    throw new Error(`--${name} must be a ${kind} from ${least} to ${most}.`);
  };
  return {
    textOf,
    isOn: (name: Flag): boolean => all[name] === true,
    whole: (name: Name, least: number, most: number) => number(name, [least, most], WHOLE),
    decimal: (name: Name, least: number, most: number) => number(name, [least, most], DECIMAL),
  };
}

const WHOLE = /^\d{1,9}$/;
const DECIMAL = /^\d{1,4}(\.\d{1,3})?$/;

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
  { out, prefix = '' }: { out: string; prefix?: string },
): Promise<string> {
  const file = out || join('data-bench', `${prefix}${report.at.replaceAll(':', '-')}.json`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  return file;
}
