import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemEnvironment } from '../../childEnvironment.js';
import type { PostgresBinaries } from './binaries.js';

const execute = promisify(execFile);
const accountName = 'postgres';

/**
 * How Postgres programs are launched. Postgres refuses to run as root: then it runs as the user
 * `postgres`, who also owns its files.
 */
export interface PostgresAccount {
  /** Gives a file or folder to the user that Postgres runs as. */
  own(path: string): Promise<void>;
  spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess;
}

interface Ids {
  uid: number;
  gid: number;
}

/**
 * @param folder the existing folder that holds the cluster, or will. It is given to the account;
 * whether the account can enter it decides how programs are launched.
 * @throws with a sentence for a person when root can launch Postgres in no way.
 */
export async function postgresAccount(
  binaries: PostgresBinaries,
  folder: string,
): Promise<PostgresAccount> {
  const deathSignal = (await hasSetpriv()) ? ['setpriv', '--pdeathsig', 'INT'] : [];
  if (process.getuid?.() !== 0) {
    return { own: async () => {}, spawn: launcher(deathSignal) };
  }
  const ids = (await ownerOf(join(folder, 'cluster'))) ?? (await postgresIds());
  const own = (path: string) => chown(path, ids.uid, ids.gid);
  await own(folder);
  if (await reachable(ids, binaries, folder)) {
    return { own, spawn: launcher([...deathSignal, ...asUser(ids)], ids) };
  }
  if (deathSignal.length === 0) throw new Error(unreachableSentence(binaries, folder));
  return { own, spawn: launcher([...deathSignal, ...asUser(ids), ...pastClosedFolders]) };
}

/**
 * `setpriv --pdeathsig INT` makes the kernel stop Postgres (fast, in order) when the process that
 * started it is killed, so that hardly ever a server is left behind.
 */
function launcher(prefix: readonly string[], ids?: Ids): PostgresAccount['spawn'] {
  return (program, args, options) => {
    const [command, ...rest] = [...prefix, program, ...args];
    if (command === undefined) throw new Error('There is no program to launch');
    return spawn(command, rest, { ...options, ...(prefix.length === 0 ? ids : {}) });
  };
}

const asUser = ({ uid, gid }: Ids) => [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];

/**
 * Lets the user pass folders that are closed to it (a project under /root, a private temporary
 * folder): it keeps the one capability that overlooks file modes, and no other can be gained.
 * `no_setuid_fixup` because access(2), which Postgres asks about its own program, would drop it.
 */
const pastClosedFolders = [
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=-all,+dac_override',
  '--bounding-set=-all,+dac_override',
  '--securebits=+no_setuid_fixup',
];

async function hasSetpriv(): Promise<boolean> {
  if (platform() !== 'linux') return false;
  return run('setpriv', ['--pdeathsig', 'INT', 'true']).then(
    () => true,
    () => false,
  );
}

/** A cluster made by an ordinary user goes on under that user when root starts it. */
async function ownerOf(cluster: string): Promise<Ids | undefined> {
  const found = await stat(cluster).catch(() => undefined);
  return found && found.uid !== 0 ? found : undefined;
}

async function postgresIds(): Promise<Ids> {
  const known = await idsOf(accountName);
  if (known) return known;
  await run('useradd', ['--system', '--user-group', '--no-create-home', accountName]).catch(
    (cause: unknown) => {
      throw new Error(
        'Postgres refuses to run as root, and the user "postgres" could not be made. ' +
          'Start as an ordinary user, make that user, or name a server in DATABASE_URL.',
        { cause },
      );
    },
  );
  const made = await idsOf(accountName);
  if (!made) throw new Error('The user "postgres" was made but cannot be found.');
  return made;
}

async function idsOf(user: string): Promise<Ids | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** Some of them run as another user, who must not learn what we were given. */
const run = (program: string, args: readonly string[], ids?: Ids) =>
  execute(program, args, { ...ids, env: systemEnvironment() });

/** Asks as that user rather than reading modes: access lists and mounts have their say too. */
async function reachable(ids: Ids, { postgres, home }: PostgresBinaries, folder: string) {
  const wanted = ['-x', postgres, '-a', '-r', `${home}/share/postgresql/postgres.bki`];
  return run('test', [...wanted, '-a', '-x', folder], ids).then(
    () => true,
    () => false,
  );
}

const unreachableSentence = ({ home }: PostgresBinaries, folder: string) =>
  'Postgres refuses to run as root and runs as the user "postgres" instead, who cannot enter ' +
  `${home} or ${folder}. Move the project and DATA_DIR to folders that every user can enter, ` +
  'start as an ordinary user, install "setpriv" (util-linux), or name a server in DATABASE_URL.';
