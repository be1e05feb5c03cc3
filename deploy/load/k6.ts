import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** From deploy/dist/load to the script, which is k6's to read. */
const SCRIPT = fileURLToPath(new URL('../../load/day.js', import.meta.url));

const program = (): string => process.env.K6 || 'k6';

/** @throws an Error with a sentence for the person who started it. */
export async function requireK6(): Promise<string> {
  const { stdout } = await promisify(execFile)(program(), ['version']).catch((cause: unknown) => {
    throw new Error(
      'k6 is not there. Name the program in K6, or build it: go install go.k6.io/k6@v1.3.0',
      { cause },
    );
  });
  return stdout.split(' ').slice(0, 2).join(' ');
}

/** Runs the day as `plan` says; its lines come in `log`. @throws when k6 itself fails. */
export async function runDay(plan: string, log: string, stopped: AbortSignal): Promise<void> {
  const words = [
    ...['run', '--quiet', '--no-usage-report', '--summary-mode=disabled', '--log-format', 'raw'],
    ...['--console-output', log, '--env', `PLAN=${plan}`, SCRIPT],
  ];
  const day = spawn(program(), words, { stdio: ['ignore', 'inherit', 'inherit'], signal: stopped });
  const [code] = await once(day, 'close');
  if (code !== 0) throw new Error(`k6 has ended with ${code}.`);
}
