import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { unusedPorts } from '@insuremanager/services/platform/testing/unusedPorts';
import { sendSignal, serverIn } from '../../embedded/postgres/leftover.js';
import { runningOn } from '../../start/lock.js';
import { ADMIN, type Answer, send } from '../client.js';
import { makeDataFolder, processes, processesBelow } from '../processes.js';
import { until } from '../waiting.js';
import { launch } from './launch.js';

/** With which an installation tells how it is. */
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

/**
 * @param environment settings besides those that every such installation has
 * @param place the disk that its data folder lies on; the port of all its starts; what
 *   it is started with, such as `--demo`
 */
export async function makeInstallation(
  environment: Readonly<Record<string, string>> = {},
  place: { readonly disk?: string; readonly port?: number; readonly options?: string[] } = {},
) {
  const dataDir = await makeDataFolder('installation', place.disk);
  // One port for all starts: none may find it taken by what a killed one left behind.
  const [free, opsPort] = await unusedPorts(2);
  const port = place.port ?? free;
  let output = '';
  let supervisor: ChildProcess | undefined;
  let stalled: number[] = [];

  const environmentOfAll = {
    ...process.env,
    // Its own servers, unless it is given others.
    ...{ DATABASE_URL: undefined, EVENTSTORE_URL: undefined, LOG_LEVEL: 'warn' },
    ...environment,
    ...{ HOST: '127.0.0.1', PORT: String(port), OPS_PORT: String(opsPort), OPS_TOKEN },
    ...{ DATA_DIR: dataDir, ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
    // As under npm: it stops when the process that started it is killed.
    npm_lifecycle_event: 'test',
  };
  const launchOne = (
    onOutput?: (text: string) => void,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const settings = { ...environmentOfAll, ...more };
    return launch('start/main.js', place.options ?? [], settings, onOutput);
  };

  const hasEnded = (): boolean =>
    !supervisor || supervisor.exitCode !== null || supervisor.signalCode !== null;

  const running = (): ChildProcess & { pid: number } => {
    if (!supervisor?.pid || hasEnded()) throw new Error(`The supervisor does not run.\n${output}`);
    return supervisor as ChildProcess & { pid: number };
  };

  const pidsOf = async (victim: Victim): Promise<number[]> => {
    const { pid } = running();
    const app = () => childrenOf(pid, 'roles/main.js');
    const postmaster = await serverIn(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'));
    const postgres = postmaster === undefined ? [] : [postmaster];
    switch (victim) {
      case 'postgres':
        return postgres;
      case 'backend':
        return (await childrenOf(postmaster ?? 0, 'postgres')).slice(-1);
      case 'app':
        return app();
      case 'children':
        return [...postgres, ...(await app())];
      case 'supervisor':
        return [pid];
      case 'everything':
        return [pid, ...postgres, ...(await app())];
    }
  };

  return {
    dataDir,
    url: `http://127.0.0.1:${port}`,
    /** For operators only. */
    opsUrl: `http://127.0.0.1:${opsPort}`,
    /** What its supervisors have said so far, those killed included. */
    said: () => output,
    /** Does not wait: the start may be killed. @param more settings of this start alone */
    start(more?: Readonly<Record<string, string>>) {
      const launched = launchOne((text) => {
        output += text;
      }, more);
      supervisor = launched.child;
    },
    /** Until it says that it is ready. @throws with what it said when it ends before. */
    async announced(timeoutMs?: number) {
      const before = output.lastIndexOf('is ready at');
      await until(
        () => {
          if (hasEnded()) throw new Error(`The start has failed.\n${output}`);
          return output.lastIndexOf('is ready at') > before;
        },
        'its being ready',
        timeoutMs,
      );
    },
    /** Starts a second one on the same data folder. Its exit code and what it said. */
    async startSecond() {
      const { ended, said } = launchOne();
      return { code: await ended(), said: said() };
    },
    async kill(victim: Victim) {
      const pids = await pidsOf(victim);
      for (const pid of pids) sendSignal(pid, 'SIGKILL');
      output += `\n--- killed: ${victim} (${pids.join(', ')})\n`;
      if (pids.includes(supervisor?.pid ?? 0)) await until(hasEnded);
    },
    /** SIGSTOP to the processes: they are there and do nothing. */
    async stall(victim: Victim) {
      stalled = await pidsOf(victim);
      for (const pid of stalled) sendSignal(pid, 'SIGSTOP');
    },
    /** Lets those go on that were stalled. */
    resume() {
      for (const pid of stalled) sendSignal(pid, 'SIGCONT');
    },
    /** The process that serves `url`, if there is one. */
    appPid: async () => (await childrenOf(running().pid, 'roles/main.js'))[0],
    /**
     * What the system says of the environments of all that it has started, Postgres' own processes
     * included; empty where there is no `/proc`.
     */
    environments: () => environmentsBelow(running().pid),
    /** As by Ctrl-C. The supervisor's exit code. */
    async stop() {
      const child = running();
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      return code;
    },
    /** Pids of whatever still runs for the data folder. */
    leftovers: () => processesOn(dataDir),
    /** Kills what still runs and removes the data folder. */
    async remove() {
      const pids = await processesOn(dataDir);
      if (!hasEnded()) pids.unshift(running().pid);
      for (const pid of pids) sendSignal(pid, 'SIGKILL');
      await until(async () => (await processesOn(dataDir)).length === 0);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The whole product as a user starts it, on a data folder and a port of its own. */
export type InstallationUnderTest = Awaited<ReturnType<typeof makeInstallation>>;

/** How an installation is, in detail. */
export const healthOf = (url: string): Promise<Answer> =>
  send(`${url}/health/ready`, { headers: { authorization: `Bearer ${OPS_TOKEN}` } });

/** Whether `/health/ready` says yes; no answer is a no. */
export const isReady = (url: string): Promise<boolean> =>
  healthOf(url).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Who is at work on the data folder, and where its servers listen. @throws when nobody is. */
export async function serversOf(dataDir: string): Promise<{ databaseUrl: string }> {
  const { databaseUrl } = (await runningOn(dataDir)) ?? {};
  if (!databaseUrl) throw new Error('The servers are not known.');
  return { databaseUrl };
}

/** The children of a process whose command line holds the text. */
const childrenOf = async (parent: number, text: string): Promise<number[]> =>
  (await processes())
    .filter((process) => process.parent === parent && process.command.includes(text))
    .map(({ pid }) => pid);

/** Of the children of a process, and of theirs. */
async function environmentsBelow(parent: number) {
  const all = platform() === 'linux' ? await processesBelow(parent) : [];
  const found = all.map(async ({ pid, command }) => {
    // One of Postgres' may have ended meanwhile.
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => null);
    return environment === null ? [] : [{ command, environment }];
  });
  return (await Promise.all(found)).flat();
}

/**
 * Every process that was started for a data folder, orphans included: it was given the folder in
 * its environment, or (Postgres, which writes its title over that) works in it. Linux only;
 * elsewhere none is found.
 */
async function processesOn(dataDir: string): Promise<number[]> {
  if (platform() !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      const isGiven = environment.split('\0').includes(`DATA_DIR=${dataDir}`);
      return isGiven || folder.startsWith(`${dataDir}/`);
    }),
  );
  return pids.filter((pid, index) => found[index] && pid !== process.pid);
}
