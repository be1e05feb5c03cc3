import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemEnvironment } from '../../childEnvironment.js';
import type { PostgresAccount } from './account.js';
import type { PostgresBinaries } from './binaries.js';

/** How the folder of an attempt begins. */
const UNFINISHED = 'unfinished';

/**
 * Makes the cluster unless it is there. A cluster is built beside its place, in a folder of this
 * attempt's own, and moved there when it is whole: a start that was killed half-way leaves nothing
 * to trip over, even if the `initdb` that it began is still at work.
 *
 * @param folder the folder that holds the cluster; belongs to the account.
 * @returns the folder of the cluster.
 */
export async function ensureCluster(
  folder: string,
  password: string,
  { binaries, account }: { binaries: PostgresBinaries; account: PostgresAccount },
): Promise<string> {
  await removeUnfinished(folder);
  const cluster = join(folder, 'cluster');
  if (await exists(join(cluster, 'PG_VERSION'))) return cluster;

  const attempt = await mkdtemp(join(folder, `${UNFINISHED}-`));
  await account.own(attempt);
  const unfinished = join(attempt, 'cluster');
  const passwordFile = join(attempt, 'password');
  await mkdir(unfinished, { mode: 0o700 });
  await account.own(unfinished);
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    await account.own(passwordFile);
    await initialise({ binaries, account, unfinished, passwordFile });
    await chmod(unfinished, 0o700);
    await rename(unfinished, cluster);
  } finally {
    await rm(attempt, { recursive: true, force: true });
  }
  return cluster;
}

/**
 * Removes what starts that were killed half-way have left. What an `initdb` of theirs still writes to
 * cannot be emptied: that is left to a later start.
 */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch((error) => {
      if (error.code !== 'ENOTEMPTY') throw error;
    });
  }
}

interface Initialisation {
  binaries: PostgresBinaries;
  account: PostgresAccount;
  unfinished: string;
  passwordFile: string;
}

/**
 * Text is compared byte by byte, the same on every machine (builtin C.UTF-8). The character type
 * must know UTF-8 as well: with plain C, trigrams hold no letters but ASCII, and a search for a
 * name in Malayalam finds nothing. Machines spell that locale differently.
 */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8'];

async function initialise(parts: Initialisation): Promise<void> {
  const { binaries, account, unfinished, passwordFile } = parts;
  const failures: string[] = [];
  for (const characterType of characterTypes) {
    const child = account.spawn(
      binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        `--pwfile=${passwordFile}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        ...binaries.localeOptions,
        '--locale=C',
        `--lc-ctype=${characterType}`,
        '--no-instructions',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], env: quietEnvironment() },
    );
    const failure = await failureOf(child);
    if (failure === undefined) return;
    failures.push(failure);
    if (!failure.includes('locale')) break;
  }
  throw new Error(`The embedded Postgres could not be set up: ${failures.join(' ')}`);
}

/**
 * Without what Postgres' other user must not know, and without the PG* variables of whoever starts
 * us, which would name other servers and folders.
 */
export const quietEnvironment = (): NodeJS.ProcessEnv => ({
  ...systemEnvironment(),
  ...{ LC_ALL: undefined, LC_MESSAGES: 'C' },
});

async function failureOf(child: ChildProcess): Promise<string | undefined> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  try {
    const [code] = await once(child, 'close');
    return code === 0 ? undefined : said.trim() || `initdb ended with code ${code}.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
