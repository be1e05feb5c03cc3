import { spawn } from 'node:child_process';

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Shows what it says as it says it. */
  readonly isShown?: boolean;
}

/** What a command writes to its standard output. @throws with its last words when it fails. */
export function output(
  program: string,
  args: readonly string[],
  { env, cwd, isShown = false }: CommandOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let complained = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (isShown) process.stdout.write(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complained = (complained + text).slice(-4000);
      if (isShown) process.stderr.write(text);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(said);
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}.\n${complained}`));
    });
  });
}

export const succeeds = (program: string, args: readonly string[], options?: CommandOptions) =>
  output(program, args, options).then(
    () => true,
    () => false,
  );
