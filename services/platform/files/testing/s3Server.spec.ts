import { randomBytes } from 'node:crypto';
import type { Client } from 'minio';
import type { S3Settings } from '../s3Files.js';
import { clientOf, minioProgram, startMinio } from './minio.spec.js';

/** An S3 server that tests may fill, and how to look into it past our own code. */
export interface S3UnderTest {
  readonly settings: S3Settings;
  readonly client: Client;
  /** The uploads under a key that have parts and are not complete. */
  incomplete(key: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** Where there is no S3 server, why these tests are left out; a run of the CI fails instead. */
export const s3Missing: string | undefined =
  process.env.S3_ENDPOINT || minioProgram()
    ? undefined
    : 'no S3 server: name one in S3_ENDPOINT, or a MinIO program in MINIO or on the PATH';

/** The server that S3_ENDPOINT names, with a bucket of the caller's own; else a MinIO. */
export async function startS3(): Promise<S3UnderTest> {
  const named = process.env.S3_ENDPOINT;
  if (named) {
    const settings = {
      endpoint: named,
      accessKey: process.env.S3_ACCESS_KEY ?? '',
      secretKey: process.env.S3_SECRET_KEY ?? '',
      bucket: `insuremanager-test-${randomBytes(6).toString('hex')}`,
      region: process.env.S3_REGION || 'us-east-1',
    };
    const client = clientOf(settings);
    return { settings, client, ...looking(client, settings), stop: () => empty(client, settings) };
  }
  const program = minioProgram();
  if (!program) throw new Error(`There is ${s3Missing}`);
  const minio = await startMinio(program);
  const { settings } = minio;
  const client = clientOf(settings);
  return { settings, client, ...looking(client, settings), stop: minio.stop };
}

const looking = (client: Client, { bucket }: S3Settings) => ({
  async incomplete(key: string): Promise<string[]> {
    const found: string[] = [];
    for await (const upload of client.listIncompleteUploads(bucket, key, true))
      found.push(upload.uploadId);
    return found;
  },
});

async function empty(client: Client, { bucket }: S3Settings): Promise<void> {
  for await (const { name } of client.listObjectsV2(bucket, '', true))
    if (name) await client.removeObject(bucket, name);
  await client.removeBucket(bucket);
}
