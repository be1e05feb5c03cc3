import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

interface ServerProgram {
  /** In messages and in the name of its folder. */
  readonly name: string;
  launch(): ChildProcess | Promise<ChildProcess>;
  /** Resolves when it does what it is asked; rejects when it ends before that. */
  serving(child: ChildProcess): Promise<void>;
}

/** Makes its folder; it is not started yet. */
export async function serverProcess({ name, launch, serving }: ServerProgram) {
  const folder = await mkdtemp(join(tmpdir(), `insuremanager-${name.toLowerCase()}-`));
  let child: ChildProcess | undefined;
  const isRunning = () => child && child.exitCode === null && child.signalCode === null;
  const killNow = () => child?.kill('SIGKILL');
  // Should the run be ended before it stops its servers.
  process.once('exit', killNow);

  const kill = async (): Promise<void> => {
    if (!child || !isRunning()) return;
    const ended = once(child, 'exit');
    killNow();
    await ended;
  };
  return {
    /** Where what it holds lies. */
    folder,
    /** Also once more after `kill`, with what it held. @throws when it runs, or does not serve. */
    async start() {
      // Two of them would share the port.
      if (isRunning()) throw new Error(`${name} runs already`);
      child = await launch();
      await serving(child);
    },
    /** Ends it as a crash does. */
    kill,
    /** Ends it and removes what it held. */
    async stop() {
      process.off('exit', killNow);
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
    /** It answers nothing more, and keeps its connections. Resolves once each of its threads rests. */
    async freeze() {
      child?.kill('SIGSTOP');
      // One thread takes the signal and stops the others; on a busy machine they answer meanwhile.
      while (child?.pid && !(await isStopped(child.pid))) await pause(1);
    },
    thaw: () => void child?.kill('SIGCONT'),
  };
}

/** A server of this machine that a spec starts, kills and starts again. */
export type ServerProcess = Awaited<ReturnType<typeof serverProcess>>;

/** As the system says of its threads; where it has no `/proc`, they are believed to have stopped. */
async function isStopped(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const states = threads.map(async (thread) => {
    const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => '');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] ?? 'X';
  });
  return (await Promise.all(states)).every((state) => 'TX'.includes(state));
}
