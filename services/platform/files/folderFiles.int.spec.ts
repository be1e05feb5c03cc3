import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolderFiles } from './folderFiles.js';
import { arriving } from './testing/contents.spec.js';
import { describeFileStore } from './testing/storeContract.spec.js';

const temporaryFolder = () => mkdtemp(join(tmpdir(), 'insuremanager-files-'));

describeFileStore(
  'a folder of files',
  async () => {
    const folder = await temporaryFolder();
    return {
      store: await openFolderFiles(folder),
      incomplete: () => readdir(join(folder, '.parts')),
      stop: () => rm(folder, { recursive: true }),
    };
  },
  { isWhole: true },
);

describe('the folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const modeOf = async (path: string): Promise<number> =>
    (await stat(join(folder, path))).mode & 0o777;
  const partNames = () => readdir(join(folder, '.parts'));

  it('is made when it is missing, for its owner alone', async () => {
    const store = await openFolderFiles(join(folder, 'new/files'));
    await store.put('documents/2026-11/one', arriving(Buffer.from('x')));
    for (const path of ['new', 'new/files', 'new/files/.parts', 'new/files/documents/2026-11'])
      expect(await modeOf(path)).toBe(0o700);
    expect(await modeOf('new/files/documents/2026-11/one')).toBe(0o600);
  });

  it('keeps what it holds when it is opened again, by two at once as well', async () => {
    const stores = await Promise.all([openFolderFiles(folder), openFolderFiles(folder)]);
    await stores[0].put('kept', arriving(Buffer.from('x')));
    expect((await buffer(await stores[1].get('kept'))).toString()).toBe('x');
  });

  it('loses what a crash left long ago, but nothing that another process writes just now', async () => {
    let now = Date.now();
    const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000);
    for (const [name, time] of [
      ['left', minutesAgo(61)],
      ['written', minutesAgo(59)],
    ] as const) {
      const path = join(folder, '.parts', name);
      await writeFile(path, 'half');
      await utimes(path, time, time);
    }
    const store = await openFolderFiles(folder, { now: () => now });
    expect(await partNames()).toEqual(['written']);
    for await (const { key } of store.list('')) expect(key).not.toContain('written');
    expect(await store.tidy?.()).toBe(0);
    expect(await partNames()).toEqual(['written']);
    now += 2 * 60_000;
    expect(await store.tidy?.()).toBe(1);
    expect(await partNames()).toEqual([]);
  });

  // A device that is always full; Linux has it.
  it.runIf(existsSync('/dev/full'))(
    'says that there is no room left, and what to do, and keeps nothing',
    async () => {
      const store = await openFolderFiles(folder, { openPart: () => open('/dev/full', 'w') });
      await expect(store.put('full', arriving(Buffer.from('x')))).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'storage-full',
        message:
          'There is no room left to store files. Nothing was lost; free some space, then try again.',
        cause: { code: 'ENOSPC' },
      });
      expect(await store.has('full')).toBe(false);
      expect(await partNames()).toEqual([]);
    },
  );

  it('is unavailable while its disk is away, and works again when it is back', async () => {
    const away = join(folder, 'away');
    const store = await openFolderFiles(away);
    await store.put('kept', arriving(Buffer.from('x')));
    await rm(join(away, '.parts'), { recursive: true });
    const refused = { kind: 'unavailable', code: 'unavailable' };
    await expect(store.check()).rejects.toMatchObject(refused);
    await expect(store.put('new', arriving(Buffer.from('x')))).rejects.toMatchObject(refused);
    await openFolderFiles(away);
    await store.check();
    await store.put('new', arriving(Buffer.from('x')));
    expect((await buffer(await store.get('kept'))).toString()).toBe('x');
  });

  it('cannot be where a file lies', async () => {
    await writeFile(join(folder, 'a-file'), '');
    await expect(openFolderFiles(join(folder, 'a-file'))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
