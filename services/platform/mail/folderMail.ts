import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Clock } from '../clock.js';
import { unavailable } from '../errors.js';
import { type Email, MailDeferred, type Mailer } from './mailer.js';
import { mailMessage } from './mailMessage.js';
import type { Sender } from './sender.js';

export interface FolderOptions {
  readonly folder: string;
  /** Asked for each email. */
  readonly from: () => Promise<Sender>;
  readonly clock: Clock;
}

const ENDING = '.eml';
const PART = '.part';
/** Whoever has not finished a part for so long is dead. Milliseconds. */
const PART_IS_LEFT_AFTER_MS = 60 * 60 * 1000;

/**
 * Keeps emails where there is no mail server: one file each, which any mail program opens, named by
 * its time and its id. Sent again, it is there once. What a crash left half written is removed when
 * the folder is opened an hour later or after that.
 */
export async function openFolderMail({ folder, from, clock }: FolderOptions): Promise<Mailer> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftParts(folder, clock.now().getTime() - PART_IS_LEFT_AFTER_MS);
  const transport = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { disableFileAccess: true, disableUrlAccess: true },
  );

  const isKept = async (id: string): Promise<boolean> =>
    (await readdir(folder)).some((name) => name.endsWith(`-${id}${ENDING}`));

  /** Whole or not at all, and on the disk when it resolves. */
  const write = async (name: string, bytes: Buffer): Promise<void> => {
    const part = join(folder, `.${randomUUID()}${PART}`);
    try {
      const file = await open(part, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, join(folder, name));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  };

  return {
    isFolder: true,
    async send(email: Email) {
      try {
        if (await isKept(email.id)) return;
        const now = clock.now();
        const { message } = await transport.sendMail({
          ...mailMessage(email, await from()),
          date: now,
        });
        await write(`${stamp(now)}-${email.id}${ENDING}`, message as Buffer);
      } catch (error) {
        throw unavailable('The folder for emails', error);
      }
    },

    async check() {
      try {
        await access(folder, constants.W_OK);
      } catch {
        throw new MailDeferred({
          problem: 'unreachable',
          reply: null,
          isOfAll: true,
          mayHaveArrived: false,
        });
      }
    },

    close: async () => transport.close(),
  };
}

/** `20261121T045959017Z`: files sort by it. */
const stamp = (at: Date): string => at.toISOString().replace(/[-:.]/g, '');
const STAMPED = /^\d{8}T\d{9}Z-/;

/**
 * Paths of the emails that are stored in a folder, the oldest first; none when there is no folder.
 */
export async function storedEmails(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => name.endsWith(ENDING))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** As `storedEmails`: those that were stored before an instant, which is in their names. */
export async function emailsStoredBefore(folder: string, instant: Date): Promise<string[]> {
  const paths = await storedEmails(folder);
  return paths.filter((path) => {
    const name = basename(path);
    return STAMPED.test(name) && name < stamp(instant);
  });
}

async function removeLeftParts(folder: string, than: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.') || !name.endsWith(PART)) continue;
    const path = join(folder, name);
    const part = await stat(path).catch(() => null);
    if (part && part.mtimeMs < than) await rm(path, { force: true });
  }
}
