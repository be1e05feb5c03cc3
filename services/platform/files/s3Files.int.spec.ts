import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from './fileStore.js';
import { openS3Files } from './s3Files.js';
import { arriving } from './testing/contents.spec.js';
import { type S3UnderTest, s3Missing, startS3 } from './testing/s3Server.spec.js';
import { describeFileStore } from './testing/storeContract.spec.js';

const whole = isExhaustive(import.meta.url);

if (s3Missing)
  it(`files in a bucket: there is ${s3Missing}`, ({ skip }) => {
    if (process.env.CI !== 'true') skip();
    throw new Error('Not tested');
  });

describe.skipIf(s3Missing)('files in a bucket', () => {
  describeFileStore(
    'as a file store',
    async () => {
      const server = await startS3();
      const store = openS3Files(server.settings);
      return {
        store,
        incomplete: server.incomplete,
        stop: async () => {
          await store.close();
          await server.stop();
        },
      };
    },
    { isWhole: whole },
  );

  describe('on an S3 server', () => {
    let server: S3UnderTest;
    let store: FileStore;
    beforeAll(async () => {
      server = await startS3();
      store = openS3Files(server.settings);
    });
    afterAll(async () => {
      await store?.close();
      await server?.stop();
    });

    const newKey = (): string => `documents/2026-11/${randomUUID()}`;

    it('makes its bucket at the first use, by two processes at once as well', async () => {
      expect(await server.client.bucketExists(server.settings.bucket)).toBe(false);
      const other = openS3Files(server.settings);
      const keys = [newKey(), newKey()];
      await Promise.all([
        store.put(keys[0] ?? '', arriving(Buffer.from('ours'))),
        other.put(keys[1] ?? '', arriving(Buffer.from('theirs'))),
      ]);
      const read = await Promise.all(keys.map(async (key) => buffer(await store.get(key))));
      expect(read.map(String)).toEqual(['ours', 'theirs']);
      await other.close();
    });

    it('removes the parts of an upload that broke', async () => {
      const key = newKey();
      let partsBefore: string[] = [];
      const broken = new Error('The upload was given up');
      async function* content() {
        yield* arriving(randomBytes(6 * 1024 * 1024));
        partsBefore = await server.incomplete(key);
        throw broken;
      }
      await expect(store.put(key, content())).rejects.toBe(broken);
      expect(partsBefore).toHaveLength(1);
      expect(await server.incomplete(key)).toEqual([]);
    });

    it('is unavailable to whoever has no right, and says no more than that', async () => {
      const stranger = openS3Files({ ...server.settings, secretKey: 'a-wrong-secret' });
      await expect(stranger.check()).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'unavailable',
        message: expect.not.stringContaining('secret'),
      });
      await stranger.close();
    });
  });
});
