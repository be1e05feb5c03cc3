import { randomInt } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../settings.js';
import { exists, keyFolder, writeOnce } from './keys.js';

const signInSchema = z.object({ username: z.string(), password: z.string(), email: z.string() });

/** The user that is made when there is none yet. */
export type FirstSignIn = z.infer<typeof signInSchema>;

/** No look-alikes (0 O, 1 l I): people type it from a screen. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const passwordLength = 16;

/**
 * The first sign-in, until it has been shown; undefined ever after. It is kept in a file meanwhile,
 * so that a start that is killed between making the user and showing the password loses nothing.
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

const randomPassword = (): string =>
  Array.from({ length: passwordLength }, () => alphabet[randomInt(alphabet.length)]).join('');
