import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileExists, FileMissing, type FileStore } from '../fileStore.js';
import { arriving, breakingAfter, mebibytes } from './contents.spec.js';

export interface StoreUnderTest {
  readonly store: FileStore;
  /** What the store holds of a file that is not whole. */
  incomplete(key: string): Promise<readonly string[]>;
  stop(): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;

/** Most that the process may grow while 100 MiB pass through: garbage counts until it is collected. */
const MOST_GROWTH = 90 * MEBIBYTE;

/** What every file store promises. */
export function describeFileStore(
  name: string,
  start: () => Promise<StoreUnderTest>,
  { isWhole }: { readonly isWhole: boolean },
): void {
  describe(name, () => {
    let under: StoreUnderTest;
    let store: FileStore;
    beforeAll(async () => {
      under = await start();
      store = under.store;
    });
    afterAll(() => under?.stop());

    const newKey = (folder = 'documents/2026-11'): string => `${folder}/${randomUUID()}`;
    const content = async (key: string): Promise<Buffer> => buffer(await store.get(key));
    const listed = async (prefix: string): Promise<string[]> => {
      const keys: string[] = [];
      for await (const { key } of store.list(prefix)) keys.push(key);
      return keys;
    };

    it.each([0, 1, 64 * 1024, 5 * MEBIBYTE, 5 * MEBIBYTE + 1, 12 * MEBIBYTE])(
      'gives back %i bytes as they were',
      async (size) => {
        const key = newKey();
        const bytes = randomBytes(size);
        await store.put(key, arriving(bytes, 10_000));
        expect((await content(key)).equals(bytes)).toBe(true);
        expect(await store.has(key)).toBe(true);
      },
    );

    it('knows what is not there', async () => {
      const key = newKey();
      expect(await store.has(key)).toBe(false);
      await expect(store.get(key)).rejects.toBeInstanceOf(FileMissing);
      await store.remove(key);
      expect(await listed(key)).toEqual([]);
    });

    it('takes no key that could lead elsewhere', async () => {
      const wrong = ['', '/', '../x', 'a/../b', 'a//b', '/a', 'a/', '.parts/x', 'A', 'a b', 'ü'];
      for (const key of [...wrong, 'x'.repeat(1025)]) {
        await expect(store.put(key, arriving(Buffer.from('x')))).rejects.toThrow('Not a key');
        await expect(store.get(key)).rejects.toThrow('Not a key');
        await expect(store.has(key)).rejects.toThrow('Not a key');
        await expect(store.remove(key)).rejects.toThrow('Not a key');
      }
    });

    it('forgets what is removed, and takes its key again', async () => {
      const key = newKey();
      await store.put(key, arriving(Buffer.from('first')));
      await store.remove(key);
      expect(await store.has(key)).toBe(false);
      await expect(store.get(key)).rejects.toBeInstanceOf(FileMissing);
      await store.put(key, arriving(Buffer.from('second')));
      expect((await content(key)).toString()).toBe('second');
    });

    it.each([100, 6 * MEBIBYTE])('writes a key once, with %i bytes too', async (size) => {
      const key = newKey();
      const contents = Array.from({ length: 4 }, () => randomBytes(size));
      const puts = await Promise.allSettled(
        contents.map((bytes) => store.put(key, arriving(bytes))),
      );
      const refused = puts.filter((put) => put.status === 'rejected');
      expect(refused.map(({ reason }) => reason)).toEqual(Array(3).fill(expect.any(FileExists)));
      const winner = contents[puts.findIndex((put) => put.status === 'fulfilled')];
      await expect(store.put(key, arriving(randomBytes(size)))).rejects.toBeInstanceOf(FileExists);
      expect((await content(key)).equals(winner ?? Buffer.alloc(0))).toBe(true);
      expect(await under.incomplete(key)).toEqual([]);
    });

    it.each([0, 100, 4 * MEBIBYTE, 11 * MEBIBYTE])(
      'keeps nothing of a stream that breaks after %i bytes, and throws what it threw',
      async (size) => {
        const key = newKey();
        const broken = new Error('The upload was given up');
        await expect(store.put(key, breakingAfter(size, broken))).rejects.toBe(broken);
        expect(await store.has(key)).toBe(false);
        expect(await listed(key)).toEqual([]);
        expect(await under.incomplete(key)).toEqual([]);
      },
    );

    it('tidies up around what is being stored', async () => {
      const [key, bytes] = [newKey(), randomBytes(6 * MEBIBYTE)];
      async function* tidiedMeanwhile() {
        for await (const piece of arriving(bytes, MEBIBYTE)) {
          await store.tidy?.();
          yield piece;
        }
      }
      await store.put(key, tidiedMeanwhile());
      await store.tidy?.();
      expect((await content(key)).equals(bytes)).toBe(true);
    });

    it('stores many files at once', async () => {
      const files = Array.from({ length: 24 }, (_, i) => ({
        key: newKey(),
        bytes: randomBytes(i * 40_000),
      }));
      await Promise.all(files.map(({ key, bytes }) => store.put(key, arriving(bytes))));
      const read = await Promise.all(files.map(({ key }) => content(key)));
      expect(read.map((bytes, i) => files[i]?.bytes.equals(bytes))).toEqual(Array(24).fill(true));
    });

    it('lists all that begins with a text, in order, with sizes and times', async () => {
      const folder = `list-${randomUUID()}`;
      const keys = ['a', 'a-b/1', 'a.b', 'b/1', 'b/2', 'ba'].map((end) => `${folder}/${end}`);
      const before = Date.now();
      for (const key of keys.toReversed()) await store.put(key, arriving(Buffer.from(key)));
      expect(await listed(`${folder}/`)).toEqual([...keys].sort());
      expect(await listed(`${folder}/b`)).toEqual(keys.slice(3));
      expect(await listed(`${folder}/b/`)).toEqual(keys.slice(3, 5));
      expect(await listed(`${folder}/c`)).toEqual([]);
      for await (const file of store.list(folder)) {
        expect(file.size).toBe(file.key.length);
        // A store may keep whole seconds only.
        expect(file.storedAt.getTime()).toBeGreaterThan(before - 2000);
        expect(file.storedAt.getTime()).toBeLessThan(Date.now() + 2000);
      }
    });

    it.runIf(isWhole)('lists more than a page holds', async () => {
      const folder = `pages-${randomUUID()}`;
      const keys = Array.from({ length: 1001 }, (_, i) => `${folder}/${1000 + i}`);
      const put = async (each: Iterator<string>): Promise<void> => {
        for (let next = each.next(); !next.done; next = each.next())
          await store.put(next.value, arriving(Buffer.from('x')));
      };
      const each = keys.values();
      await Promise.all(Array.from({ length: 16 }, () => put(each)));
      expect(await listed(`${folder}/`)).toEqual(keys);
    });

    it('ends a reading that is given up, also before it began', async () => {
      const key = newKey();
      await store.put(key, mebibytes(8));
      const unread = await store.get(key);
      unread.destroy();
      const begun = await store.get(key);
      for await (const _ of begun) break;
      expect([unread.destroyed, begun.destroyed]).toEqual([true, true]);
      expect((await content(key)).length).toBe(8 * MEBIBYTE);
    });

    it('holds little of what passes through', async () => {
      const key = newKey();
      await store.put(newKey(), mebibytes(10));
      const before = process.memoryUsage().rss;
      let most = before;
      const watch = () => {
        most = Math.max(most, process.memoryUsage().rss);
      };
      await store.put(
        key,
        (async function* () {
          for await (const bytes of mebibytes(100)) {
            watch();
            yield bytes;
          }
        })(),
      );
      let size = 0;
      for await (const bytes of await store.get(key)) {
        size += bytes.length;
        watch();
      }
      expect(size).toBe(100 * MEBIBYTE);
      expect(most - before).toBeLessThan(MOST_GROWTH);
    });

    it('answers when it is asked whether it is there', () => store.check());
  });
}
