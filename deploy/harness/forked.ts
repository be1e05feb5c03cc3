/** Work in a process of its own, which gets what it needs by a message and answers by messages. */
import { forkChild } from '../start/childProcess.js';

/** Milliseconds. */
const STOP_TIMEOUT_MS = 20_000;

/** Forks an entry of the build, such as `bench/rebuildProcess.js`, and sends it what it needs. */
export function fork(entry: string, input: object) {
  const child = forkChild({ entry, stopTimeoutMs: STOP_TIMEOUT_MS });
  child.process.send(input);
  return {
    pid: child.process.pid,
    stop: child.stop,
    /** Asks it something more; `answer` waits for what it says to that. */
    send: (message: object) => child.process.send(message),
    /** The next thing that it says. @throws with its own words when it has failed. */
    async answer<Message>(): Promise<Message> {
      const message = (await child.message(entry)) as Message & object;
      if ('failure' in message) throw new Error(String(message.failure));
      return message;
    },
  };
}

export const answer = (message: object): void => {
  if (process.connected) process.send?.(message);
};

/**
 * The other side: runs `work` with what the parent has sent, and answers with its result. Ends with
 * that, unless it is to go on until it is asked to stop; and when the parent has died.
 */
export function onInput<Input>(
  work: (input: Input) => Promise<object>,
  { goesOn = false, stop = async () => {} }: { goesOn?: boolean; stop?(): Promise<void> } = {},
): void {
  let isStopping = false;
  const end = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await stop();
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, end);
  process.once('message', (input) => {
    work(input as Input).then(
      (result) => process.send?.(result, () => void (goesOn || process.exit(0))),
      (error: unknown) => {
        const { message, stack } = error instanceof Error ? error : new Error(String(error));
        process.stderr.write(`${process.env.DEBUG ? stack : message}\n`);
        process.exitCode = 1;
        answer({ failure: message });
        process.disconnect?.();
      },
    );
  });
}
