import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from './fileStore.js';
import { openS3Files } from './s3Files.js';
import { arriving, mebibytes } from './testing/contents.spec.js';
import { type MinioUnderTest, minioProgram, startMinio } from './testing/minio.spec.js';

const MEBIBYTE = 1024 * 1024;

/** Milliseconds. */
const IDLE_TIMEOUT_MS = {
  /** For what is never answered, so that the test is short. */
  short: 300,
  /** For what has to be answered within, also where the machine stands still for a while. */
  long: 60_000,
  /** For what has to be told from silence, and lasts for two of them. */
  medium: 2_000,
};

const away = { kind: 'unavailable', code: 'unavailable' };
const newKey = (): string => `documents/2026-11/${randomUUID()}`;
const letter = () => arriving(Buffer.from('x'));

async function listed(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list('')) keys.push(key);
  return keys;
}

describe.skipIf(!minioProgram())('an S3 server that is killed', () => {
  let minio: MinioUnderTest;
  let store: FileStore;
  beforeAll(async () => {
    minio = await startMinio(minioProgram() ?? '');
    store = openS3Files(minio.settings);
  });
  afterAll(async () => {
    await store?.close();
    await minio?.stop();
  });

  it('in the middle of an upload leaves nothing under the key, and serves again when it is back', async () => {
    const key = newKey();
    async function* content() {
      yield* arriving(randomBytes(6 * MEBIBYTE));
      await minio.kill();
      yield* arriving(randomBytes(6 * MEBIBYTE));
    }
    await expect(store.put(key, content())).rejects.toMatchObject(away);
    await minio.start();
    expect(await store.has(key)).toBe(false);
    expect(await listed(store)).toEqual([]);
    const whole = randomBytes(6 * MEBIBYTE);
    await store.put(key, arriving(whole));
    expect((await buffer(await store.get(key))).equals(whole)).toBe(true);
  });

  it('refuses everything while it is away, and holds what it held when it is back', async () => {
    const [key, other] = [newKey(), newKey()];
    await store.put(key, letter());
    await minio.kill();
    await expect(store.put(other, letter())).rejects.toMatchObject(away);
    await expect(store.get(key)).rejects.toMatchObject(away);
    await expect(store.has(key)).rejects.toMatchObject(away);
    await expect(store.remove(key)).rejects.toMatchObject(away);
    await expect(listed(store)).rejects.toMatchObject(away);
    await expect(store.check()).rejects.toMatchObject(away);
    await minio.start();
    await store.check();
    expect(await store.has(other)).toBe(false);
    expect((await buffer(await store.get(key))).toString()).toBe('x');
  });

  it('in the middle of a download breaks it, rather than ending it', async () => {
    const key = newKey();
    await store.put(key, mebibytes(64));
    const reading = async () => {
      let size = 0;
      for await (const bytes of await store.get(key)) {
        if (size === 0) await minio.kill();
        size += bytes.length;
      }
      return size;
    };
    await expect(reading()).rejects.toMatchObject(away);
    await minio.start();
  });
});

describe('an S3 server that is silent', () => {
  let server: Server;
  const sockets = new Set<Socket>();
  let store: FileStore;
  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    });
    store = storeAt(await listening(server), IDLE_TIMEOUT_MS.short);
  });
  afterAll(async () => {
    await store?.close();
    for (const socket of sockets) socket.destroy();
    server?.close();
  });

  it('keeps nobody waiting for ever', async () => {
    await expect(store.check()).rejects.toMatchObject(away);
    await expect(store.put(newKey(), mebibytes(6))).rejects.toMatchObject(away);
    await expect(store.get(newKey())).rejects.toMatchObject(away);
  });
});

describe('an S3 server that answers', () => {
  let server: http.Server;
  let store: FileStore;
  let answer: http.RequestListener;
  beforeAll(async () => {
    server = http.createServer((request, response) => {
      // The bucket is there; what is asked for in it is the test's.
      if (request.method === 'HEAD') return response.end();
      request.resume().on('end', () => answer(request, response));
    });
    store = storeAt(await listening(server), IDLE_TIMEOUT_MS.long);
  });
  afterAll(async () => {
    await store?.close();
    server?.closeAllConnections();
    server?.close();
  });

  const refusing = (status: number, code: string, message = 'No.') => {
    answer = (_, response) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(
          `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
        );
  };

  it.each([
    [507, 'XMinioStorageFull'],
    [507, ''],
    [503, 'InsufficientCapacity'],
    [400, 'XMinioAdminBucketQuotaExceeded'],
    [403, 'QuotaExceeded'],
    // As MinIO says it when its disk is full before it has noticed.
    [500, 'InternalError', 'An internal error: cause(no space left on device)'],
  ])('%i %s has no room left', async (status, code, message?: string) => {
    refusing(status, code, message);
    for (const content of [letter(), mebibytes(6)])
      await expect(store.put(newKey(), content)).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'storage-full',
      });
  });

  it.each([
    [503, 'SlowDown'],
    [500, 'InternalError'],
    [403, 'AccessDenied'],
    [502, ''],
  ])('%i %s cannot be used just now', async (status, code) => {
    refusing(status, code);
    await expect(store.put(newKey(), letter())).rejects.toMatchObject(away);
    await expect(store.get(newKey())).rejects.toMatchObject(away);
    await expect(listed(store)).rejects.toMatchObject(away);
  });

  it('and then says no more breaks the download', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('the beginning');
    };
    const impatient = storeAt(portOf(server), IDLE_TIMEOUT_MS.medium);
    const begun = await impatient.get(newKey());
    await expect(buffer(begun)).rejects.toMatchObject(away);
    await impatient.close();
  });

  it('waits for a reader who is slower than it may itself be', async () => {
    const content = randomBytes(32 * MEBIBYTE);
    answer = (_, response) => response.writeHead(200).end(content);
    const silent = createServer(() => {});
    const clock = storeAt(await listening(silent), IDLE_TIMEOUT_MS.medium);
    const other = storeAt(portOf(server), IDLE_TIMEOUT_MS.medium);
    const read: Buffer[] = [];
    for await (const bytes of await other.get(newKey())) {
      // As long as two silences.
      if (read.length === 0)
        for (let turn = 0; turn < 2; turn += 1)
          await expect(clock.check()).rejects.toMatchObject(away);
      read.push(bytes);
    }
    expect(Buffer.concat(read).equals(content)).toBe(true);
    await clock.close();
    await other.close();
    silent.close();
  });
});

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const storeAt = (port: number, idleTimeoutMs: number): FileStore =>
  openS3Files({
    endpoint: `http://127.0.0.1:${port}`,
    accessKey: 'tester',
    secretKey: 'testers-secret',
    bucket: 'insuremanager',
    region: 'us-east-1',
    idleTimeoutMs,
  });
