import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Client } from 'minio';
import { serverProcess } from '../../testing/serverProcess.js';
import { unusedPort } from '../../testing/unusedPorts.js';
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
  const port = await unusedPort();
  const address = `127.0.0.1:${port}`;
  const settings = {
    endpoint: `http://${address}`,
    accessKey: 'tester',
    secretKey: randomBytes(16).toString('hex'),
    bucket: 'insuremanager',
    region: 'us-east-1',
  };
  const server = await serverProcess({
    name: 'MinIO',
    // Its console takes a port of its own, any free one.
    launch: () =>
      spawn(
        program,
        ['server', server.folder, '--address', address, '--console-address', '127.0.0.1:0'],
        {
          stdio: 'ignore',
          env: {
            HOME: server.folder,
            MINIO_ROOT_USER: settings.accessKey,
            MINIO_ROOT_PASSWORD: settings.secretKey,
            MINIO_BROWSER: 'off',
            MINIO_UPDATE: 'off',
          },
        },
      ),
    serving: (child) => serving(settings, child),
  });
  try {
    await server.start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { settings, kill: server.kill, start: server.start, stop: server.stop };
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
    const ended = child.exitCode ?? child.signalCode;
    if (ended !== null) throw new Error(`MinIO ended with ${ended}`);
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
