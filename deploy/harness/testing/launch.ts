import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtEntry } from '../../start/builtEntry.js';
import { readOutput } from '../processes.js';

/**
 * Starts an entry of the build, such as `start/main.js`.
 * @param env all that it gets of an environment
 */
export function launch(
  entry: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  onOutput: (text: string) => void = () => undefined,
) {
  let output = '';
  const child = spawn(process.execPath, [builtEntry(entry), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  readOutput(child, (text) => {
    output += text;
    onOutput(text);
  });
  const closed = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    /** All that it said on both of its streams. */
    said: () => output,
    /** Its exit code once it has ended and said everything; null when it was killed. */
    ended: () => closed,
  };
}

export type Launched = ReturnType<typeof launch>;
