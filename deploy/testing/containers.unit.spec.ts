import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clusterServices } from '../docker/testing/clusterFile.js';
import { CONTRACT_SERVERS, NOT_RUN, testOnContainers } from './containers.js';
import { nodeVariables } from './eventStoreContainers.js';

const ROOT = join(import.meta.dirname, '../..');
const specs = CONTRACT_SERVERS.flatMap((server) => server.specs);

describe('the suites that are run on servers in containers', () => {
  const all = readdirSync(join(ROOT, 'services'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.int.spec.ts') && !path.includes('node_modules'))
    .map((path) => `services/${path}`);

  it('are all that hold an adapter of a server to a contract', () => {
    const contract = /^ *describe(EventLog|FileStore)\(/m;
    // A folder is no server.
    const other = ['services/platform/files/folderFiles.int.spec.ts'];
    const held = all.filter((path) => contract.test(readFileSync(join(ROOT, path), 'utf8')));
    expect(specs).toEqual(expect.arrayContaining(held.filter((path) => !other.includes(path))));
    // The one adapter of its port.
    expect(specs).toContain('services/platform/bus/kafka/kafkaBus.int.spec.ts');
  });

  it('are all that test what stands on Postgres alone', () => {
    const own = /^services\/platform\/(postgres|readModels|locks|ids|vault|scheduler)\//;
    // Long, and about nothing that differs between servers.
    const other = ['services/platform/readModels/projecting.int.spec.ts'];
    const standing = all.filter((path) => own.test(path));
    expect(specs).toEqual(expect.arrayContaining(standing.filter((path) => !other.includes(path))));
  });

  it('are there', () => {
    expect(all).toEqual(expect.arrayContaining(specs));
    const first = CONTRACT_SERVERS.flatMap((server) => server.first ?? []);
    expect(first.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('a node of a cluster in containers', () => {
  it('is told what the overlay tells it, but for where it listens', async () => {
    const { environment = {} } = (await clusterServices(ROOT))['eventstore-2'] ?? {};
    const ports: Record<string, number> = { eventstore: 17_001, 'eventstore-3': 17_003 };
    const variables = nodeVariables(environment, {
      ...{ adminPassword: 'chosen', port: 17_002, portOf: (name: string) => ports[name] ?? 0 },
    });
    expect(variables).toEqual({
      ...{ CLUSTER_SIZE: '3', INSECURE: 'false', RUN_PROJECTIONS: 'None' },
      ...{ DISCOVER_VIA_DNS: 'false', GOSSIP_SEED: 'eventstore:17001,eventstore-3:17003' },
      ...{ NODE_HOST_ADVERTISE_AS: 'eventstore-2', REPLICATION_HOST_ADVERTISE_AS: 'eventstore-2' },
      ...{ CERTIFICATE_FILE: '/made/eventstore-2/node.p12', CERTIFICATE_PASSWORD: 'insuremanager' },
      TRUSTED_ROOT_CERTIFICATES_PATH: '/made/ca',
      ...{ DEFAULT_ADMIN_PASSWORD: 'chosen', DEFAULT_OPS_PASSWORD: 'chosen' },
      ...{ NODE_PORT: '17002', ADVERTISE_HOST_TO_CLIENT_AS: 'localhost' },
    });
    expect(environment.KURRENTDB_INSECURE).toBe('false');
  });
});

describe('the command', () => {
  it('says that it knows no such server', async () => {
    expect(await testOnContainers(['mail'])).toBe(NOT_RUN.usage);
  });
});
