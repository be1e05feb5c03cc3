/**
 * Ends the process with `main`: its result is the exit code. An error is one sentence, with DEBUG
 * its stack.
 */
export function endWith(main: Promise<number>): void {
  main.then(
    (code) => process.exit(code),
    (error: unknown) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      process.stderr.write(`${process.env.DEBUG ? (stack ?? message) : message}\n`);
      process.exit(1);
    },
  );
}
