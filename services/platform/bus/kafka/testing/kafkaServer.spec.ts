import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLogger } from '../../../logger.js';
import { type ServerProcess, serverProcess } from '../../../testing/serverProcess.js';
import { unusedPorts } from '../../../testing/unusedPorts.js';
import { openKafkaBus } from '../kafkaBus.js';
import type { KafkaSettings } from '../kafkaSettings.js';

/** A broker that tests may use. Topics and groups of theirs have names of their own. */
export interface KafkaUnderTest {
  readonly settings: KafkaSettings;
  /** Ends what was started here. */
  stop(): Promise<void>;
}

/** A broker of this machine, for one spec. */
export interface BrokerUnderTest extends KafkaUnderTest {
  /** Where it lets only those in who sign in as LOGIN says, by any mechanism. */
  readonly guarded: KafkaSettings;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  freeze: ServerProcess['freeze'];
  thaw: ServerProcess['thaw'];
  /** Starts it again, with what it held, on the same port. */
  start(): Promise<void>;
}

export const LOGIN = { username: 'office', password: randomBytes(16).toString('hex') } as const;

/** Some ten seconds on a quiet machine. */
const START_WITHIN_MS = 240_000;
/** How often it is tried where the broker ends instead of serving, with other ports each time. */
const STARTS = 3;

class BrokerEnded extends Error {}

/** Where there is no broker, why these tests are left out; a run of the CI fails instead. */
export const kafkaMissing: string | undefined =
  process.env.KAFKA_BROKERS || process.env.KAFKA_HOME
    ? undefined
    : "no Kafka: name brokers in KAFKA_BROKERS, or the folder of a broker's jars in KAFKA_HOME";

const loginModule = (name: string, more = ''): string =>
  `org.apache.kafka.common.security.${name} required${more};`;

const GUARDS = [
  ['plain', loginModule('plain.PlainLoginModule', ` user_${LOGIN.username}="${LOGIN.password}"`)],
  ['scram-sha-256', loginModule('scram.ScramLoginModule')],
  ['scram-sha-512', loginModule('scram.ScramLoginModule')],
].map(([mechanism, by]) => `listener.name.sasl_plaintext.${mechanism}.sasl.jaas.config=${by}`);

const PROTOCOLS = 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT';

const settingsOf = (brokers: readonly string[]): KafkaSettings => ({
  brokers,
  tls: false,
  sasl: undefined,
  topicPartitions: 3,
  replication: undefined,
});

/** The brokers that KAFKA_BROKERS names, else one that is started here. */
export async function startKafka(): Promise<KafkaUnderTest> {
  const named = process.env.KAFKA_BROKERS;
  if (named) return { settings: settingsOf(named.split(',')), stop: async () => {} };
  return startBroker();
}

/** One node that is broker and controller, on loopback. */
export async function startBroker(): Promise<BrokerUnderTest> {
  const home = process.env.KAFKA_HOME;
  if (!home) throw new Error("KAFKA_HOME names no folder of a broker's jars");
  for (let start = 1; ; start += 1) {
    try {
      return await startBrokerOn(await unusedPorts(3), home);
    } catch (error) {
      if (!(error instanceof BrokerEnded) || start === STARTS) throw error;
    }
  }
}

async function startBrokerOn(ports: readonly number[], home: string): Promise<BrokerUnderTest> {
  const [port, guardedPort, controllerPort] = ports;
  const listeners = `PLAINTEXT://127.0.0.1:${port},SASL_PLAINTEXT://127.0.0.1:${guardedPort}`;
  const settings = settingsOf([`127.0.0.1:${port}`]);
  const java = (...args: string[]) => [
    '-Xmx384m',
    // It is stopped before a better compiler would pay.
    '-XX:TieredStopAtLevel=1',
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=error',
    '-cp',
    join(home, '*'),
    ...args,
  ];
  const server = await serverProcess({
    name: 'Kafka',
    async launch() {
      const output = await open(log, 'a');
      const child = spawn('java', java('kafka.Kafka', properties), {
        cwd: server.folder,
        stdio: ['ignore', output.fd, output.fd],
      });
      await output.close();
      return child;
    },
    serving: (child) =>
      serving(settings, child).catch(async (error) => {
        const message = `${error.message}; it said last:\n${lastWords(await readFile(log, 'utf8'))}`;
        throw error instanceof BrokerEnded ? new BrokerEnded(message) : new Error(message);
      }),
  });
  const properties = join(server.folder, 'server.properties');
  const log = join(server.folder, 'broker.log');
  try {
    await writeFile(
      properties,
      [
        'process.roles=broker,controller',
        'node.id=1',
        `controller.quorum.voters=1@127.0.0.1:${controllerPort}`,
        `listeners=${listeners},CONTROLLER://127.0.0.1:${controllerPort}`,
        `advertised.listeners=${listeners}`,
        'sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
        ...GUARDS,
        // Rights that a test denies; all others everyone has.
        'authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer',
        'allow.everyone.if.no.acl.found=true',
        'super.users=User:ANONYMOUS',
        'controller.listener.names=CONTROLLER',
        `listener.security.protocol.map=${PROTOCOLS}`,
        'inter.broker.listener.name=PLAINTEXT',
        `log.dirs=${join(server.folder, 'data')}`,
        // Topics are made by us, or not at all.
        'auto.create.topics.enable=false',
        'offsets.topic.num.partitions=3',
        'offsets.topic.replication.factor=1',
        'transaction.state.log.replication.factor=1',
        'transaction.state.log.min.isr=1',
        'group.initial.rebalance.delay.ms=0',
        // So soon it is taken back after a crash.
        'broker.session.timeout.ms=2000',
        'broker.heartbeat.interval.ms=500',
      ].join('\n'),
    );
    const id = randomBytes(16).toString('base64url');
    const users = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${LOGIN.username},password=${LOGIN.password}]`,
    ]);
    // By `=`, since it may begin with a hyphen and would else be taken for an option.
    const format = ['format', `--cluster-id=${id}`, '-c', properties, ...users];
    await promisify(execFile)('java', java('kafka.tools.StorageTool', ...format)).catch((error) => {
      throw new Error(
        `Its folder cannot be made; it said last:\n${lastWords(String(error.stderr))}`,
      );
    });
    await server.start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    settings,
    guarded: settingsOf([`127.0.0.1:${guardedPort}`]),
    kill: server.kill,
    start: server.start,
    stop: server.stop,
    freeze: server.freeze,
    thaw: server.thaw,
  };
}

/** Resolves when it answers; rejects when it ends before that. */
async function serving(settings: KafkaSettings, child: ChildProcess): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const until = Date.now() + START_WITHIN_MS;
  while (Date.now() < until) {
    if (failure) throw failure;
    const ended = child.exitCode ?? child.signalCode;
    if (ended !== null) throw new BrokerEnded(`The broker ended with ${ended}`);
    const bus = openKafkaBus(settings, createLogger('silent'));
    const serves = await bus.check().then(
      () => true,
      () => false,
    );
    await bus.close();
    if (serves) return;
  }
  throw new Error(`The broker did not serve within ${START_WITHIN_MS} ms`);
}

/** The end of what it wrote, without where in the broker each error came from. */
const lastWords = (output: string): string =>
  output
    .split('\n')
    .filter((line) => line !== '' && !/^\s+(at |\.{3} )/.test(line))
    .slice(-5)
    .join('\n');
