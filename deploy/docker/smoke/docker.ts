import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { output, succeeds } from './commands.js';

/** Containers can be run here, but not without these. */
export class NoDocker extends Error {}

export interface Docker {
  /** For `docker` and for compose. */
  readonly env: Readonly<Record<string, string>>;
  /** `docker compose`, or `docker-compose`. */
  readonly compose: readonly [program: string, ...args: string[]];
  /** Ends a daemon that was started here. */
  stop(): Promise<void>;
}

const DAEMON_TIMEOUT_MS = 30_000;

/** The Docker of this machine, or a daemon of our own. @throws NoDocker saying what is missing. */
export async function openDocker(): Promise<Docker> {
  if (process.platform !== 'linux') throw new NoDocker('This is no Linux.');
  if (!(await succeeds('docker', ['--version']))) throw new NoDocker('There is no docker.');
  const compose = await findCompose();
  if (await succeeds('docker', ['info'])) return { env: {}, compose, stop: async () => {} };
  if (process.getuid?.() !== 0 || !(await succeeds('dockerd', ['--version']))) {
    throw new NoDocker('No Docker daemon answers, and none can be started.');
  }
  const folder = await mkdtemp(join(tmpdir(), 'insuremanager-docker-'));
  const host = `unix://${folder}/socket`;
  const log = openSync(join(folder, 'log'), 'w');
  const daemon = spawn(
    'dockerd',
    [
      ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')],
      ...['--pidfile', join(folder, 'pid'), '--host', host],
    ],
    { stdio: ['ignore', 'ignore', log] },
  );
  closeSync(log);
  const stop = async () => {
    await ended(daemon);
    // What is still mounted, as the name space of the host's network is, could not be removed.
    for (const path of await mountsIn(folder)) await succeeds('umount', ['--lazy', path]);
    await rm(folder, { recursive: true, force: true });
  };
  const env = { DOCKER_HOST: host };
  const giveUpAt = Date.now() + DAEMON_TIMEOUT_MS;
  while (!(await succeeds('docker', ['info'], { env }))) {
    if (daemon.exitCode !== null || Date.now() > giveUpAt) {
      const said = (await readFile(join(folder, 'log'), 'utf8')).trimEnd().split('\n').at(-1);
      await stop();
      throw new NoDocker(`A Docker daemon was started and does not serve: ${said}`);
    }
    await pause(250);
  }
  return { env, compose, stop };
}

async function findCompose(): Promise<Docker['compose']> {
  if (await succeeds('docker', ['compose', 'version'])) return ['docker', 'compose'];
  if (await succeeds('docker-compose', ['version'])) return ['docker-compose'];
  throw new NoDocker('There is no docker compose.');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), DAEMON_TIMEOUT_MS);
  await exited;
  clearTimeout(kill);
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
