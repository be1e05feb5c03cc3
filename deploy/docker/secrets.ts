/**
 * `insuremanager secrets FOLDER`: makes the secrets of docker-compose.yml that are not there yet, one
 * file each, which only the user of the container that needs it may read. MASTER_KEY, or the file
 * that MASTER_KEY_FILE names, is taken instead of a random one. It may run again at any time: what
 * is there stays, but for the master key when MASTER_KEY_OLD says that MASTER_KEY is to take its place.
 */
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSettings, WrongSettings } from '../settings.js';
import { endWith } from '../start/endWith.js';

/** The users that the containers run as. */
const APP = 10_001;
const POSTGRES = 999;
const ROOT = 0;

interface SecretFile {
  /** Within the folder; its first part is a folder of the user. */
  readonly path: string;
  readonly user: number;
  readonly text: string;
  /** Written although it is there. */
  readonly isNew?: boolean;
}

async function main([folder, ...more]: string[]): Promise<number> {
  if (folder === undefined || more.length > 0) {
    process.stderr.write('Usage: insuremanager secrets FOLDER\n');
    return 2;
  }
  const there = (path: string) => readIfThere(join(folder, path));
  const random = () => randomBytes(32).toString('hex');
  const postgresPassword = (await there('postgres/password')) ?? random();
  const s3Secret = (await there('minio/password')) ?? random();
  const installed = await there('app/master-key');
  const key = await masterKey(installed);
  const isNew = installed !== undefined && key !== installed;
  const files: SecretFile[] = [
    // The old one first: nothing may be lost in between.
    { path: 'app/master-key-old', user: APP, text: isNew ? installed : '', isNew },
    { path: 'app/master-key', user: APP, text: key, isNew },
    { path: 'postgres/superuser-password', user: POSTGRES, text: random() },
    { path: 'postgres/password', user: POSTGRES, text: postgresPassword },
    { path: 'app/database-url', user: APP, text: databaseUrl(postgresPassword) },
    { path: 'minio/password', user: ROOT, text: s3Secret },
    { path: 'app/s3-secret-key', user: APP, text: s3Secret },
  ];
  for (const file of files) {
    if (!file.isNew && (await there(file.path)) !== undefined) continue;
    await save(folder, file);
    process.stdout.write(`Made ${file.path}.\n`);
  }
  process.stdout.write('All secrets are there.\n');
  return 0;
}

const databaseUrl = (password: string): string =>
  `postgres://insuremanager:${password}@postgres:5432/insuremanager`;

/**
 * The key that was given, else the one that is there, else a new one.
 * @throws WrongSettings when another one is there, unless MASTER_KEY_OLD is that one: what it wraps
 *   could be read no more.
 */
async function masterKey(existing: string | undefined): Promise<string> {
  const given = await givenMasterKey();
  if (!given) return existing ?? randomBytes(32).toString('hex');
  const { MASTER_KEY_OLD } = process.env;
  const { masterKey: bytes, oldMasterKey } = parseSettings({ MASTER_KEY: given, MASTER_KEY_OLD });
  const { masterKey: known } = parseSettings({ MASTER_KEY: existing });
  if (!bytes || !known) return given;
  if (bytes.equals(known)) return existing ?? given;
  if (oldMasterKey?.equals(known)) return given;
  throw new WrongSettings(
    'MASTER_KEY is another one than this installation has. To have it take the place of that one, ' +
      'give that one as MASTER_KEY_OLD.',
  );
}

async function givenMasterKey(): Promise<string | undefined> {
  const { MASTER_KEY: text, MASTER_KEY_FILE: file } = process.env;
  if (text?.trim()) return text.trim();
  return file ? (await readFile(file, 'utf8')).trim() : undefined;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** It gets its name when it is whole and belongs to its user. */
async function save(folder: string, { path, user, text }: SecretFile): Promise<void> {
  const [owner = ''] = path.split('/');
  const target = join(folder, path);
  await mkdir(join(folder, owner), { recursive: true });
  await chmod(join(folder, owner), 0o755);
  const unfinished = `${target}.unfinished`;
  await writeFile(unfinished, text, { mode: 0o600 });
  await chmod(unfinished, 0o400);
  await chown(unfinished, user, user);
  await rename(unfinished, target);
}

endWith(main(process.argv.slice(2)));
