import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openFolderFiles } from '@insuremanager/services/platform/files/folderFiles';
import { createLogger } from '@insuremanager/services/platform/logger';
import { keptEmails } from '@insuremanager/services/platform/mail/folderMail';
import { filesFolder, mailFolder, openOutlets } from '../roles/outlets.js';
import { settingsFrom } from '../settings.js';
import { sha256Of } from './documentWork.js';
import { send } from './http.js';
import { openBeside, type Seen } from './whatRemains.js';

/** What uploads that broke off leave: a whole file that no event names, and half of another. */
export async function leaveBrokenUploads(dataDir: string): Promise<void> {
  const store = await openFolderFiles(filesFolder(dataDir));
  const content = () => Readable.from([Buffer.from('What nobody asked for')]);
  await store.put(`documents/2026-01/${randomUUID()}`, content());
  await writeFile(join(filesFolder(dataDir), '.parts', randomUUID()), 'Half of wha');
}

/** The keys of all files that are stored below a prefix, in order. */
export async function storedFiles(dataDir: string, prefix: string): Promise<string[]> {
  const store = await openFolderFiles(filesFolder(dataDir));
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sweeps as the app will in two days; how many files that were. */
export async function sweptInTwoDays(
  dataDir: string,
): Promise<{ documents: number; papers: number }> {
  const clock = { now: () => new Date(Date.now() + 2 * DAY_MS) };
  const logger = createLogger('silent');
  const outlets = await openOutlets(settingsFrom({ DATA_DIR: dataDir }), { clock, logger });
  const services = await openBeside(dataDir, { clock, outlets });
  try {
    const { documents, quotations } = services;
    return { documents: await documents.sweep(), papers: await quotations.sweep() };
  } finally {
    await services.close();
  }
}

/** The ids of the emails in the folder, in order; one that is there twice is there twice. */
export async function emailsKept(dataDir: string): Promise<string[]> {
  const files = await keptEmails(mailFolder(dataDir));
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1')));
  return texts.map((text) => /^Message-ID: <([^@>]+)@/im.exec(text)?.[1] ?? 'no id').sort();
}

/** The SHA-256 of a document as it is downloaded; else what was answered. */
export async function downloaded(id: number, { url, cookie }: Seen): Promise<string> {
  const path = `/api/documents/${id}/download`;
  const { status, bytes } = await send(`${url}${path}`, { headers: { cookie } });
  return status === 200 ? sha256Of(bytes) : `${status}`;
}
