/** What the commands that measure have in common: options, stopping, reports. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { endWith } from '../start/command.js';

export const say = (line: string) => void process.stderr.write(`${line}\n`);

/** An option of a command: a number within bounds, a text, or a flag; as it is when nobody types it. */
type Option = { readonly what: string } & (
  | {
      readonly usual: number;
      readonly within: readonly [least: number, most: number];
      readonly isDecimal?: boolean;
    }
  | { readonly usual: string; readonly sign: string }
  | { readonly usual: false }
);

export type Options = Readonly<Record<string, Option>>;

type Widened<Value> = Value extends number ? number : Value extends string ? string : boolean;

export type Typed<All extends Options> = {
  readonly [Name in keyof All]: Widened<All[Name]['usual']>;
};

/** What was typed. @throws an Error with a sentence for the person who typed it. */
export function typed<All extends Options>(all: All, words: readonly string[]): Typed<All> {
  const forms = Object.entries(all).map(
    ([name, { usual }]) => [name, { type: usual === false ? 'boolean' : 'string' }] as const,
  );
  const { values } = parseArgs({ args: [...words], options: Object.fromEntries(forms) });
  const read = Object.entries(all).map(([name, option]) => {
    const value = values[name];
    if (value === undefined) return [name, option.usual];
    return [name, 'within' in option ? numberOf(name, String(value), option) : value];
  });
  return Object.fromEntries(read);
}

function numberOf(
  name: string,
  text: string,
  { within: [least, most], isDecimal = false }: Extract<Option, { usual: number }>,
): number {
  const form = isDecimal ? /^\d{1,4}(\.\d{1,3})?$/ : /^\d{1,9}$/;
  const value = form.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  const kind = isDecimal ? 'number' : 'whole number';
  throw new Error(`--${name} must be a ${kind} from ${least} to ${most}.`);
}

const count = (value: number): string => value.toLocaleString('en-GB');

function usageOf(name: string, all: Options, remark: string): string {
  const lines = Object.entries(all).map(([option, form]) => {
    const sign = form.usual === false ? '' : 'within' in form ? 'N' : form.sign;
    const range =
      'within' in form
        ? `, ${form.within.map(count).join(' to ')} (default ${count(form.usual)})`
        : '';
    return `  ${`--${option} ${sign}`.padEnd(16)} ${form.what}${range}`;
  });
  return [`Usage: npm run ${name} -- [options]`, ...lines, '', remark].join('\n');
}

interface Command<All extends Options, Understood> {
  /** As npm knows it. */
  readonly name: string;
  readonly options: All;
  readonly remark: string;
  /** @throws an Error with a sentence for the person who typed them. */
  understand(words: readonly string[]): Understood;
  /** The exit code. */
  run(understood: Understood): Promise<number>;
}

/** Runs a command with what was typed, and ends the process; `--help` shows the usage. */
export function runCommand<All extends Options, Understood>({
  name,
  options,
  remark,
  understand,
  run,
}: Command<All, Understood>): void {
  const usage = usageOf(name, options, remark);
  const main = async (words: readonly string[]): Promise<number> => {
    if (words.includes('--help')) {
      process.stdout.write(`${usage}\n`);
      return 0;
    }
    let understood: Understood;
    try {
      understood = understand(words);
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    }
    return run(understood);
  };
  endWith(main(process.argv.slice(2)));
}

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
