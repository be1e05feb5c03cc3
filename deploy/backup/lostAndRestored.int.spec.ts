import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedFiles, sweptInTwoDays } from '../crash/testing/whatRemains.js';
import { signIn } from '../harness/client.js';
import {
  healthOf,
  type InstallationUnderTest,
  isReady,
  makeInstallation,
} from '../harness/testing/installationUnderTest.js';
import { until } from '../harness/waiting.js';
import {
  bookFixture,
  type FoundBook,
  foundBook,
  ops,
  opsUntil,
} from '../ops/testing/bookFixture.js';
import { filesFolder } from '../roles/adapters.js';
import { isExhaustive } from '../testing/exhaustive.js';

const whole = isExhaustive(import.meta.url);

let installation: InstallationUnderTest;
let home: string;
/** What was found, before the backup, and at the end of what was destroyed. */
let before: FoundBook;
let atTheEnd: FoundBook;
/** What was acknowledged while the backup was made. */
let during: { id: number; sha256: string }[];
let restored: FoundBook;

beforeAll(async () => {
  installation = await makeInstallation();
  home = await mkdtemp(join(tmpdir(), 'insuremanager-backup-'));
  await loseAndRestore().catch((error: unknown) => {
    process.stderr.write(installation.said());
    throw error;
  });
});
afterAll(async () => {
  await installation?.remove();
  await rm(home, { recursive: true, force: true });
});

/** As docs/backup.md says, word by word. */
async function loseAndRestore(): Promise<void> {
  const { dataDir, url } = installation;
  const backup = join(home, 'monday');
  installation.start();
  await installation.announced();
  const book = bookFixture(url, await signIn(url));
  for (const name of ['Asha Menon', 'ആശ മേനോൻ']) await book.fill(name);
  before = await foundBook(url);

  let isOver = false;
  const uploads = book.uploadUntil(before.lists.customers?.[0]?.id ?? 0, () => isOver);
  const killed = whole && (await opsUntil(/are copied/, dataDir, ['backup', backup]));
  const { code, said } =
    killed && killed.code === 0 ? killed : await ops(dataDir, 'backup', backup);
  isOver = true;
  during = await uploads;
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining(backup) });

  await book.fill('Later Than The Backup');
  atTheEnd = await foundBook(url);
  // The store then knows what its log knows.
  expect(await sweptInTwoDays(dataDir)).toEqual({ documents: 0, pdfs: 0 });
  await installation.kill('everything');
  const hasEnded = async () => (await installation.leftovers()).length === 0;
  await until(hasEnded, 'the end of all that was killed');
  await rename(filesFolder(dataDir), join(home, 'files of the end'));
  await rm(dataDir, { recursive: true });

  const brokenOff = await opsUntil(/tables are restored/, dataDir, ['restore', backup]);
  if (brokenOff.code !== 0) {
    expect(await ops(dataDir, 'restore', backup)).toMatchObject({ code: 0 });
  }
  installation.start();
  await installation.announced();
  await until(() => isReady(url), 'readiness');
  restored = await foundBook(url);
}

const health = async () => (await healthOf(installation.url)).json;

describe('a backup of a running installation, restored in the place of a data folder that is lost', () => {
  it('brings back every record that was there before, as it was', () => {
    for (const [list, records] of Object.entries(before.lists)) {
      expect(restored.lists[list], list).toEqual(expect.arrayContaining([...records]));
    }
    expect(before.lists.customers).toHaveLength(2);
    expect(restored.lists.customers).toHaveLength(2);
  });

  it('brings every document byte by byte that it contains, also of those uploaded meanwhile', () => {
    expect(restored.files).toMatchObject(before.files);
    const sent = Object.fromEntries(during.map(({ id, sha256 }) => [id, sha256]));
    expect(restored.files).toEqual({ ...before.files, ...pick(sent, Object.keys(restored.files)) });
    expect(atTheEnd.files).toMatchObject(restored.files);
  });

  it('opens the PDFs of the quotations', () => {
    expect(Object.values(restored.pdfs)).toEqual(['%PDF', '%PDF']);
  });

  it('holds no emails, and nothing of the processes that were at work', async () => {
    const parts = await readdir(join(home, 'monday'));
    expect(parts.sort()).toEqual(['files', 'keys', 'manifest', 'postgres']);
    expect(await readdir(join(home, 'monday', 'keys'))).toEqual(['master.key']);
  });

  it('takes new work, under numbers of its own', async () => {
    const { url } = installation;
    const book = bookFixture(url, await signIn(url));
    const { id } = await book.customer('New After The Restore');
    const { id: documentId, sha256 } = await book.upload(id, 'new');
    expect((await foundBook(url)).files).toEqual({ ...restored.files, [documentId]: sha256 });
    expect(before.lists.customers?.map((customer) => customer.id)).not.toContain(id);
  });
});

describe.runIf(whole)('files that are older than the log', () => {
  it('leave a document without its file, which is reported, until the file is put back', async () => {
    const { dataDir, url } = installation;
    const [documents, away] = [join(filesFolder(dataDir), 'documents'), join(home, 'away')];
    await rename(documents, away);
    const { files, pdfs, lists } = await foundBook(url);
    expect(new Set(Object.values(files))).toEqual(new Set(['503 file-missing']));
    expect(Object.values(pdfs)).toEqual(['%PDF', '%PDF']);
    expect(lists.documents).toHaveLength(Object.keys(files).length);
    expect(await isReady(url)).toBe(true);

    await rename(away, documents);
    expect((await foundBook(url)).files).toMatchObject(restored.files);
  });
});

describe.runIf(whole)('files that are newer than the log', () => {
  it('are kept by the sweeps, which say why, until the operator says that they may go', async () => {
    const { dataDir } = installation;
    const files = filesFolder(dataDir);
    const end = join(home, 'files of the end');
    await cp(end, files, { recursive: true, force: false, preserveTimestamps: true });
    const known = await storedFiles(dataDir, 'installations/');
    const stored = await storedFiles(dataDir, '');

    expect(await sweptInTwoDays(dataDir)).toEqual({ documents: 0, pdfs: 0 });
    expect(await storedFiles(dataDir, 'documents/')).toEqual(
      stored.filter((key) => key.startsWith('documents/')),
    );
    const remedy = expect.stringContaining('Restore the newer backup of the database.');
    const warnings = [
      expect.objectContaining({ code: 'sweep-refused', message: remedy }),
      expect.objectContaining({ code: 'sweep-refused', message: remedy }),
    ];
    expect(await health()).toMatchObject({ status: 'ready', warnings });
    expect(await ops(dataDir, 'status')).toMatchObject({ code: 1, said: remedy });

    // What is lost is lost: the records go, as the warning says.
    const records = new Set(known.filter((key) => key.includes('/known/')).map(recordsOf));
    for (const folder of records) await rm(join(files, folder), { recursive: true });
    const { documents } = await sweptInTwoDays(dataDir);
    expect(documents).toBe(
      Object.keys(atTheEnd.files).filter((id) => !(id in restored.files)).length,
    );
    expect((await health()).warnings).toEqual([]);
    expect((await foundBook(installation.url)).files).toMatchObject(restored.files);
  });
});

const recordsOf = (key: string): string => `${key.slice(0, key.indexOf('/known/'))}/known`;

const pick = (all: Record<string, string>, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key)));
