import { execFile, spawn } from 'node:child_process';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type ServerProcess,
  serverProcess,
} from '@insuremanager/services/platform/testing/serverProcess';
import { unusedPorts } from '@insuremanager/services/platform/testing/unusedPorts';
import type { ComposeService } from './clusterFile.js';
import type { CarryRequest } from './kafkaClient.js';

interface ClusterInput {
  readonly services: Readonly<Record<string, ComposeService>>;
  /** What is mounted at /etc/kafka/secrets. */
  readonly secrets: string;
  readonly names: readonly string[];
}

const START_WITHIN_MS = 240_000;
const MOUNTED = '/etc/kafka/secrets';
const CLIENT = join(import.meta.dirname, '../../dist/docker/testing/kafkaClient.js');

/** The names of the brokers lead to this machine, on ports of their own. */
interface Place {
  readonly name: string;
  readonly ports: Readonly<Record<'9092' | '9093', number>>;
}

/**
 * Starts brokers from the jars in KAFKA_HOME by the variables of compose files, which are made a
 * configuration as the image's entry point makes it. Nothing of them is changed but ports, and where
 * files lie.
 */
export async function startKafkaCluster({ services, secrets, names }: ClusterInput) {
  const home = process.env.KAFKA_HOME;
  if (!home) throw new Error("KAFKA_HOME names no folder of a broker's jars");
  const ports = await unusedPorts(names.length * 2);
  const places = names.map((name, index) => ({
    name,
    ports: { 9092: ports[2 * index] ?? 0, 9093: ports[2 * index + 1] ?? 0 },
  }));
  const brokers = new Map<string, ServerProcess>();
  const stop = async () => {
    await Promise.all([...brokers.values()].map((broker) => broker.stop()));
  };
  try {
    await Promise.all(
      places.map(async (place) => {
        const environment = services[place.name]?.environment ?? {};
        brokers.set(place.name, await broker({ place, places, environment, secrets, home }));
      }),
    );
    // None serves before most of them are there.
    await Promise.all([...brokers.values()].map((one) => one.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    stop,
    async kill(name: string) {
      await brokers.get(name)?.kill();
    },
    /** Publishes in a topic of its own, as the application does; what comes out of it again. */
    async carry({
      messages,
      replication,
      isTrusting = true,
    }: {
      readonly messages: readonly string[];
      /** Of the topic that is made. */
      readonly replication: number;
      /** False: the client does not know the authority of the brokers. */
      readonly isTrusting?: boolean;
    }) {
      const request: CarryRequest = {
        ...{ messages, replication },
        brokers: places.map((place) => `${place.name}:${place.ports[9092]}`),
      };
      const trust = isTrusting ? { NODE_EXTRA_CA_CERTS: join(secrets, 'ca/ca.crt') } : {};
      const env = { PATH: process.env.PATH, ...trust };
      const args = [CLIENT, JSON.stringify(request)];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env });
      return JSON.parse(stdout) as string[];
    },
  };
}

/** The brokers of the cluster overlay, as processes of this machine. */
export type KafkaCluster = Awaited<ReturnType<typeof startKafkaCluster>>;

interface BrokerInput extends Pick<ClusterInput, 'secrets'> {
  readonly place: Place;
  readonly places: readonly Place[];
  readonly environment: Readonly<Record<string, string>>;
  readonly home: string;
}

async function broker(input: BrokerInput): Promise<ServerProcess> {
  const { place, places, environment, home } = input;
  const server: ServerProcess = await serverProcess({
    name: `Kafka-${place.name}`,
    async launch() {
      const output = await open(log(), 'a');
      const child = spawn('java', java('kafka.Kafka', file('server.properties')), {
        cwd: server.folder,
        stdio: ['ignore', output.fd, output.fd],
      });
      await output.close();
      return child;
    },
    async serving(child) {
      const until = Date.now() + START_WITHIN_MS;
      while (!(await readFile(log(), 'utf8')).includes('Kafka Server started')) {
        if (child.exitCode === null && child.signalCode === null && Date.now() < until)
          await pause(200);
        else throw new Error(`${place.name} does not serve:\n${await readFile(log(), 'utf8')}`);
      }
    },
  });
  const file = (name: string) => join(server.folder, name);
  const log = () => file('broker.log');
  const java = (...args: string[]) => [
    ...['-Xmx384m', '-XX:TieredStopAtLevel=1'],
    ...['-Dorg.slf4j.simpleLogger.defaultLogLevel=info', `-Djdk.net.hosts.file=${file('hosts')}`],
    ...['-cp', join(home, '*'), ...args],
  ];
  await mkdir(file('data'));
  // The machine's own name, too: Java asks no other book then.
  const hosts = [hostname(), ...places.map(({ name }) => name)];
  await writeFile(file('hosts'), hosts.map((name) => `127.0.0.1 ${name}\n`).join(''));
  await writeFile(
    file('server.properties'),
    Object.entries(await properties({ ...input, dataFolder: file('data') }))
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const id = `--cluster-id=${environment.CLUSTER_ID}`;
  const format = ['format', id, '-c', file('server.properties')];
  await promisify(execFile)('java', java('kafka.tools.StorageTool', ...format));
  return server;
}

/** What the image's entry point makes of its variables. */
async function properties({
  place,
  places,
  environment,
  secrets,
  dataFolder,
}: BrokerInput & { dataFolder: string }): Promise<Record<string, string>> {
  const secret = (name: string) =>
    readFile(join(secrets, environment[`KAFKA_SSL_${name}_CREDENTIALS`] ?? ''), 'utf8');
  const given = Object.entries(environment).filter(
    ([name]) => name.startsWith('KAFKA_') && !/_CREDENTIALS$|_FILENAME$|HEAP_OPTS/.test(name),
  );
  const named = given.map(([name, value]) => [
    name.slice('KAFKA_'.length).toLowerCase().replaceAll('_', '.'),
    onPorts(value, place, places).replaceAll(MOUNTED, secrets),
  ]);
  return {
    ...Object.fromEntries(named),
    'ssl.keystore.location': join(secrets, environment.KAFKA_SSL_KEYSTORE_FILENAME ?? ''),
    'ssl.keystore.password': await secret('KEYSTORE'),
    'ssl.key.password': await secret('KEY'),
    'log.dirs': dataFolder,
  };
}

/** Ports are those that the brokers have here: behind no name its own, behind another's that one's. */
const onPorts = (text: string, own: Place, places: readonly Place[]): string =>
  text.replace(/([a-z\d-]*):(9092|9093)\b/g, (_, name: string, port: '9092' | '9093') => {
    const { ports } = places.find((place) => place.name === name) ?? own;
    return `${name}:${ports[port]}`;
  });
