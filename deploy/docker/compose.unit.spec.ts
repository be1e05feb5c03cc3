import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseSettings, withSecretFiles } from '../settings.js';
import { withoutEventStore } from './smoke/project.js';
import { clusterServices } from './testing/clusterFile.js';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Service {
  readonly image?: string;
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly restart?: string;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly read_only?: boolean;
  readonly user?: string;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly network_mode?: string;
  readonly command?: readonly string[];
  readonly build?: { readonly dockerfile: string };
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

const fileOf = (path: string): ComposeFile => parse(read(path), { merge: true }) as ComposeFile;
const { services, networks } = fileOf('docker-compose.yml');
const all = Object.entries(services);
const ours = all.filter(([, { build }]) => build);
const namesOf = (wanted: (service: Service) => boolean) =>
  all.filter(([, service]) => wanted(service)).map(([name]) => name);

/** Those whose image brings a health check. */
const CHECKED_BY_IMAGE = ['eventstore', 'mail'];
const ONCE = ['migrate', 'secrets', 'ops'];
/** Their images write where they lie. */
const WRITABLE = ['eventstore', 'kafka'];

describe('docker-compose.yml', () => {
  it('publishes the proxy and nothing else', () => {
    expect(namesOf(({ ports }) => Boolean(ports))).toEqual(['proxy']);
    const inside = all.filter(([name]) => name !== 'proxy');
    const open = inside.filter(([, { networks: names = [] }]) => names.includes('public'));
    expect(open).toEqual([]);
    expect(networks?.web?.internal && networks.data?.internal).toBe(true);
  });

  it('keeps servers away from every network that leads out', () => {
    const servers = ['eventstore', 'postgres', 'kafka', 'minio', 'mail'];
    for (const name of servers) expect(services[name]?.networks, name).toEqual(['data']);
  });

  it('gives every service an image by variable, a limit of memory and of processes, and no rights', () => {
    for (const [name, service] of all) {
      expect(service.image, name).toMatch(/^\$\{[A-Z]+_IMAGE:-[^}]+\}$/);
      expect(service.mem_limit, name).toBeTruthy();
      expect(service.pids_limit, name).toBeTruthy();
      expect(service.cap_drop, name).toEqual(['ALL']);
      expect(service.security_opt, name).toEqual(['no-new-privileges:true']);
    }
    expect(namesOf(({ read_only }) => !read_only).sort()).toEqual(WRITABLE);
  });

  it('gives the application a role of its own, not the superuser of Postgres', () => {
    const { environment = {}, volumes = [] } = services.postgres ?? {};
    // The image makes POSTGRES_USER a superuser.
    expect(environment.POSTGRES_USER ?? 'postgres').toBe('postgres');
    expect(environment.POSTGRES_PASSWORD_FILE).toBe('/secrets/postgres/superuser-password');
    expect(volumes).toContain(
      './deploy/docker/postgres.sql:/docker-entrypoint-initdb.d/postgres.sql:ro',
    );
  });

  it('restarts what runs all the time, and asks how it is', () => {
    expect(namesOf(({ restart }) => restart === 'no').sort()).toEqual([...ONCE].sort());
    const lasting = all.filter(([name]) => !ONCE.includes(name));
    for (const [name, { restart, healthcheck, build }] of lasting) {
      expect(restart, name).toBe('unless-stopped');
      const isChecked = healthcheck?.test || build || CHECKED_BY_IMAGE.includes(name);
      expect(isChecked, name).toBeTruthy();
    }
    expect(read('deploy/docker/Dockerfile')).toContain('HEALTHCHECK');
  });

  it('has every role', () => {
    const commands = ours.map(([, { command }]) => command?.[0]);
    const roles = ['gateway', 'gateway', 'projector', 'relay', 'notifier', 'scheduler'];
    expect(commands).toEqual(expect.arrayContaining([...roles, 'migrate']));
  });

  it('sets only what the settings know, in a way that they allow', () => {
    for (const [name, { environment = {}, command }] of ours) {
      if (command?.[0] === 'secrets') continue;
      const given = Object.entries(environment).map(([variable, value]) => [
        variable,
        // What is set where nothing else is: the part behind `:-`.
        value.replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
      ]);
      const files = given.filter(([variable]) => variable?.endsWith('_FILE'));
      const values = given.filter(([variable]) => !variable?.endsWith('_FILE'));
      const complete = { ...Object.fromEntries(values), S3_SECRET_KEY: 'from its file' };
      expect(() => parseSettings(complete), name).not.toThrow();
      for (const [variable = ''] of values) expect(knows(variable), variable).toBe(true);
      for (const [variable = ''] of files)
        expect(knows(variable.slice(0, -5)), variable).toBe(true);
    }
  });

  it('names every variable in .env.example, and .env.example no other', () => {
    const files = ['docker-compose.yml', 'deploy/docker/compose.cluster.yml'];
    const used = files.flatMap((file) =>
      [...read(file).matchAll(/\$\{([A-Z_\d]+)/g)].map(([, name]) => name),
    );
    const described = [...read('.env.example').matchAll(/^#?([A-Z_\d]+)=/gm)].map(
      ([, name]) => name,
    );
    expect([...new Set(described)].sort()).toEqual([...new Set(used)].sort());
  });
});

/** The settings know a variable when they read the file that is named for it. */
function knows(variable: string): boolean {
  try {
    withSecretFiles({ [`${variable}_FILE`]: '/nowhere' });
    return false;
  } catch {
    return true;
  }
}

describe('the cluster overlay', async () => {
  const together = await clusterServices(root);
  const apps = ours.map(([name]) => name).filter((name) => name !== 'secrets');
  const eventStores = ['eventstore', 'eventstore-2', 'eventstore-3'];

  it('has the application sign in as a user of its own', () => {
    for (const name of apps) {
      const url = together[name]?.environment.EVENTSTORE_URL;
      expect(url, name).toMatch(/^esdb:\/\/insuremanager:\$\{EVENTSTORE_APP_PASSWORD:/);
    }
  });

  it("gives the administrator's password to the nodes, and to what makes that user", () => {
    const holders = Object.entries(together)
      .filter(([, service]) => JSON.stringify(service).includes('EVENTSTORE_ADMIN_PASSWORD'))
      .map(([name]) => name);
    expect(holders.sort()).toEqual(['event-store-user', ...eventStores].sort());
  });

  it('makes that user once all nodes are there, and before anything needs it', () => {
    const { command, depends_on: after = {}, environment } = together['event-store-user'] ?? {};
    expect(command).toEqual(['ops', 'event-store-user']);
    expect(Object.keys(after)).toEqual(eventStores);
    expect(together.migrate?.depends_on).toMatchObject({
      'event-store-user': { condition: 'service_completed_successfully' },
    });
    const given = Object.entries(environment ?? {}).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:\?[^}]*\}/g, 'chosen'),
    ]);
    const { eventStoreAdmin } = parseSettings(Object.fromEntries(given));
    expect(eventStoreAdmin).toEqual({ username: 'admin', password: 'chosen' });
  });

  it('gives what it adds no rights, and limits', () => {
    const { services: added } = fileOf('deploy/docker/compose.cluster.yml');
    const isNew = ([name]: [string, Service]) => !(name in services);
    for (const [name, service] of Object.entries(added).filter(isNew)) {
      expect(service, name).toMatchObject({
        ...{ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], pids_limit: 500 },
        ...{ mem_limit: expect.anything(), image: expect.stringMatching(/^\$\{[A-Z]+_IMAGE:-/) },
      });
    }
  });
});

