import { spawn } from 'node:child_process';
import { readOutput } from '../../harness/processes.js';

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Shows what it says as it says it. */
  readonly isShown?: boolean;
  /** Ends it, and whatever it has started. */
  readonly ended?: AbortSignal;
}

const wordsOf = ({ reason }: AbortSignal): string => `${(reason as Error).message}`;

/** Milliseconds. */
const KILLED_AFTER_MS = 20_000;

/**
 * What a command writes to its standard output. It has a process group of its own, as Ctrl-C reaches
 * a whole group and what ends when is decided here.
 * @throws with its last words when it fails, or as the cause when it was ended.
 */
export function output(
  program: string,
  args: readonly string[],
  { env, cwd, isShown = false, ended }: CommandOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    if (ended?.aborted) return reject(new Error(wordsOf(ended)));
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const options = { cwd, env: { ...process.env, ...env }, stdio: [...stdio], detached: true };
    const child = spawn(program, args, options);
    const signal = (name: NodeJS.Signals) => {
      // The number of a group that has ended is no one's, or another's.
      const isOver = child.exitCode !== null || child.signalCode !== null;
      if (child.pid && !isOver) process.kill(-child.pid, name);
    };
    const stop = () => {
      signal('SIGTERM');
      setTimeout(signal, KILLED_AFTER_MS, 'SIGKILL').unref();
    };
    ended?.addEventListener('abort', stop, { once: true });
    let said = '';
    let complained = '';
    readOutput({ stdout: child.stdout, stderr: null }, (text) => {
      said += text;
      if (isShown) process.stdout.write(text);
    });
    readOutput({ stdout: null, stderr: child.stderr }, (text) => {
      complained = (complained + text).slice(-4000);
      if (isShown) process.stderr.write(text);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      ended?.removeEventListener('abort', stop);
      if (code === 0) resolve(said);
      else if (ended?.aborted) reject(new Error(wordsOf(ended), { cause: complained }));
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}.\n${complained}`));
    });
  });
}

export const succeeds = (program: string, args: readonly string[], options?: CommandOptions) =>
  output(program, args, options).then(
    () => true,
    () => false,
  );
