import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Runs a script of this folder in a process of its own until that has ended, and by what signal.
 * It is the build, not the sources that the tests run from.
 */
export async function signalThatEnded(script: string, input: object): Promise<unknown> {
  const entry = join(import.meta.dirname, `../../dist/crash/testing/${script}.js`);
  const child = fork(entry, {
    ...{ execArgv: [], serialization: 'advanced' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(input);
  const [, signal] = await once(child, 'exit');
  return signal;
}
