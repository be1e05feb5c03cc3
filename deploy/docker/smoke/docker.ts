import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../harness/waiting.js';
import { output, succeeds } from './commands.js';

/** Containers can be run here, but not without these. */
export class NoDocker extends Error {}

export interface Docker {
  /** For `docker` and for compose. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends every command that is under way, but not those that clear away. */
  readonly ended: AbortSignal;
  /** `docker compose`, or `docker-compose`. */
  readonly compose: readonly [program: string, ...args: string[]];
  /** Ends a daemon that was started here. */
  stop(): Promise<void>;
}

const DAEMON_TIMEOUT_MS = 30_000;

/** The Docker of this machine, or a daemon of our own. @throws NoDocker saying what is missing. */
export async function openDocker(
  ended: AbortSignal = new AbortController().signal,
): Promise<Docker> {
  if (process.platform !== 'linux') throw new NoDocker('This is no Linux.');
  if (!(await succeeds('docker', ['--version']))) throw new NoDocker('There is no docker.');
  const compose = await findCompose();
  if (await succeeds('docker', ['info'])) return { env: {}, ended, compose, stop: async () => {} };
  if (process.getuid?.() !== 0 || !(await succeeds('dockerd', ['--version']))) {
    throw new NoDocker('No Docker daemon answers, and none can be started.');
  }
  const folder = await mkdtemp(join(tmpdir(), 'insuremanager-docker-'));
  const host = `unix://${folder}/socket`;
  const down = new AbortController();
  const words = [
    ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')],
    ...['--pidfile', join(folder, 'pid'), '--host', host],
  ];
  let lastWords: string | undefined;
  const daemon = output('dockerd', words, { ended: down.signal }).catch((error: Error) => {
    lastWords = `${error.cause ?? error.message}`.trimEnd().split('\n').at(-1);
  });
  const stop = async () => {
    down.abort();
    await daemon;
    // What is still mounted, as the name space of the host's network is, could not be removed.
    for (const path of await mountsIn(folder)) await succeeds('umount', ['--lazy', path]);
    await rm(folder, { recursive: true, force: true });
  };
  const env = { DOCKER_HOST: host };
  const serves = async (): Promise<boolean> => {
    ended.throwIfAborted();
    if (lastWords !== undefined) throw new Error(lastWords);
    return succeeds('docker', ['info'], { env });
  };
  try {
    await until(serves, 'the daemon', DAEMON_TIMEOUT_MS, 250);
  } catch (cause) {
    await stop();
    ended.throwIfAborted();
    throw new NoDocker(`A Docker daemon was started and does not serve: ${lastWords}`, { cause });
  }
  return { env, ended, compose, stop };
}

async function findCompose(): Promise<Docker['compose']> {
  if (await succeeds('docker', ['compose', 'version'])) return ['docker', 'compose'];
  if (await succeeds('docker-compose', ['version'])) return ['docker-compose'];
  throw new NoDocker('There is no docker compose.');
}

/** What is mounted below a folder, the innermost first. */
async function mountsIn(folder: string): Promise<string[]> {
  const mounts = (await readFile('/proc/self/mountinfo', 'utf8')).split('\n');
  return mounts
    .map((line) => line.split(' ')[4] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))
    .reverse();
}

export interface Container {
  readonly id: string;
  /** As compose names it. */
  readonly service: string;
  /** Of its first process, on this machine; 0 while it does not run. */
  readonly pid: number;
  readonly isHealthy: boolean;
}

/** The containers of a project that are to run all the time. */
export async function containersOf(docker: Docker, project: string): Promise<Container[]> {
  const filter = ['--filter', `label=com.docker.compose.project=${project}`];
  const ids = await output('docker', ['ps', '--all', '--quiet', ...filter], docker);
  const inspected = await output('docker', ['inspect', ...ids.split('\n').filter(Boolean)], docker);
  const containers = JSON.parse(inspected) as {
    Id: string;
    Config: { Labels: Record<string, string> };
    State: { Pid: number; Health?: { Status: string } };
    HostConfig: { RestartPolicy: { Name: string } };
  }[];
  return containers
    .filter(({ HostConfig }) => HostConfig.RestartPolicy.Name === 'unless-stopped')
    .map(({ Id: id, Config, State }) => ({
      id,
      service: Config.Labels['com.docker.compose.service'] ?? '',
      pid: State.Pid,
      isHealthy: State.Pid > 0 && State.Health?.Status === 'healthy',
    }));
}
