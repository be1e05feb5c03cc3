import { createHash } from 'node:crypto';
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadPostgresBinaries } from '../../embedded/postgres/binaries.js';
import { exists } from '../../start/keys.js';
import { output, succeeds } from './commands.js';
import { type Docker, NoDocker } from './docker.js';

/** Variables of docker-compose.yml: the images, and what goes with them. */
export type ImageNames = Readonly<Record<string, string>>;

interface Building {
  readonly docker: Docker;
  /** Of the checkout. */
  readonly root: string;
  readonly say: (line: string) => void;
}

const prefix = 'insuremanager-smoke';

/** Targets of their Dockerfile, by the variables that name the images. */
const STAND_INS = {
  ...{ proxy: 'CADDY_IMAGE', postgres: 'POSTGRES_IMAGE', kafka: 'KAFKA_IMAGE' },
  ...{ minio: 'MINIO_IMAGE', mail: 'MAIL_IMAGE' },
};

/** Where this machine has what the stand-ins are made of. */
export interface Ingredients {
  /** The folder of the broker's jars. */
  readonly kafkaHome: string;
  /** The program. */
  readonly minio: string;
  /** The program, when it is to be another one than Debian's, which cannot repeat requests. */
  readonly caddy: string | undefined;
}

/** @throws NoDocker naming what is missing. */
export function findIngredients(): Ingredients {
  const { KAFKA_HOME: kafkaHome, MINIO: minio, CADDY: caddy } = process.env;
  if (!kafkaHome) throw new NoDocker("KAFKA_HOME names no folder of a broker's jars.");
  if (!minio) throw new NoDocker('MINIO names no program.');
  return { kafkaHome, minio, caddy: caddy || undefined };
}

/**
 * Builds our image by its Dockerfile, on a Debian made here with the Node of this machine, and
 * stand-ins for all others. What Docker has of them from another run is taken again.
 */
export async function buildImages(building: Building, from: Ingredients): Promise<ImageNames> {
  const { ended } = building.docker;
  const nodeImage = await baseImage(building);
  const app = `${prefix}/app:local`;
  const standInsFolder = join(building.root, 'deploy/docker/smoke/standIns');
  building.say('Building our image, and what the others have in common …');
  await Promise.all([
    build(building, app, {
      ...{ context: building.root, file: join(building.root, 'deploy/docker/Dockerfile') },
      args: { NODE_IMAGE: nodeImage },
    }),
    build(building, `${prefix}/servers:local`, {
      ...{ context: standInsFolder, file: join(standInsFolder, 'Dockerfile'), target: 'servers' },
      args: { NODE_IMAGE: nodeImage },
    }),
  ]);
  building.say('Building stand-ins for the others …');
  const context = await mkdtemp(join(tmpdir(), 'insuremanager-images-'));
  try {
    await cp(standInsFolder, context, { recursive: true });
    const { home } = await loadPostgresBinaries();
    await output('cp', ['-a', await realpath(home), join(context, 'postgres')], { ended });
    await output('cp', ['-rL', from.kafkaHome, join(context, 'kafka')], { ended });
    await copyFile(from.minio, join(context, 'minio'));
    await mkdir(join(context, 'caddy'));
    if (from.caddy) await copyFile(from.caddy, join(context, 'caddy/caddy'));
    const images: Record<string, string> = { INSUREMANAGER_IMAGE: app };
    for (const [target, variable] of Object.entries(STAND_INS)) {
      const tag = `${prefix}/${target}:local`;
      const args = { NODE_IMAGE: nodeImage };
      await build(building, tag, { context, file: join(context, 'Dockerfile'), target, args });
      images[variable] = tag;
    }
    return { ...images, ...(from.caddy ? {} : { RETRY_FOR: '0' }) };
  } finally {
    await rm(context, { recursive: true });
  }
}

interface Build {
  readonly context: string;
  readonly file: string;
  readonly target?: string;
  readonly args: Readonly<Record<string, string>>;
}

/** With the classic builder, which Debian has; on the host's network, as no other is sure to lead out. */
async function build(
  { docker }: Building,
  tag: string,
  { context, file, target, args }: Build,
): Promise<void> {
  const buildArgs = Object.entries(args).flatMap(([name, value]) => [
    '--build-arg',
    `${name}=${value}`,
  ]);
  const words = [
    ...['build', '--quiet', '--force-rm', '--network', 'host', '--tag', tag, '--file', file],
    ...(target ? ['--target', target] : []),
    ...[...buildArgs, context],
  ];
  const env = { ...docker.env, DOCKER_BUILDKIT: '0' };
  await output('docker', words, { env, ended: docker.ended });
}

/**
 * Debian with this machine's Node and npm, in place of `node:24-bookworm-slim`. It is kept outside of
 * the checkout for the next run.
 */
async function baseImage({ docker, say }: Building): Promise<string> {
  const tag = `${prefix}/node:${process.version}`;
  if (await succeeds('docker', ['image', 'inspect', tag], docker)) return tag;
  const kept = join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    ...['insuremanager-ci', `debian-node-${process.version}-${await authoritiesDigest()}.tar`],
  );
  if (!(await exists(kept))) await makeDebian(kept, say, docker.ended);
  const change = `ENV NODE_EXTRA_CA_CERTS=${AUTHORITIES}`;
  await output('docker', ['import', '--change', change, kept, tag], docker);
  return tag;
}

async function makeDebian(
  tarball: string,
  say: Building['say'],
  ended: AbortSignal,
): Promise<void> {
  if (process.getuid?.() !== 0) throw new NoDocker('Only root can make a Debian.');
  if (!(await succeeds('debootstrap', ['--version'])))
    throw new NoDocker('There is no debootstrap.');
  say('Making a Debian with Node …');
  const folder = await mkdtemp(join(tmpdir(), 'insuremanager-debian-'));
  try {
    const include = '--include=ca-certificates,libatomic1,libstdc++6,tini';
    await output('debootstrap', ['--variant=minbase', include, 'bookworm', folder], { ended });
    await addNode(folder);
    await mkdir(dirname(tarball), { recursive: true });
    const begun = `${tarball}.${process.pid}`;
    await output('tar', ['-C', folder, '-cf', begun, '.'], { ended });
    await rename(begun, tarball);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

const authoritiesDigest = async (): Promise<string> =>
  createHash('sha256')
    .update(await readFile(AUTHORITIES).catch(() => ''))
    .digest('hex')
    .slice(0, 12);

/** With the authorities that this machine trusts: the way out may lead through one of its own. */
async function addNode(folder: string): Promise<void> {
  await copyFile(process.execPath, join(folder, 'usr/bin/node'));
  const npm = (await output('npm', ['root', '--global'])).trim();
  const modules = join(folder, 'usr/lib/node_modules');
  await mkdir(modules, { recursive: true });
  await cp(join(npm, 'npm'), join(modules, 'npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/bin/npm'));
  if (!(await exists(AUTHORITIES))) return;
  await mkdir(dirname(join(folder, AUTHORITIES)), { recursive: true });
  await copyFile(AUTHORITIES, join(folder, AUTHORITIES));
}
