import { randomBytes, randomInt } from 'node:crypto';
import { access, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../settings.js';

/** Keys lie apart from the data that they open: `<DATA_DIR>/keys`, for the owner's eyes only. */
export interface Keys {
  /** Wraps every other key of the vault; 32 bytes. */
  readonly masterKey: Buffer;
  /** The one before it, while a rotation is not finished: some keys may be wrapped by either. */
  readonly oldMasterKey: Buffer | undefined;
  /** Of the embedded Postgres. */
  readonly postgresPassword: string;
}

/**
 * Loads the keys, making those that are missing as long as there is no data.
 * @throws when there is data but a key of it is missing: a new one would not open it.
 */
export async function loadKeys(settings: Settings): Promise<Keys> {
  const folder = await keyFolder(settings.dataDir);
  const dataExists = await exists(join(settings.dataDir, 'postgres', 'cluster'));
  const keyFile = async (name: string, make: () => string, instead: string): Promise<string> => {
    const file = join(folder, name);
    if (!(await exists(file))) {
      if (dataExists) {
        throw new Error(
          `${file} is missing, and without it the data in ${settings.dataDir} cannot be opened. ` +
            `Put it back from a backup${instead}.`,
        );
      }
      await writeOnce(file, make());
    }
    return (await readFile(file, 'utf8')).trim();
  };
  const masterKeys = settings.masterKey
    ? { masterKey: settings.masterKey, oldMasterKey: settings.oldMasterKey }
    : await masterKeyFiles(folder, await keyFile('master.key', newKey, ', or give MASTER_KEY'));
  const postgresPassword = settings.databaseUrl
    ? ''
    : await keyFile('postgres.password', () => randomBytes(24).toString('hex'), '');
  return { ...masterKeys, postgresPassword };
}

const newKey = (): string => randomBytes(32).toString('hex');

const NEXT_KEY = 'master.key.next';

/** While a rotation is not finished, its new key lies beside the one that it replaces. */
async function masterKeyFiles(folder: string, text: string) {
  const current = keyFrom('master.key', text);
  const next = join(folder, NEXT_KEY);
  if (!(await exists(next))) return { masterKey: current, oldMasterKey: undefined };
  return { masterKey: keyFrom(NEXT_KEY, await readFile(next, 'utf8')), oldMasterKey: current };

  function keyFrom(name: string, hex: string): Buffer {
    const key = Buffer.from(hex.trim(), 'hex');
    if (key.length !== 32) throw new Error(`${join(folder, name)} is damaged.`);
    return key;
  }
}

/**
 * Makes a new master key beside the one that is there, unless a rotation that was broken off did:
 * `loadKeys` gives both from now on.
 */
export async function beginKeyRotation(dataDir: string): Promise<void> {
  const next = join(await keyFolder(dataDir), NEXT_KEY);
  if (await exists(next)) return;
  await writeOnce(next, newKey());
  await syncFolder(dirname(next));
}

/** The new master key takes the place of the old one, which is gone. Whole or not at all. */
export async function endKeyRotation(dataDir: string): Promise<void> {
  const folder = await keyFolder(dataDir);
  await rename(join(folder, NEXT_KEY), join(folder, 'master.key'));
  await syncFolder(folder);
}

/** So that names in it are on disk, too. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

export async function keyFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Appears whole or not at all, is on disk when this returns, and never replaces what is there. */
export async function writeOnce(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true });
    await link(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const signInSchema = z.object({ username: z.string(), password: z.string(), email: z.string() });

/** The user that is made when there is none yet. */
export type FirstSignIn = z.infer<typeof signInSchema>;

/** No look-alikes (0 O, 1 l I): people type it from a screen. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const passwordLength = 16;

/**
 * The first sign-in, until it has been shown; undefined ever after. It is stored in a file
 * meanwhile, so that a start that is killed between making the user and showing the password loses
 * nothing.
 */
export async function pendingFirstSignIn(settings: Settings): Promise<FirstSignIn | undefined> {
  const { pending, shown } = await files(settings.dataDir);
  if (await exists(shown)) return undefined;
  if (!(await exists(pending))) {
    const signIn: FirstSignIn = {
      username: settings.adminUsername,
      password: settings.adminPassword ?? randomPassword(),
      email: settings.adminEmail,
    };
    await writeOnce(pending, JSON.stringify(signIn));
  }
  return signInSchema.parse(JSON.parse(await readFile(pending, 'utf8')));
}

/** From now on the password is known to whoever read it, and to nobody else. */
export async function firstSignInShown(dataDir: string): Promise<void> {
  const { pending, shown } = await files(dataDir);
  await writeOnce(shown, new Date().toISOString());
  await rm(pending, { force: true });
}

async function files(dataDir: string) {
  const folder = await keyFolder(dataDir);
  return {
    pending: join(folder, 'first-sign-in.json'),
    shown: join(folder, 'first-sign-in.shown'),
  };
}

export const randomPassword = (): string =>
  Array.from({ length: passwordLength }, () => alphabet[randomInt(alphabet.length)]).join('');
