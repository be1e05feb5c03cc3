import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Settings } from '../settings.js';
import { useBackend } from '../start/backend.js';
import { exists, loadKeys } from '../start/keys.js';
import type { Say } from '../start/part.js';
import { copyCluster } from './copyCluster.js';
import { copyTree, writtenToDisk } from './copyTree.js';

/** Of the data folder: emails hold personal data in the clear, and nothing needs them. */
const LEFT_OUT = [/^mail$/, /^running\..*json$/, /^postgres$/, /^files\/\.parts\/./];

const CLUSTER = join('postgres', 'cluster');

const EXTERNAL =
  'This backs up the embedded Postgres only. Back up the server of DATABASE_URL with its own tools ' +
  'first, then copy keys/ and files/: see “Backup” in docs/operations.md.';

export interface BackupParts {
  readonly settings: Settings;
  /** A folder that is not there yet. */
  readonly target: string;
  /** Where the result is told. */
  readonly say: Say;
  /** Where it is told what else happens, such as a Postgres that is started. */
  readonly remark: Say;
}

/**
 * Copies the data folder, also while InsureManager is at work on it: Postgres first, then the files,
 * so that every file that the copied log knows is in the copy. The copy is whole or not there.
 */
export async function backUp({ settings, target, say, remark }: BackupParts): Promise<number> {
  const { dataDir } = settings;
  if (settings.databaseUrl) throw new Error(EXTERNAL);
  if (!(await exists(join(dataDir, CLUSTER)))) {
    throw new Error(`${dataDir} holds no Postgres that could be backed up. Is DATA_DIR right?`);
  }
  const folder = resolve(target);
  await refuseUnusable(folder, dataDir);
  const draft = `${folder}.unfinished`;
  await mkdir(draft, { mode: 0o700 });
  try {
    await copyAll(settings, draft, remark);
    await writtenToDisk();
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  say(`The backup is complete: ${folder}`);
  if (settings.files) say(`The files are in the bucket ${settings.files.bucket}: copy it now.`);
  if (settings.masterKey) say('MASTER_KEY is not in it: keep it in a safe place.');
  else say('It holds the keys that open it. Keep its folder keys/ apart, in a safe place.');
  return 0;
}

async function copyAll(settings: Settings, draft: string, remark: Say): Promise<void> {
  const { dataDir } = settings;
  const backend = await useBackend(settings, remark);
  try {
    await mkdir(join(draft, 'postgres'), { mode: 0o700 });
    const { postgresPassword } = await loadKeys(settings);
    const url = superuserUrl(backend.databaseUrl, postgresPassword);
    await copyCluster(url, join(dataDir, CLUSTER), join(draft, CLUSTER));
  } finally {
    await backend.stop();
  }
  await copyTree(dataDir, draft, (path) => LEFT_OUT.some((pattern) => pattern.test(path)));
}

async function refuseUnusable(folder: string, dataDir: string): Promise<void> {
  if (!relative(dataDir, folder).startsWith('..')) {
    throw new Error('A backup must not lie in the data folder itself.');
  }
  for (const path of [folder, `${folder}.unfinished`]) {
    if (await exists(path)) {
      throw new Error(`${path} is there already. Name a folder that is not.`);
    }
  }
  if (!(await exists(dirname(folder)))) throw new Error(`${dirname(folder)} is not there.`);
}

/** The address of the embedded Postgres for its superuser. */
function superuserUrl(databaseUrl: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = 'postgres';
  url.password = password;
  url.pathname = '/postgres';
  return url.href;
}
