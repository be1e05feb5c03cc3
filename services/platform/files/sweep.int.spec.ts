import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.js';
import { openPostgres, type Pool } from '../postgres/postgres.js';
import { openVault } from '../vault/openVault.js';
import type { Vault } from '../vault/vault.js';
import type { FileStore } from './fileStore.js';
import { createFiles, type Files } from './files.js';
import { openFolderFiles } from './folderFiles.js';
import { type SweepParts, type SweptFiles, sweepFiles } from './sweep.js';
import { openSweepReports, refusalSentence, type SweepReports } from './sweepReports.js';
import { arriving } from './testing/contents.spec.js';

const HOUR_MS = 3_600_000;

/** Two installations: each database has a vault of its own. */
const databases: TestDatabase[] = [];
const pools: Pool[] = [];
let vaults: [Vault, Vault];
let folder: string;
let store: FileStore;
let lines: string[];
let reports: SweepReports;

async function newVault(): Promise<Vault> {
  const database = await makeTestDatabase();
  databases.push(database);
  const pool = openPostgres(database.url, { max: 2, logger: createLogger('silent') });
  pools.push(pool);
  return openVault({ pool, masterKey: randomBytes(32) });
}

beforeAll(async () => {
  vaults = [await newVault(), await newVault()];
  reports = await openSweepReports(pools[0] as Pool);
});
beforeEach(async () => {
  if (folder) await rm(folder, { recursive: true });
  folder = await mkdtemp(join(tmpdir(), 'insuremanager-sweep-'));
  store = await openFolderFiles(folder);
  lines = [];
  await pools[0]?.query('DELETE FROM files.sweeps');
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const ours = (): Files => createFiles({ store, vault: vaults[0] });
const anothers = (): Files => createFiles({ store, vault: vaults[1] });

const letters = (count: number): string[] =>
  Array.from({ length: count }, () => `letters/${randomUUID()}`);
async function storeFiles(files: Files, count: number): Promise<string[]> {
  const keys = letters(count);
  for (const key of keys) await files.keep(key, files.newContentKey(), arriving(randomBytes(9)));
  return keys;
}
/** Straight into the store, as a release before this one, or a copy of the files, did. */
async function stored(count: number): Promise<string[]> {
  const keys = letters(count);
  for (const key of keys) await store.put(key, arriving(randomBytes(9)));
  return keys;
}
const lettersThere = async (): Promise<number> => {
  let count = 0;
  for await (const _ of store.list('letters/')) count += 1;
  return count;
};

/** What a log refers to, the newest last. */
const knowing = (keys: readonly string[]): SweptFiles => ({
  prefix: 'letters/',
  referredTo: async (asked) => new Set(asked.filter((key) => keys.includes(key))),
  newest: async () => keys.at(-1) ?? null,
});
const sweep = (
  files: Files,
  known: readonly string[],
  more: Partial<SweptFiles> = {},
  lists: Partial<SweepParts['readModels']> = {},
  signal?: AbortSignal,
) =>
  sweepFiles(
    {
      files,
      readModels: { waitFor: async () => true, ...lists },
      eventLog: { head: async () => ({ commit: 1n, prepare: 1n }) },
      clock: { now: () => new Date(Date.now() + 25 * HOUR_MS) },
      sweepReports: reports,
      logger: createLogger('info', {}, { write: (line) => lines.push(line) }),
    },
    { ...knowing(known), ...more },
    signal,
  );
const said = () => lines.map((line) => JSON.parse(line).msg).join('; ');

describe('a sweep', () => {
  it('removes one that nothing refers to among many that are referred to, and reports how many', async () => {
    const known = await storeFiles(ours(), 30);
    const [orphan = ''] = await storeFiles(ours(), 1);
    expect(await sweep(ours(), known)).toBe(1);
    expect(await store.has(orphan)).toBe(false);
    expect(await lettersThere()).toBe(30);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', removed: 1, referred: 30 });
    expect(lines.join()).not.toContain(orphan);
    expect(await sweep(ours(), known)).toBe(0);
  });

  /** Half a file in the store's own folder, as a crash two hours ago left it. */
  const leaveHalf = async (): Promise<void> => {
    const path = join(folder, '.parts', 'half');
    await writeFile(path, 'Half of wha');
    const then = new Date(Date.now() - 2 * HOUR_MS);
    await utimes(path, then, then);
  };
  const halves = () => readdir(join(folder, '.parts'));

  it('removes what a crash left half stored, without a start', async () => {
    const known = await storeFiles(ours(), 3);
    await leaveHalf();
    expect(await sweep(ours(), known)).toBe(0);
    expect(await halves()).toEqual([]);
    expect(said()).toBe('What was left of files that were not stored to their end was removed');
  });

  it('leaves the halves of another installation to that one', async () => {
    await storeFiles(ours(), 1);
    await leaveHalf();
    await sweep(anothers(), []);
    expect(await halves()).toEqual(['half']);
  });

  it('goes on when the store cannot tidy up, and reports it', async () => {
    await storeFiles(ours(), 1);
    const untidy = async () => {
      throw new Error('Access denied');
    };
    const files = createFiles({ store: { ...store, tidy: untidy }, vault: vaults[0] });
    expect(await sweep(files, [])).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn' });
  });

  it('removes what the first upload of all left behind, though nothing else is known', async () => {
    await storeFiles(ours(), 1);
    expect(await sweep(ours(), [])).toBe(1);
  });

  it('keeps everything of a store that another installation has marked', async () => {
    await storeFiles(ours(), 3);
    expect(await sweep(anothers(), [])).toBe(0);
    expect(said()).toContain('another installation');
    const known = await storeFiles(anothers(), 10);
    expect(await sweep(anothers(), known)).toBe(0);
    expect(await lettersThere()).toBe(13);
  });

  it('keeps everything of an unmarked store of which it knows nothing, and does not mark it', async () => {
    await stored(3);
    await storeFiles(ours(), 1);
    expect(await sweep(ours(), [])).toBe(0);
    expect(said()).toContain('not marked as ours');
    expect(await ours().ownership.owner()).toBe('nobodys');
    expect(await lettersThere()).toBe(4);
  });

  it('marks an unmarked store of which it knows most', async () => {
    const known = await stored(3);
    await stored(1);
    expect(await sweep(ours(), known)).toBe(1);
    expect(await ours().ownership.owner()).toBe('ours');
    expect(await anothers().ownership.owner()).toBe('foreign');
  });

  it('keeps everything while its log does not know what an earlier one knew', async () => {
    const older = await storeFiles(ours(), 3);
    const newer = await storeFiles(ours(), 2);
    expect(await sweep(ours(), [...older, ...newer])).toBe(0);
    expect(await sweep(ours(), older)).toBe(0);
    expect(said()).toContain('the log has lost');
    // It goes its own way from there; neither of the two goes on.
    const others = await storeFiles(ours(), 5);
    expect(await sweep(ours(), [...older, ...others])).toBe(0);
    expect(await sweep(ours(), [...older, ...newer])).toBe(0);
    expect(await lettersThere()).toBe(10);
  });

  it('goes on once what was lost is known again', async () => {
    const older = await storeFiles(ours(), 3);
    const newer = await storeFiles(ours(), 1);
    await storeFiles(ours(), 1);
    expect(await sweep(ours(), [...older, ...newer])).toBe(1);
    await storeFiles(ours(), 1);
    expect(await sweep(ours(), older)).toBe(0);
    expect(await sweep(ours(), [...older, ...newer])).toBe(1);
  });

  it('keeps everything when far more is unknown than broken uploads leave', async () => {
    const known = await storeFiles(ours(), 3);
    await stored(101);
    expect(await sweep(ours(), known)).toBe(0);
    expect(said()).toContain('Too many');
    expect(await lettersThere()).toBe(104);
    expect(await sweep(ours(), known, { oftenOutdated: true })).toBe(101);
  });

  it('keeps what is needed though no event refers to it', async () => {
    const known = await storeFiles(ours(), 1);
    const [needed = '', orphan = ''] = await storeFiles(ours(), 2);
    expect(await sweep(ours(), known, { needed: async () => new Set([needed]) })).toBe(1);
    expect(await store.has(needed)).toBe(true);
    expect(await store.has(orphan)).toBe(false);
  });
});

describe('what is reported of sweeps', () => {
  const report = async () => (await reports.all()).find(({ prefix }) => prefix === 'letters/');
  const sentence = async () => {
    const found = await report();
    return found && refusalSentence(found);
  };

  it('is when the last one ended, and what it removed', async () => {
    const known = await storeFiles(ours(), 3);
    await storeFiles(ours(), 2);
    const before = Date.now() + 25 * HOUR_MS;
    await sweep(ours(), known);
    const { at, ...rest } = (await report()) ?? {};
    expect(rest).toEqual({ prefix: 'letters/', result: 'done', removed: 2, refusal: null });
    expect(at?.getTime()).toBeGreaterThanOrEqual(before);
  });

  it.each([
    ['foreign', () => storeFiles(anothers(), 1), 'marked by another installation. Give each'],
    ['unmarked', () => stored(3), 'not marked as ours. Look whether'],
  ] as const)('is %s, and what to do', async (why, fill, words) => {
    await fill();
    await sweep(ours(), []);
    expect(await report()).toMatchObject({ result: why, removed: 0, refusal: { why } });
    expect(await sentence()).toContain(words);
  });

  it('is a refusal since the first of them, through one that is put off, until one is done', async () => {
    const known = await storeFiles(ours(), 3);
    const orphans = await stored(101);
    await sweep(ours(), known);
    const first = await report();
    expect(first).toMatchObject({ result: 'too-many', refusal: { why: 'too-many' } });
    expect(first?.refusal?.since).toEqual(first?.at);

    await sweep(ours(), known);
    expect((await report())?.refusal).toEqual(first?.refusal);
    await sweep(ours(), known, {}, { waitFor: async () => false });
    expect(await report()).toMatchObject({ result: 'postponed', refusal: first?.refusal });
    expect(await sentence()).toContain('Too many stored files are unknown. Something is wrong');

    await sweep(ours(), [...orphans, ...known]);
    expect(await report()).toMatchObject({ result: 'done', refusal: null });
    expect(await sentence()).toBeNull();
  });

  it('is of another refusal when it is another one, since the first of both', async () => {
    const known = await storeFiles(ours(), 3);
    await sweep(ours(), known);
    await sweep(ours(), []);
    const lost = await report();
    expect(lost).toMatchObject({ result: 'log-lost', refusal: { why: 'log-lost' } });
    await storeFiles(anothers(), 1);
    await anothers().ownership.markAsOurs();
    await sweep(ours(), known);
    expect((await report())?.refusal).toEqual({ why: 'foreign', since: lost?.refusal?.since });
  });

  it('is nothing of one that was broken off', async () => {
    await storeFiles(ours(), 3);
    const before = await report();
    await sweep(ours(), [], {}, {}, AbortSignal.abort());
    expect(await report()).toEqual(before);
  });
});
