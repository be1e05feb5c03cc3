import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.js';
import { openPostgres, type Pool } from '../postgres/postgres.js';
import { openVault } from '../vault/openVault.js';
import type { Vault } from '../vault/vault.js';
import { FileDamaged } from './contentCipher.js';
import { FileExists, FileMissing } from './fileStore.js';
import { createFiles, type Files } from './files.js';
import { openFolderFiles } from './folderFiles.js';
import { arriving, breakingAfter, mebibytes, sha256Of } from './testing/contents.spec.js';

const MEBIBYTE = 1024 * 1024;

let database: TestDatabase;
let pool: Pool;
let folder: string;
let vault: Vault;
let files: Files;

beforeAll(async () => {
  database = await makeTestDatabase();
  pool = openPostgres(database.url, { max: 4, logger: createLogger('silent') });
  folder = await mkdtemp(join(tmpdir(), 'insuremanager-files-'));
  vault = await openVault({ pool, masterKey: randomBytes(32) });
  files = createFiles({ store: await openFolderFiles(folder), vault });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const newKey = (): string => `documents/2026-11/${randomUUID()}`;
const newSubject = () => `customer-${randomUUID()}`;
const contentOf = async (fileKey: string, contentKey: Buffer): Promise<Buffer> =>
  buffer(await files.open(fileKey, contentKey));

describe('a stored file', () => {
  it.each([0, 1, 64 * 1024, 3 * MEBIBYTE + 1])(
    'of %i bytes comes back, with its size and digest told',
    async (size) => {
      const [fileKey, contentKey, content] = [newKey(), files.newContentKey(), randomBytes(size)];
      const saved = await files.keep(fileKey, contentKey, arriving(content));
      expect(saved).toEqual({ size, sha256: sha256Of(content) });
      expect((await contentOf(fileKey, contentKey)).equals(content)).toBe(true);
    },
  );

  it('shows nothing of itself to whoever reads the disk', async () => {
    const fileKey = newKey();
    await files.keep(fileKey, files.newContentKey(), arriving(Buffer.from('Lakshmi Nair')));
    expect((await readFile(join(folder, fileKey))).includes('Lakshmi')).toBe(false);
  });

  it('is not there when its stream broke', async () => {
    const fileKey = newKey();
    const broken = new Error('given up');
    const keeping = files.keep(fileKey, files.newContentKey(), breakingAfter(MEBIBYTE, broken));
    await expect(keeping).rejects.toBe(broken);
    expect(await files.has(fileKey)).toBe(false);
    await expect(files.open(fileKey, files.newContentKey())).rejects.toBeInstanceOf(FileMissing);
  });

  it('is never replaced', async () => {
    const [fileKey, contentKey] = [newKey(), files.newContentKey()];
    await files.keep(fileKey, contentKey, arriving(Buffer.from('first')));
    const again = files.keep(fileKey, contentKey, arriving(Buffer.from('second')));
    await expect(again).rejects.toBeInstanceOf(FileExists);
    expect((await contentOf(fileKey, contentKey)).toString()).toBe('first');
  });

  it('fails while it is read when its end was cut off, and with another key', async () => {
    const [fileKey, contentKey] = [newKey(), files.newContentKey()];
    await files.keep(fileKey, contentKey, mebibytes(1));
    await expect(contentOf(fileKey, files.newContentKey())).rejects.toBeInstanceOf(FileDamaged);
    await truncate(join(folder, fileKey), 900_000);
    await expect(contentOf(fileKey, contentKey)).rejects.toBeInstanceOf(FileDamaged);
  });

  it('may be left unread', async () => {
    const [fileKey, contentKey] = [newKey(), files.newContentKey()];
    await files.keep(fileKey, contentKey, mebibytes(4));
    const unread = await files.open(fileKey, contentKey);
    unread.destroy();
    for await (const _ of await files.open(fileKey, contentKey)) break;
    await files.remove(fileKey);
    expect(await files.has(fileKey)).toBe(false);
  });

  it('is found by the time it was stored', async () => {
    const [first, second] = ['swept/1', 'swept/2'];
    for (const key of [second, first]) await files.keep(key, files.newContentKey(), mebibytes(0));
    const found = async (instant: Date): Promise<string[]> => {
      const keys: string[] = [];
      for await (const key of files.storedBefore('swept/', instant)) keys.push(key);
      return keys;
    };
    expect(await found(new Date(Date.now() + 60_000))).toEqual([first, second]);
    expect(await found(new Date(Date.now() - 60_000))).toEqual([]);
  });
});

describe("a content key that follows from a person's key", () => {
  it('is the same each time, and another for each file and person', async () => {
    const [subject, fileKey] = [newSubject(), newKey()];
    const contentKey = await files.contentKeyOf(subject, fileKey);
    await files.keep(fileKey, contentKey, arriving(Buffer.from('quotation')));
    const again = await files.contentKeyOf(subject, fileKey);
    expect((await contentOf(fileKey, again)).toString()).toBe('quotation');
    expect(await files.contentKeyOf(subject, newKey())).not.toEqual(contentKey);
    expect(await files.contentKeyOf(newSubject(), fileKey)).not.toEqual(contentKey);
  });

  it('goes with the person', async () => {
    const [subject, fileKey] = [newSubject(), newKey()];
    await files.contentKeyOf(subject, fileKey);
    await vault.destroyKey(subject);
    await expect(files.contentKeyOf(subject, fileKey)).rejects.toMatchObject({
      code: 'subject-erased',
    });
  });
});
