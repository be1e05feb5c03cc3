import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../embedded/postgres/freePort.js';
import { runningOn } from '../start/lock.js';

export const ADMIN = { username: 'admin', password: 'correct horse battery' };

/** With which it tells how it is. */
export const OPS_TOKEN = 'token-of-the-operators';

/**
 * What can be killed. `backend`: one of Postgres' own processes, as when memory runs out.
 * `children`: all but the supervisor. `supervisor`: it alone, and its children have to notice.
 * `everything`: all, the supervisor first.
 */
export const VICTIMS = [
  'postgres',
  'backend',
  'app',
  'children',
  'supervisor',
  'everything',
] as const;
export type Victim = (typeof VICTIMS)[number];

/** Longest that a start, a recovery or a stop may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 60_000;

/** The whole product as a user starts it, on a data folder and a port of its own. */
export interface InstallationUnderTest {
  readonly dataDir: string;
  readonly url: string;
  /** For operators only. */
  readonly opsUrl: string;
  /** What its supervisors have said so far, those killed included. */
  said(): string;
  /** Does not wait: the start may be killed. */
  start(): void;
  /** Until it says that it is ready. @throws with what it said when it ends before. */
  announced(): Promise<void>;
  /** Starts a second one on the same data folder. Its exit code and what it said. */
  startSecond(): Promise<{ code: number | null; said: string }>;
  kill(victim: Victim): Promise<void>;
  /** SIGSTOP to the processes: they are there and do nothing. */
  stall(victim: Victim): Promise<void>;
  /** Lets those go on that were stalled. */
  resume(): void;
  /** The process that serves `url`, if there is one. */
  appPid(): Promise<number | undefined>;
  /**
   * What the system says of the environments of all that it has started, Postgres' own processes
   * included; empty where there is no `/proc`.
   */
  environments(): Promise<{ command: string; environment: string }[]>;
  /** As by Ctrl-C. The supervisor's exit code. */
  stop(): Promise<number | null>;
  /** Pids of whatever still runs for the data folder. */
  leftovers(): Promise<number[]>;
  /** Kills what still runs and removes the data folder. */
  remove(): Promise<void>;
}

/**
 * @param environment settings besides those that every installation of the tests has
 * @param disk where its data folder lies
 */
