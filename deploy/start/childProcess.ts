import { fork } from 'node:child_process';
import { on } from 'node:events';
import { nodeEnvironment } from '../childEnvironment.js';
import { builtEntry } from './builtEntry.js';

/**
 * Events, rows and answers live for a moment. With room for the young they die there, and the
 * collector need not carry them along: see docs/benchmarks.md for what that saves. Nor may it take
 * rows for lasting because those of a moment were in use: it would then make all that follow old at
 * once, with what they hold, and the memory of an export would grow with its rows. What grows old all
 * the same may be as much as what is in use, where it would be three times that by itself.
 */
const MEMORY = [
  '--max-semi-space-size=32',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=100',
];

export interface ChildOptions {
  /** Entry file of the build, such as `roles/main.js`. */
  entry: string;
  /** Milliseconds between asking it to stop and killing it. */
  stopTimeoutMs: number;
}

/**
 * Forks an entry of this build. It has a process group of its own, as Ctrl-C reaches a whole group
 * and the order of stopping is ours; and a channel, by which it gets its settings, as others can read
 * an environment, and by whose end it notices that we were killed.
 */
export function forkChild(options: ChildOptions) {
  const child = fork(builtEntry(options.entry), [], {
    // GraphQL checks every value twice while somebody develops with it.
    env: { NODE_ENV: 'production', ...nodeEnvironment() },
    execArgv: [...process.execArgv, ...MEMORY],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    detached: true,
  });
  const messages = on(child, 'message');
  const ended = new Promise<string>((resolve) => {
    // Every one is heard: an error that nobody hears would end the supervisor.
    child.on('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  return {
    process: child,
    ended,
    /** The next thing that it says. @throws when it ends before, saying how, by this name. */
    async message(name: string) {
      const outcome = await Promise.race([messages.next(), ended]);
      if (typeof outcome === 'string') throw new Error(`${name} has ended (${outcome}).`);
      return outcome.value[0];
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const harder = setTimeout(() => child.kill('SIGKILL'), options.stopTimeoutMs);
      await ended;
      clearTimeout(harder);
    },
  };
}
