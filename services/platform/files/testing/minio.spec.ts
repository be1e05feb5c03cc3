import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'minio';
import type { S3Settings } from '../s3Files.js';

/** A real S3 server on this machine, for one spec. */
export interface MinioUnderTest {
  readonly settings: S3Settings;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again, with what it held, on the same port. */
  start(): Promise<void>;
  /** Ends it and removes what it held. */
  stop(): Promise<void>;
}

const START_WITHIN_MS = 60_000;

/** The program that MINIO names, or the one on the PATH; undefined when there is none. */
export function minioProgram(): string | undefined {
  if (process.env.MINIO) return process.env.MINIO;
  try {
    return execFileSync('sh', ['-c', 'command -v minio'], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

export async function startMinio(program: string): Promise<MinioUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'insuremanager-minio-'));
  const address = `127.0.0.1:${await freePort()}`;
  const settings = {
    endpoint: `http://${address}`,
    accessKey: 'tester',
    secretKey: randomBytes(16).toString('hex'),
    bucket: 'insuremanager',
    region: 'us-east-1',
  };
  let child: ChildProcess | undefined;
  const running = () => child && child.exitCode === null && child.signalCode === null;
  const killNow = () => child?.kill('SIGKILL');

  const start = async (): Promise<void> => {
    // Two of them would share the port.
    if (running()) throw new Error('MinIO runs already');
    // Its console takes a port of its own, any free one.
    child = spawn(
      program,
      ['server', folder, '--address', address, '--console-address', '127.0.0.1:0'],
      {
        stdio: 'ignore',
        env: {
          HOME: folder,
          MINIO_ROOT_USER: settings.accessKey,
          MINIO_ROOT_PASSWORD: settings.secretKey,
          MINIO_BROWSER: 'off',
          MINIO_UPDATE: 'off',
        },
      },
    );
    await serving(settings, child);
  };
  const kill = async (): Promise<void> => {
    if (!child || !running()) return;
    const ended = once(child, 'exit');
    killNow();
    await ended;
  };
  const stop = async (): Promise<void> => {
    process.off('exit', killNow);
    await kill();
    await rm(folder, { recursive: true, force: true });
  };

  // Should the run be ended before it stops its servers.
  process.once('exit', killNow);
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { settings, kill, start, stop };
}

/**
 * Resolves when it does what it is asked; rejects when it ends before that. Its health address says
 * that it is ready some time before it is.
 */
async function serving(settings: S3Settings, child: ChildProcess): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const client = clientOf(settings);
  const until = Date.now() + START_WITHIN_MS;
  while (Date.now() < until) {
    if (failure) throw failure;
    if (child.exitCode !== null) throw new Error(`MinIO ended with code ${child.exitCode}`);
    const serves = await client.bucketExists(settings.bucket).then(
      () => true,
      () => false,
    );
    if (serves) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`MinIO did not serve within ${START_WITHIN_MS} ms`);
}

/** The client library with nothing of ours around it. */
export const clientOf = ({ endpoint, accessKey, secretKey, region }: S3Settings): Client => {
  const { protocol, hostname, port } = new URL(endpoint);
  return new Client({
    endPoint: hostname,
    port: port === '' ? undefined : Number(port),
    useSSL: protocol === 'https:',
    accessKey,
    secretKey,
    region,
    retryOptions: { disableRetry: true },
  });
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