it('the smoke test has the same without an event store', () => {
  const text = withoutEventStore(read('docker-compose.yml'));
  // As YAML 1.1, too, which older programs read: there an unquoted `no` is false.
  const { services: left } = parse(text, { schema: 'yaml-1.1' }) as ComposeFile;
  const names = Object.keys(services).filter((name) => name !== 'eventstore');
  expect(Object.keys(left)).toEqual(names);
  expect(JSON.stringify(left)).not.toMatch(/eventstore|EVENTSTORE/);
  expect(left.proxy).toEqual(services.proxy);
  const restarts = (all: ComposeFile['services']) =>
    names.map((name) => (all[name] as { restart?: unknown }).restart);
  expect(restarts(left)).toEqual(restarts(services));
});

describe('the overlays', () => {
  it.each(['mail', 'eventstoredb', 'cluster'])(
    '%s is read with the file that it changes',
    (name) => {
      const overlay = fileOf(`deploy/docker/compose.${name}.yml`);
      expect(Object.keys(overlay.services).length).toBeGreaterThan(0);
    },
  );

  it.skipIf(!composeProgram())('are valid by compose itself', () => {
    const [program = '', ...first] = composeProgram() ?? [];
    const passwords = { EVENTSTORE_ADMIN_PASSWORD: 'chosen', EVENTSTORE_APP_PASSWORD: 'chosen' };
    const env = { ...process.env, ...passwords };
    for (const name of ['mail', 'eventstoredb', 'cluster']) {
      const files = ['docker-compose.yml', `deploy/docker/compose.${name}.yml`];
      const args = files.flatMap((file) => ['-f', file]);
      const run = () =>
        execFileSync(program, [...first, ...args, 'config', '--quiet'], { cwd: root, env });
      expect(run, name).not.toThrow();
    }
  });
});

function composeProgram(): string[] | undefined {
  return [['docker-compose'], ['docker', 'compose']].find(([program = '', ...args]) => {
    try {
      execFileSync(program, [...args, 'version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}