export async function makeInstallation(
  environment: Readonly<Record<string, string>> = {},
  disk = tmpdir(),
): Promise<InstallationUnderTest> {
  const dataDir = await mkdtemp(join(disk, 'insuremanager-crash-'));
  // Postgres may run as another user, who must be able to pass.
  await chmod(dataDir, 0o711);
  // One port for all starts: none may find it taken by what a killed one left behind.
  const port = await freePort();
  const opsPort = await freePort();
  let output = '';
  let supervisor: ChildProcess | undefined;
  let stalled: number[] = [];

  const launch = (onOutput: (text: string) => void): ChildProcess => {
    const entry = join(import.meta.dirname, '../dist/start/main.js');
    const child = spawn(process.execPath, [entry], {
      env: {
        ...process.env,
        // Its own servers, unless it is given others.
        ...{ DATABASE_URL: undefined, EVENTSTORE_URL: undefined },
        ...environment,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_PASSWORD: ADMIN.password,
        OPS_TOKEN,
        OPS_PORT: String(opsPort),
        LOG_LEVEL: 'warn',
        // As under npm: it stops when the process that started it is killed.
        npm_lifecycle_event: 'test',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    readOutput(child, onOutput);
    return child;
  };

  const start = (): void => {
    supervisor = launch((text) => {
      output += text;
    });
  };

  const hasEnded = (): boolean =>
    !supervisor || supervisor.exitCode !== null || supervisor.signalCode !== null;

  const supervisorPid = (): number => {
    if (!supervisor?.pid || hasEnded()) throw new Error(`The supervisor does not run.\n${output}`);
    return supervisor.pid;
  };

  const pidsOf = async (victim: Victim): Promise<number[]> => {
    const parent = supervisorPid();
    const app = () => childrenOf(parent, 'roles/main.js');
    const postgres = async () => [(await postmasterOf(dataDir)) ?? []].flat();
    const children = async () => (await Promise.all([postgres(), app()])).flat();
    switch (victim) {
      case 'postgres':
        return postgres();
      case 'backend':
        return (await childrenOf((await postmasterOf(dataDir)) ?? 0, 'postgres')).slice(-1);
      case 'app':
        return app();
      case 'children':
        return children();
      case 'supervisor':
        return [parent];
      case 'everything':
        return [parent, ...(await children())];
    }
  };

  return {
    dataDir,
    url: `http://127.0.0.1:${port}`,
    opsUrl: `http://127.0.0.1:${opsPort}`,
    said: () => output,
    start,
    async announced() {
      const before = output.lastIndexOf('is ready at');
      await until(() => {
        if (hasEnded()) throw new Error(`The start has failed.\n${output}`);
        return output.lastIndexOf('is ready at') > before;
      });
    },
    async startSecond() {
      let said = '';
      const child = launch((text) => {
        said += text;
      });
      const [code] = await once(child, 'close');
      return { code, said };
    },
    async kill(victim) {
      const pids = await pidsOf(victim);
      for (const pid of pids) killHard(pid);
      output += `\n--- killed: ${victim} (${pids.join(', ')})\n`;
      if (pids.includes(supervisor?.pid ?? 0)) await until(hasEnded);
    },
    async stall(victim) {
      stalled = await pidsOf(victim);
      for (const pid of stalled) signal(pid, 'SIGSTOP');
    },
    resume() {
      for (const pid of stalled) signal(pid, 'SIGCONT');
    },
    appPid: async () => (await childrenOf(supervisorPid(), 'roles/main.js'))[0],
    environments: () => environmentsBelow(supervisorPid()),
    async stop() {
      const child = supervisor;
      if (!child || hasEnded()) throw new Error(`The supervisor does not run.\n${output}`);
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      return code;
    },
    leftovers: () => processesOn(dataDir),
    async remove() {
      const pids = await processesOn(dataDir);
      if (!hasEnded() && supervisor?.pid) pids.unshift(supervisor.pid);
      for (const pid of pids) killHard(pid);
      await until(async () => (await processesOn(dataDir)).length === 0);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a process says, on both of its streams. */
export function readOutput(child: ChildProcess, onOutput: (text: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', onOutput);
  }
}

/** Who is at work on the data folder, and where its servers listen. @throws when nobody is. */
export async function serversOf(dataDir: string): Promise<{ databaseUrl: string }> {
  const { databaseUrl } = (await runningOn(dataDir)) ?? {};
  if (!databaseUrl) throw new Error('The servers are not known.');
  return { databaseUrl };
}

/** Asks every 20 ms until the state is there. @throws after a minute by default. */
export async function until(
  state: () => boolean | Promise<boolean>,
  what: string | (() => string) = 'the state',
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await state())) {
    if (Date.now() > deadline) {
      throw new Error(`Waited in vain for ${typeof what === 'string' ? what : what()}.`);
    }
    await pause(20);
  }
}

const run = promisify(execFile);

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The children of a process whose command line holds the text. */
async function childrenOf(parent: number, text: string): Promise<number[]> {
  const all = await processes();
  return all
    .filter((process) => process.parent === parent && process.command.includes(text))
    .map(({ pid }) => pid);
}

async function processes(): Promise<Process[]> {
  const { stdout } = await run('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** Of the children of a process, and of theirs. */
async function environmentsBelow(parent: number) {
  if (platform() !== 'linux') return [];
  const all = await processes();
  const below = (of: number): Process[] =>
    all.filter((process) => process.parent === of).flatMap((child) => [child, ...below(child.pid)]);
  const read = async ({ pid, command }: Process) => {
    // One of Postgres' may have ended meanwhile.
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => null);
    return environment === null ? [] : [{ command, environment }];
  };
  return (await Promise.all(below(parent).map(read))).flat();
}

/** The postmaster of the embedded Postgres in a data folder, if it has one. */
async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  return pid > 1 ? pid : undefined;
}

/**
 * Every process that was started for a data folder, orphans included: it was given the folder in
 * its environment, or (Postgres, which writes its title over that) works in it. Linux only;
 * elsewhere none is found.
 */
async function processesOn(dataDir: string): Promise<number[]> {
  if (platform() !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => belongsTo(pid, dataDir)));
  return pids.filter((pid, index) => found[index] && pid !== process.pid);
}

async function belongsTo(pid: number, dataDir: string): Promise<boolean> {
  const [environment, folder] = await Promise.all([
    readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
  ]);
  return (
    environment.split('\0').includes(`DATA_DIR=${dataDir}`) || folder.startsWith(`${dataDir}/`)
  );
}

/** No handler, no farewell. */
const killHard = (pid: number): void => signal(pid, 'SIGKILL');

/** One that has just ended is no error. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
