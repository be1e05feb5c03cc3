import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { Client } from 'minio';
import { checkedKey, checkedPrefix } from './fileKey.js';
import { FileExists, FileMissing, type FileStore } from './fileStore.js';
import { piecesOf } from './pieces.js';
import { readableOf } from './readableOf.js';
import { S3Failure, s3Transport } from './s3Transport.js';
import { beginUpload, type PartedUpload, putWhole } from './s3Upload.js';
import { storageFull, storeAway } from './storeRefusals.js';

export interface S3Settings {
  /** `http://host:port` or `https://host`, without a path. */
  endpoint: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
  region: string;
  /** How long the server may be silent before it counts as away. Milliseconds. */
  idleTimeoutMs?: number;
}

const IDLE_TIMEOUT_MS = 15_000;

/** Connections that are not used for so long are closed before the server does. Milliseconds. */
const IDLE_MS = 5_000;

/** The least that S3 takes: what one upload holds in memory. Bytes. */
const PART_BYTES = 5 * 1024 * 1024;

/** What servers say when there is no room, or no more than this for us. */
const FULL = new Set([
  'ENOSPC',
  'EDQUOT',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'InsufficientCapacity',
  'InsufficientStorage',
  'QuotaExceeded',
]);

type Meanings = Readonly<Record<string, () => Error>>;

/**
 * Files in a bucket of an S3 server (MinIO, AWS, …), which is made when it is missing. Nothing is
 * asked of the server before the first use, so it may come later than we do.
 */
export function openS3Files(settings: S3Settings): FileStore {
  const { bucket, region } = settings;
  const { client, agent } = connect(settings);
  let bucketMade: Promise<void> | undefined;

  async function ask<Answer>(
    work: () => Promise<Answer>,
    meanings: Meanings = {},
  ): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error);
      if (code === 'NoSuchBucket') bucketMade = undefined;
      throw meanings[code]?.() ?? refusalOf(error);
    }
  }

  const makeSureOfBucket = () =>
    ask(async () => {
      if (await client.bucketExists(bucket)) return;
      await client.makeBucket(bucket, region).catch((error: unknown) => {
        // Another process was faster.
        if (codeOf(error) !== 'BucketAlreadyOwnedByYou') throw error;
      });
    });

  const bucketReady = async (): Promise<void> => {
    bucketMade ??= makeSureOfBucket();
    try {
      await bucketMade;
    } catch (error) {
      bucketMade = undefined;
      throw error;
    }
  };

  return {
    async put(key, content) {
      const place = { client, bucket, key: checkedKey(key) };
      const exists: Meanings = { PreconditionFailed: () => new FileExists(key) };
      await bucketReady();
      let upload: PartedUpload | undefined;
      try {
        for await (const { bytes, last } of piecesOf(content, PART_BYTES)) {
          if (!upload) {
            if (last) return await ask(() => putWhole(place, bytes), exists);
            upload = await ask(() => beginUpload(place));
          }
          const parts = upload;
          await ask(() => parts.add(bytes));
          if (last) await ask(() => parts.complete(), exists);
        }
      } catch (error) {
        // What cannot be removed now, the server removes after some days.
        await upload?.abort().catch(() => {});
        throw error;
      }
    },

    async get(key) {
      checkedKey(key);
      const missing = () => new FileMissing(key);
      const stream = await ask(() => client.getObject(bucket, key), {
        NoSuchKey: missing,
        NoSuchBucket: missing,
      });
      return readableOf(read(stream), stream);
    },

    async has(key) {
      checkedKey(key);
      return ask(() =>
        client.statObject(bucket, key).then(
          () => true,
          (error: unknown) => {
            if (codeOf(error) !== 'NotFound') throw error;
            return false;
          },
        ),
      );
    },

    async remove(key) {
      checkedKey(key);
      await bucketReady();
      await ask(() => client.removeObject(bucket, key));
    },

    async *list(prefix) {
      await bucketReady();
      const found = client
        .listObjectsV2(bucket, checkedPrefix(prefix), true)
        [Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await ask(() => found.next());
        if (done) return;
        const { name: key, size, lastModified: storedAt } = value;
        if (key) yield { key, size, storedAt };
      }
    },

    check: makeSureOfBucket,
    close: async () => agent.destroy(),
  };
}

function connect(settings: S3Settings) {
  const { protocol, hostname, port } = new URL(settings.endpoint);
  const secure = protocol === 'https:';
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, timeout: IDLE_MS });
  const client = new Client({
    endPoint: hostname,
    port: port === '' ? undefined : Number(port),
    useSSL: secure,
    accessKey: settings.accessKey,
    secretKey: settings.secretKey,
    region: settings.region,
    transport: s3Transport(secure, settings.idleTimeoutMs ?? IDLE_TIMEOUT_MS),
    transportAgent: agent,
    retryOptions: { disableRetry: true },
  });
  return { client, agent };
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

const refusalOf = (error: unknown): Error =>
  FULL.has(codeOf(error)) || (error instanceof S3Failure && error.status === 507)
    ? storageFull(error)
    : storeAway(error);

async function* read(stream: Readable): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* stream;
  } catch (error) {
    throw storeAway(error);
  }
}
