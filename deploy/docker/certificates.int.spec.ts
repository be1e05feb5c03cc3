import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type PeerCertificate, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isExhaustive } from '../testing/exhaustive.js';
import { type ComposeService, clusterServices } from './testing/clusterFile.js';
import { type KafkaCluster, startKafkaCluster } from './testing/kafkaCluster.js';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, 'certificates.sh');
const EVENT_STORES = ['eventstore', 'eventstore-2', 'eventstore-3'];
const BROKERS = ['kafka', 'kafka-2', 'kafka-3'];
/** It ends before a better compiler would pay. */
const QUICKLY = ['-J-XX:TieredStopAtLevel=1'];
/** Of the purposes of a certificate: serverAuth and clientAuth. */
const BOTH_USAGES = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'];

const hasKeytool = await run('keytool', ['-help']).then(
  () => true,
  () => false,
);

const whole = isExhaustive(import.meta.url);

describe.runIf(whole && (hasKeytool || process.env.CI))(
  'the certificates of the cluster overlay',
  () => {
    let folder: string;
    let services: Readonly<Record<string, ComposeService>>;
    const make = () => {
      // Only root may give files to the users of the containers.
      const user = String(process.getuid?.());
      const env = { PATH: process.env.PATH, EVENTSTORE_USER: user, KAFKA_USER: user };
      return run('bash', [SCRIPT, folder], { env });
    };
    const at = (...path: string[]) => join(folder, ...path);
    const authority = async () => new X509Certificate(await readFile(at('ca', 'ca.crt')));

    beforeAll(async () => {
      services = await clusterServices(join(import.meta.dirname, '../..'));
      folder = await mkdtemp(join(tmpdir(), 'insuremanager-certificates-'));
      await make();
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it('stand where the overlay has the servers look for them, and the authority apart', async () => {
      for (const name of EVENT_STORES) {
        const { environment } = services[name] as ComposeService;
        expect(environment.KURRENTDB_CERTIFICATE_FILE).toBe(`/made/${name}/node.p12`);
        expect(environment.KURRENTDB_TRUSTED_ROOT_CERTIFICATES_PATH).toBe('/made/ca');
        expect(environment.KURRENTDB_CERTIFICATE_PASSWORD).toBe(await passwordOf(name));
      }
      for (const name of BROKERS) {
        const { environment } = services[name] as ComposeService;
        expect(environment.KAFKA_SSL_KEYSTORE_FILENAME).toBe(`${name}/node.p12`);
      }
      // The event store takes every file in there for a root.
      expect(await readdir(at('ca'))).toEqual(['ca.crt']);
      const { ca, subject, issuer } = await authority();
      expect({ ca, issuer }).toEqual({ ca: true, issuer: subject });
    });

    it.each([...EVENT_STORES, ...BROKERS])('of %s are what its server asks for', async (name) => {
      const [leaf, ...more] = await certificatesIn(name);
      const root = await authority();
      // EventStoreDB ends when a root is bundled.
      expect(more.map(({ subject }) => subject)).toEqual([]);
      expect(leaf?.issuer).toBe(root.subject);
      expect(leaf?.verify(root.publicKey)).toBe(true);
      expect(leaf?.ca).toBe(false);
      // EventStoreDB takes RSA keys only, and its nodes know each other by this name.
      expect(leaf?.publicKey.asymmetricKeyType).toBe('rsa');
      expect(leaf?.subject).toBe(`CN=${EVENT_STORES.includes(name) ? 'eventstoredb-node' : name}`);
      expect(leaf?.subjectAltName).toBe(`DNS:${name}, DNS:localhost, IP Address:127.0.0.1`);
      expect(leaf?.keyUsage).toEqual(BOTH_USAGES);
    });

    it.each([
      ['eventstore', 'eventstore-2'],
      ['kafka', 'kafka-2'],
    ])('%s and %s know each other by them, both sides', async (server, client) => {
      expect(await handshake(server, client)).toEqual({ server, client: true });
      await expect(handshake(server, client, 'postgres')).rejects.toThrow(/altnames/);
    });

    it('stay when it is run again, and are made anew one by one', async () => {
      const before = await bytesOf('eventstore', 'eventstore-2', 'ca');
      await rm(at('eventstore-2'), { recursive: true });
      await make();
      const after = await bytesOf('eventstore', 'eventstore-2', 'ca');
      expect([after[0], after[2]]).toEqual([before[0], before[2]]);
      expect(after[1]).not.toEqual(before[1]);
      const [leaf] = await certificatesIn('eventstore-2');
      expect(leaf?.verify((await authority()).publicKey)).toBe(true);
    });

    const passwordOf = (name: string) => readFile(at(name, 'password'), 'utf8');

    /** All that are in a store, whatever they are there for. */
    async function certificatesIn(name: string): Promise<X509Certificate[]> {
      const store = ['-keystore', at(name, 'node.p12'), '-storepass', await passwordOf(name)];
      const { stdout } = await run('keytool', [...QUICKLY, '-list', '-rfc', ...store]);
      expect(stdout.match(/Entry type: .*/g)).toEqual(['Entry type: PrivateKeyEntry']);
      const [, ...made] = stdout.split('-----BEGIN ');
      return made.map((text) => new X509Certificate(`-----BEGIN ${text}`));
    }

    const bytesOf = (...names: string[]) =>
      Promise.all(names.map((name) => readFile(at(name, name === 'ca' ? 'ca.crt' : 'node.p12'))));

    async function handshake(server: string, client: string, asked = server) {
      const by = async (name: string) => ({
        pfx: await readFile(at(name, 'node.p12')),
        passphrase: await passwordOf(name),
        ca: await readFile(at('ca', 'ca.crt')),
      });
      const listener = createServer({ ...(await by(server)), requestCert: true });
      listener.on('tlsClientError', () => {});
      await once(listener.listen(0, '127.0.0.1'), 'listening');
      const { port } = listener.address() as AddressInfo;
      const accepted = once(listener, 'secureConnection').then(([socket]) => socket as TLSSocket);
      const socket = connect({ port, host: '127.0.0.1', servername: asked, ...(await by(client)) });
      try {
        await once(socket, 'secureConnect');
        const { authorized } = await accepted;
        const { subjectaltname = '' }: PeerCertificate = socket.getPeerCertificate();
        return { server: /DNS:([^,]+)/.exec(subjectaltname)?.[1], client: authorized };
      } finally {
        socket.destroy();
        listener.close();
      }
    }

    const { CI, KAFKA_BROKERS, KAFKA_HOME } = process.env;
    const hasBrokers = KAFKA_HOME || (CI && !KAFKA_BROKERS);
    describe.runIf(hasBrokers)('three brokers of Kafka', () => {
      let cluster: KafkaCluster;
      beforeAll(async () => {
        cluster = await startKafkaCluster({ services, secrets: folder, names: BROKERS });
      });
      afterAll(() => cluster?.stop());

      it('form a cluster over TLS, on which messages are on all three', async () => {
        const sent = ['first', 'second', 'third'];
        expect(await cluster.carry({ messages: sent, replication: 3 })).toEqual(sent);
      });

      it('are not believed by who does not know their authority', async () => {
        const unknown = cluster.carry({ messages: ['none'], replication: 3, isTrusting: false });
        await expect(unknown).rejects.toThrow(/unavailable|reach/i);
      });

      it('go on when one is gone', async () => {
        await cluster.kill('kafka-2');
        // Until the others have noticed.
        const carried = () => cluster.carry({ messages: ['fourth'], replication: 2 });
        const polling = { timeout: 100_000, interval: 500 };
        expect(await vi.waitFor(carried, polling)).toEqual(['fourth']);
      });
    });
  },
);
