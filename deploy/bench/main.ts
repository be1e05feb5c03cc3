/** `npm run bench`: measures the product on this machine, see docs/benchmarks.md. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { endWith } from '../start/command.js';
import { type BenchOptions, benchOptions, USAGE } from './benchOptions.js';
import { figureTable } from './figures.js';
import { measure, type Report } from './measure.js';
import { questionTable } from './questionMeasures.js';
import { setStage } from './stage.js';

const say = (line: string) => void process.stderr.write(`${line}\n`);

async function bench(options: BenchOptions): Promise<void> {
  const staging = setStage();
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    say('Stopping …');
    // Also when it is only just coming up: nothing may be left behind.
    const stage = await staging.catch(() => undefined);
    await stage?.clear();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const stage = await staging;
  try {
    await publish(await measure(stage, options, say), options);
  } catch (error) {
    // What fails because it was stopped is no failure.
    if (!isStopping) throw error;
  } finally {
    await stage.clear();
  }
}

async function publish(report: Report, { json, out }: BenchOptions): Promise<void> {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (json && out === undefined) {
    process.stdout.write(text);
    return;
  }
  const file = out ?? join('data-bench', `${report.at.replaceAll(':', '-')}.json`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  const { figures, questions, peakMemory, machine, loadBefore, loadAfter } = report;
  const memory = Object.entries(peakMemory)
    .map(([kind, mebibytes]) => `${kind} ${Math.round(mebibytes)} MiB`)
    .join(', ');
  const parts = [
    figureTable(figures),
    questions.length > 0 ? questionTable(questions) : '',
    `Peak memory: ${memory}.`,
    `${machine}; load before ${loadBefore.toFixed(1)}, after ${loadAfter.toFixed(1)}.`,
    `As JSON: ${file}`,
  ];
  process.stdout.write(`\n${parts.filter(Boolean).join('\n\n')}\n`);
}

async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help')) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  let options: BenchOptions;
  try {
    options = benchOptions(words);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
  await bench(options);
  return 0;
}

endWith(main(process.argv.slice(2)));
