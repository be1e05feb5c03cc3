/** The contract suites, on the servers of an installation in containers. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { freePort } from '../embedded/postgres/freePort.js';
import { startEventStore, startEventStoreCluster } from './eventStoreContainers.js';
import { ROOT, START_WITHIN_MS, type StartedServer, say } from './startedServer.js';

/** Exit codes beside 0 and 1, which are those of the tests. */
export const NOT_RUN = { usage: 2, noDocker: 3, noImage: 4 } as const;

interface ContractServer {
  /** As the command takes it. */
  readonly name: string;
  /** Names another image than the usual one. */
  readonly imageVariable: string;
  readonly image: string;
  /** Specs that take the server which the environment names. */
  readonly specs: readonly string[];
  /** Specs that need it as nobody has written to it yet; they are run first. */
  readonly first?: readonly string[];
  start(image: string): Promise<StartedServer>;
}

const platform = (path: string): string => `services/platform/${path}.int.spec.ts`;

/** What the product promises, and its contract, of one node and of three. */
const eventStore = {
  imageVariable: 'EVENTSTORE_IMAGE',
  image: 'docker.kurrent.io/kurrent-lts/kurrentdb:26.0',
  first: ['deploy/crash/killedEventStore.containers.spec.ts'],
  specs: [platform('eventLog/eventStoreDb/eventStoreDb')],
} as const;

export const CONTRACT_SERVERS: readonly ContractServer[] = [
  { ...eventStore, name: 'event-store', start: startEventStore },
  { ...eventStore, name: 'event-store-cluster', start: startEventStoreCluster },
  {
    name: 'database',
    imageVariable: 'POSTGRES_IMAGE',
    image: 'postgres:18',
    specs: [
      ...['postgres/postgres', 'postgres/responseTimeout', 'postgres/session'],
      ...['ids/ids', 'locks/locks', 'vault/vault'],
      'vault/rotateMasterKey',
      ...['scheduler/scheduler', 'reservations/reservations'],
      'eventLog/postgres/postgresEventLog',
      ...[
        'changes',
        'outages',
        'readModels',
        'rebuild',
        'rowStatements',
        'setAside',
        'summaries',
        'pairs',
      ].map((name) => `readModels/${name}`),
    ].map(platform),
    async start(image) {
      const password = randomBytes(16).toString('hex');
      const container = await new GenericContainer(image)
        .withEnvironment({ POSTGRES_PASSWORD: password })
        .withExposedPorts(5432)
        // Once for the server that makes the cluster, once for the one that serves.
        .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
        .withStartupTimeout(START_WITHIN_MS)
        .start();
      const address = `${container.getHost()}:${container.getMappedPort(5432)}`;
      return {
        stop: () => container.stop(),
        environment: { DATABASE_URL: `postgres://postgres:${password}@${address}/postgres` },
      };
    },
  },
  {
    name: 'bus',
    imageVariable: 'KAFKA_IMAGE',
    image: 'apache/kafka:4.1.0',
    specs: [platform('bus/kafka/kafkaBus')],
    async start(image) {
      // The broker tells its clients where it is, so that its port is the same on both sides.
      const port = await freePort();
      const container = await new GenericContainer(image)
        .withEnvironment({
          KAFKA_NODE_ID: '1',
          KAFKA_PROCESS_ROLES: 'broker,controller',
          KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://:9093`,
          KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
          KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
          KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
          KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
          KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
          KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
          KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
          KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
          KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
        })
        .withExposedPorts({ container: port, host: port })
        .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
        .withStartupTimeout(START_WITHIN_MS)
        .start();
      // What only a broker of the tests' own can show is left out.
      return {
        stop: () => container.stop(),
        environment: { KAFKA_BROKERS: `127.0.0.1:${port}`, KAFKA_HOME: '' },
      };
    },
  },
  {
    name: 'files',
    imageVariable: 'MINIO_IMAGE',
    image: 'minio/minio:latest',
    specs: [platform('files/s3Files')],
    async start(image) {
      const secretKey = randomBytes(16).toString('hex');
      const container = await new GenericContainer(image)
        .withEnvironment({ MINIO_ROOT_USER: 'tester', MINIO_ROOT_PASSWORD: secretKey })
        .withCommand(['server', '/data'])
        .withExposedPorts(9000)
        .withWaitStrategy(Wait.forHttp('/minio/health/ready', 9000))
        .withStartupTimeout(START_WITHIN_MS)
        .start();
      const address = `${container.getHost()}:${container.getMappedPort(9000)}`;
      return {
        stop: () => container.stop(),
        environment: {
          ...{ S3_ENDPOINT: `http://${address}`, S3_ACCESS_KEY: 'tester' },
          S3_SECRET_KEY: secretKey,
        },
      };
    },
  },
];

/**
 * Runs the suites of each server on a container of its own, one after another.
 * @param names of servers; all of them when there is none
 * @returns the exit code: 0, 1 when a test has failed, or one of NOT_RUN
 */
export async function testOnContainers(names: readonly string[]): Promise<number> {
  const known = CONTRACT_SERVERS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    say(`There is no server "${unknown.join('", "')}". There are: ${known.join(', ')}.`);
    return NOT_RUN.usage;
  }
  if (!(await hasDocker())) {
    say('No suite was run: Docker does not answer. Start it, or name it in DOCKER_HOST.');
    return NOT_RUN.noDocker;
  }
  const wanted = CONTRACT_SERVERS.filter(({ name }) => names.length === 0 || names.includes(name));
  let worst = 0;
  for (const server of wanted) worst = Math.max(worst, await testOn(server));
  return worst;
}

const hasDocker = (): Promise<boolean> =>
  getContainerRuntimeClient().then(
    () => true,
    () => false,
  );

async function testOn({
  name,
  imageVariable,
  specs,
  first = [],
  start,
  ...usual
}: ContractServer): Promise<number> {
  const image = process.env[imageVariable] || usual.image;
  let started: StartedServer;
  try {
    started = await start(image);
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    say(
      `The suites of ${name} were not run: the image ${image} cannot be pulled or does not start ` +
        `(${reason}). Name another one in ${imageVariable}.`,
    );
    return NOT_RUN.noImage;
  }
  try {
    const untouched = first.length > 0 ? await runSpecs(first, started.environment) : 0;
    return Math.max(untouched, await runSpecs(specs, started.environment));
  } finally {
    await started.stop();
  }
}

const PROJECTS = ['--project', 'int', '--project', 'containers'];

function runSpecs(
  specs: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const vitest = resolve(ROOT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...PROJECTS, ...specs], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return new Promise((done) => {
    child.once('error', () => done(1));
    child.once('exit', (code) => done(code === 0 ? 0 : 1));
  });
}
