import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../embedded/postgres/freePort.js';
import { runningOn } from '../start/lock.js';
import { childrenOf, killHard, postmasterOf, processesOn } from './processes.js';

export const ADMIN = { username: 'admin', password: 'correct horse battery' };

/**
 * What can be killed. `backend`: one of Postgres' own processes, as when memory runs out.
 * `children`: all but the supervisor. `supervisor`: it alone, and its children have to notice.
 * `everything`: all, the supervisor first.
 */
export const VICTIMS = [
  'event node',
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
  /** What its supervisors have said so far, those killed included. */
  said(): string;
  /** Does not wait: the start may be killed. */
  start(): void;
  /** Until it says that it is ready. @throws with what it said when it ends before. */
  announced(): Promise<void>;
  /** Starts a second one on the same data folder. Its exit code and what it said. */
  startSecond(): Promise<{ code: number | null; said: string }>;
  kill(victim: Victim): Promise<void>;
  /** The process that serves `url`, if there is one. */
  appPid(): Promise<number | undefined>;
  /** As by Ctrl-C. The supervisor's exit code. */
  stop(): Promise<number | null>;
  /** Pids of whatever still runs for the data folder. */
  leftovers(): Promise<number[]>;
  /** Kills what is left and removes the data folder. */
  remove(): Promise<void>;
}

export async function makeInstallation(): Promise<InstallationUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'insuremanager-crash-'));
  // Postgres may run as another user, who must be able to pass.
  await chmod(dataDir, 0o711);
  // One port for all starts: none may find it taken by what a killed one left behind.
  const port = await freePort();
  let output = '';
  let supervisor: ChildProcess | undefined;

  const launch = (): ChildProcess => {
    const entry = join(import.meta.dirname, '../dist/start/main.js');
    const child = spawn(process.execPath, [entry], {
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_PASSWORD: ADMIN.password,
        LOG_LEVEL: 'warn',
        // As under npm: it stops when the process that started it is killed.
        npm_lifecycle_event: 'test',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return child;
  };

  const start = (): void => {
    const child = launch();
    supervisor = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
  };

  const hasEnded = (): boolean =>
    !supervisor || supervisor.exitCode !== null || supervisor.signalCode !== null;

  const supervisorPid = (): number => {
    if (!supervisor?.pid || hasEnded()) throw new Error(`The supervisor does not run.\n${output}`);
    return supervisor.pid;
  };

  const pidsOf = async (victim: Victim): Promise<number[]> => {
    const parent = supervisorPid();
    const eventNode = () => childrenOf(parent, 'embedded/eventNode/main.js');
    const app = () => childrenOf(parent, 'roles/main.js');
    const postgres = async () => [(await postmasterOf(dataDir)) ?? []].flat();
    const children = async () => (await Promise.all([eventNode(), postgres(), app()])).flat();
    switch (victim) {
      case 'event node':
        return eventNode();
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
      const child = launch();
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => {
          said += text;
        });
      }
      const [code] = await once(child, 'close');
      return { code, said };
    },
    async kill(victim) {
      const pids = await pidsOf(victim);
      for (const pid of pids) killHard(pid);
      output += `\n--- killed: ${victim} (${pids.join(', ')})\n`;
      if (pids.includes(supervisor?.pid ?? 0)) await until(hasEnded);
    },
    appPid: async () => (await childrenOf(supervisorPid(), 'roles/main.js'))[0],
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

/** Who is at work on the data folder, and where its servers listen. @throws when nobody is. */
export async function serversOf(
  dataDir: string,
): Promise<{ databaseUrl: string; eventStoreUrl: string }> {
  const { databaseUrl, eventStoreUrl } = (await runningOn(dataDir)) ?? {};
  if (!databaseUrl || !eventStoreUrl) throw new Error('The servers are not known.');
  return { databaseUrl, eventStoreUrl };
}

/** Asks every 20 ms until the state is there. @throws after a minute, unless told otherwise. */
export async function until(
  state: () => boolean | Promise<boolean>,
  what = 'the state',
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await state())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
    await pause(20);
  }
}
