import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeEnvironment } from '../childEnvironment.js';

/**
 * Events, rows and answers live for a moment. With room for the young they die there, and the
 * collector need not carry them along: see docs/benchmarks.md for what that saves.
 */
const YOUNG_MEMORY = ['--max-semi-space-size=32'];

export interface ChildOptions {
  /** Entry file, relative to this folder's parent in the build, such as `roles/main.js`. */
  entry: string;
  /** Milliseconds between asking it to stop and killing it. */
  stopTimeoutMs: number;
}

export interface Child {
  readonly process: ChildProcess;
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Forks an entry of this build. It has a process group of its own, as Ctrl-C reaches a whole group
 * and the order of stopping is ours; and a channel, by which it gets its settings, as others can read
 * an environment, and by whose end it notices that we were killed.
 */
export function forkChild(options: ChildOptions): Child {
  const entry = fileURLToPath(new URL(`../${options.entry}`, import.meta.url));
  const child = fork(entry, [], {
    env: nodeEnvironment(),
    execArgv: [...process.execArgv, ...YOUNG_MEMORY],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    detached: true,
  });
  const ended = new Promise<string>((resolve) => {
    // Every one is heard: an error that nobody hears would end the supervisor.
    child.on('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  return {
    process: child,
    ended,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const harder = setTimeout(() => child.kill('SIGKILL'), options.stopTimeoutMs);
      await ended;
      clearTimeout(harder);
    },
  };
}

/** The first message of a child. @throws when it ends before, saying how. */
export async function firstMessage(child: Child, name: string): Promise<unknown> {
  const message = once(child.process, 'message').then(([said]) => ({ said }));
  const outcome = await Promise.race([message, child.ended]);
  if (typeof outcome === 'string') throw new Error(`${name} has ended (${outcome}).`);
  return outcome.said;
}
