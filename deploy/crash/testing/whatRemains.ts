import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ValueReserved } from '@insuremanager/contracts/reservations/reservationEvents';
import type { RecordedEvent } from '@insuremanager/services/platform/codec/recordedEvent';
import type { StoredEvent } from '@insuremanager/services/platform/eventLog/eventLog';
import { readLog } from '@insuremanager/services/platform/eventLog/readLog';
import { openFolderFiles } from '@insuremanager/services/platform/files/folderFiles';
import { createLogger } from '@insuremanager/services/platform/logger';
import { storedEmails } from '@insuremanager/services/platform/mail/folderMail';
import { differingSummaries } from '@insuremanager/services/platform/readModels/differingSummaries';
import type { Table } from '@insuremanager/services/platform/readModels/projector';
import { reservationStream } from '@insuremanager/services/platform/reservations/reservations';
import { waitForProjection } from '@insuremanager/services/platform/testing/serviceFixture';
import { send, sha256Of } from '../../harness/client.js';
import { serversOf } from '../../harness/testing/installationUnderTest.js';
import { filesFolder, mailFolder, openAdapters } from '../../roles/adapters.js';
import {
  openServices,
  projectors,
  type Services,
  type ServicesInput,
} from '../../roles/openServices.js';
import { parseSettings } from '../../settings.js';
import type { Term } from './checks.js';

/** The platform of our own, beside the app, on the servers of a running installation. */
export async function openBeside(
  dataDir: string,
  more: Pick<ServicesInput, 'clock' | 'adapters' | 'eventStoreUrl'> = {},
): Promise<Services> {
  const masterKey = await readFile(join(dataDir, 'keys', 'master.key'), 'utf8');
  return openServices({
    ...(await serversOf(dataDir)),
    masterKey: Buffer.from(masterKey.trim(), 'hex'),
    logger: createLogger('silent'),
    ...more,
  });
}

/** Every event that the log holds, in its order, with what is sealed in it. */
export async function wholeLog({ platform }: Services): Promise<RecordedEvent[]> {
  const events: StoredEvent[] = [];
  for await (const batch of readLog(platform.eventLog)) events.push(...batch);
  return platform.codec.decode(events);
}

const tables: readonly Table[] = projectors.flatMap((projector) => projector.tables);

/** All rows that lists are made of, by table. */
export async function allRows({ readModels }: Services): Promise<Record<string, object[]>> {
  const rows: Record<string, object[]> = {};
  for (const { name, key } of tables) {
    rows[name] = await readModels.from(name).select('*').orderBy(key);
  }
  return rows;
}

/** The rows of policies' terms. */
export const existingTerms = ({ readModels }: Services): Promise<Term[]> =>
  readModels.from('policies').select('*').orderBy('id');

/** The stream that a policy number is reserved for. */
export const ownersOf =
  ({ platform: { eventLog, vault } }: Services) =>
  async (value: string): Promise<string | null> => {
    const stream = reservationStream(vault, { kind: 'policyNumber', value });
    const last = await eventLog.readLast(stream);
    return last?.type === ValueReserved.type ? (last.data as { owner: string }).owner : null;
  };

/** Quotations that do not say themselves yet that they became a policy. */
export const unfinishedConversions = ({ readModels }: Services): Promise<object[]> =>
  readModels.from('quotations').select('*').whereRaw('policy_id IS NOT NULL AND NOT converted');

/** The names of the summaries that do not equal their lists. */
export const wrongSummaries = ({ platform, readModels }: Services): Promise<string[]> =>
  differingSummaries(platform.pool, readModels.schema, tables);

/** The records that people find in a list, such as `customers`, page by page. */
export async function listed<Item>(
  list: string,
  { url, cookie }: Gateway,
  sort = 'added',
): Promise<Item[]> {
  const items: Item[] = [];
  let path: string | undefined = `/api/${list}?limit=200&sort=${sort}&direction=asc`;
  while (path !== undefined) {
    const { text, headers } = await send(`${url}${path}`, { headers: { cookie } });
    items.push(...(JSON.parse(text) as Item[]));
    path = /^<([^>]+)>/.exec(`${headers.link}`)?.[1];
  }
  return items;
}

export interface Gateway {
  readonly url: string;
  readonly cookie: string;
}

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
): Promise<{ documents: number; pdfs: number }> {
  const clock = { now: () => new Date(Date.now() + 2 * DAY_MS) };
  const logger = createLogger('silent');
  const adapters = await openAdapters(parseSettings({ DATA_DIR: dataDir }), { clock, logger });
  const services = await openBeside(dataDir, { clock, adapters });
  try {
    const { documents, quotations, platform, readModels } = services;
    // A sweep waits five seconds for the lists, and else leaves everything to the next one.
    await waitForProjection(readModels)({ position: await platform.eventLog.head() });
    return { documents: await documents.sweep(), pdfs: await quotations.sweep() };
  } finally {
    await services.close();
  }
}

/** The ids of the emails in the folder, in order; one that is there twice is there twice. */
export async function emailsStored(dataDir: string): Promise<string[]> {
  const files = await storedEmails(mailFolder(dataDir));
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1')));
  return texts.map((text) => /^Message-ID: <([^@>]+)@/im.exec(text)?.[1] ?? 'no id').sort();
}

/** The SHA-256 of a document as it is downloaded; else what was answered. */
export async function downloaded(id: number, { url, cookie }: Gateway): Promise<string> {
  const path = `/api/documents/${id}/download`;
  const { status, bytes } = await send(`${url}${path}`, { headers: { cookie } });
  return status === 200 ? sha256Of(bytes) : `${status}`;
}
