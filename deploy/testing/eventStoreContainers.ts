/** Event stores in containers: one node without users, and the three of the cluster overlay. */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  GenericContainer,
  getContainerRuntimeClient,
  Network,
  type StartedTestContainer,
  Wait,
  type WaitStrategy,
} from 'testcontainers';
import { type ComposeService, clusterServices } from '../docker/testing/clusterFile.js';
import { freePort } from '../embedded/postgres/freePort.js';
import { makeEventStoreUser } from '../ops/eventStoreUser.js';
import { ROOT, START_WITHIN_MS, type StartedServer, say } from './startedServer.js';

const NODES = ['eventstore', 'eventstore-2', 'eventstore-3'];
const SCRIPT = join(ROOT, 'deploy/docker/certificates.sh');

type Variables = Readonly<Record<string, string>>;

/** One node that asks for no password, with a log that outlives a kill. */
export async function startEventStore(image: string): Promise<StartedServer> {
  const port = await freePort();
  const own = { CLUSTER_SIZE: '1', INSECURE: 'true', RUN_PROJECTIONS: 'None' };
  const container = await nodeOn(port, image)
    .withEnvironment(forEitherName({ ...own, NODE_PORT: String(port) }))
    .withWaitStrategy(isLive(port))
    .start();
  const killer = await startKiller([container]);
  return {
    environment: {
      EVENTSTORE_URL: `esdb://localhost:${port}?tls=false`,
      EVENTSTORE_KILL_URL: killer.url,
    },
    async stop() {
      killer.stop();
      await container.stop();
    },
  };
}

/**
 * Three nodes by the variables of the cluster overlay, with certificates that its script has made,
 * and a user that the command of operators has made.
 */
export async function startEventStoreCluster(image: string): Promise<StartedServer> {
  const services = await clusterServices(ROOT);
  const volume = `insuremanager-certificates-${randomUUID()}`;
  const folder = await mkdtemp(join(tmpdir(), 'insuremanager-authority-'));
  const network = await new Network().start();
  const running: StartedTestContainer[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((container) => container.stop()));
    await network.stop();
    const { container } = await getContainerRuntimeClient();
    await container.dockerode.getVolume(volume).remove();
    await rm(folder, { recursive: true });
  };
  try {
    const authority = join(folder, 'ca.crt');
    await writeFile(authority, await makeCertificates(volume));
    const adminPassword = randomBytes(16).toString('hex');
    const ports = [await freePort(), await freePort(), await freePort()];
    const start = async (name: string, index: number) => {
      const port = ports[index] ?? 0;
      const variables = nodeVariables(services[name]?.environment ?? {}, {
        ...{ adminPassword, port },
        portOf: (other) => ports[NODES.indexOf(other)] ?? 0,
      });
      const container = await nodeOn(port, image)
        .withEnvironment(forEitherName(variables))
        .withNetwork(network)
        .withNetworkAliases(name)
        .withBindMounts([{ source: volume, target: '/made', mode: 'ro' }])
        .withWaitStrategy(isLive(port, 'tls'))
        .start();
      running.push(container);
      return container;
    };
    // None is live before most of them are there.
    const nodes = await Promise.all(NODES.map(start));
    const password = randomBytes(16).toString('hex');
    const hosts = ports.map((port) => `localhost:${port}`).join(',');
    const url = `esdb://insuremanager:${password}@${hosts}?tls=true&tlsCAFile=${authority}`;
    await makeEventStoreUser({
      settings: {
        eventStoreUrl: url,
        eventStoreAdmin: { username: 'admin', password: adminPassword },
      },
      ...{ remark: say, ended: new AbortController().signal },
    });
    const killer = await startKiller(nodes);
    return {
      environment: { EVENTSTORE_URL: url, EVENTSTORE_KILL_URL: killer.url },
      async stop() {
        killer.stop();
        await stop();
      },
    };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

interface NodePlace {
  readonly adminPassword: string;
  readonly port: number;
  portOf(name: string): number;
}

/**
 * What a node of the overlay is told, without the name of the server in front. It listens on a port
 * of its own, which is the same on both sides, and tells clients that it is on this machine.
 */
export function nodeVariables(
  environment: ComposeService['environment'],
  { adminPassword, port, portOf }: NodePlace,
): Variables {
  const given = Object.entries(environment)
    .filter(([name]) => name.startsWith('KURRENTDB_'))
    .map(([name, value]) => [
      name.slice('KURRENTDB_'.length),
      value
        .replace(/^\$\{EVENTSTORE_ADMIN_PASSWORD:.*\}$/, adminPassword)
        .replace(/([a-z\d-]+):2113\b/g, (_, host: string) => `${host}:${portOf(host)}`),
    ]);
  return {
    ...Object.fromEntries(given),
    NODE_PORT: String(port),
    ADVERTISE_HOST_TO_CLIENT_AS: 'localhost',
  };
}

/** Each server knows the variables of its own name, and passes over the other's. */
const forEitherName = (variables: Variables): Record<string, string> =>
  Object.fromEntries(
    ['KURRENTDB', 'EVENTSTORE'].flatMap((server) =>
      Object.entries(variables).map(([name, value]) => [`${server}_${name}`, value]),
    ),
  );

const nodeOn = (port: number, image: string): GenericContainer =>
  // Of a container that was killed and started Docker would choose another port.
  new GenericContainer(image)
    .withExposedPorts({ container: port, host: port })
    .withStartupTimeout(START_WITHIN_MS);

function isLive(port: number, tls?: 'tls'): WaitStrategy {
  const asked = Wait.forHttp('/health/live', port).forStatusCode(204);
  return tls ? asked.usingTls().allowInsecure() : asked;
}

/** Runs the script as the overlay does; the certificate of its authority. */
async function makeCertificates(volume: string): Promise<string> {
  const { KAFKA_IMAGE, EVENTSTORE_USER = '1001' } = process.env;
  const container = await new GenericContainer(KAFKA_IMAGE || 'apache/kafka:4.1.0')
    .withEntrypoint(['bash', '-c', 'bash /certificates.sh && cat /made/ca/ca.crt'])
    .withCommand([])
    .withUser('0:0')
    .withEnvironment({ EVENTSTORE_USER })
    .withCopyFilesToContainer([{ source: SCRIPT, target: '/certificates.sh' }])
    .withBindMounts([{ source: volume, target: '/made' }])
    .withWaitStrategy(Wait.forOneShotStartup())
    .withStartupTimeout(START_WITHIN_MS)
    .start();
  const said = await text(await container.logs());
  await container.stop();
  const [certificate] =
    /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.exec(said) ?? [];
  if (!certificate) throw new Error(`No authority was made: ${said}`);
  return certificate;
}

/**
 * Kills a node for whoever sends a POST, the next one each time, and starts it again; answers once
 * it serves. The specs run in a process of their own, and know no containers.
 */
async function startKiller(
  nodes: readonly StartedTestContainer[],
): Promise<{ url: string; stop(): void }> {
  let kills = 0;
  const killNext = async (): Promise<void> => {
    const node = nodes[kills % nodes.length];
    kills += 1;
    if (!node) throw new Error('There is no node.');
    const { container } = await getContainerRuntimeClient();
    await container.getById(node.getId()).kill();
    await node.restart();
  };
  const server = createServer((_, response) => {
    killNext().then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
