import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { PROCESS_ROLES } from '../roles/roles.js';
import { parseSettings } from '../settings.js';
import { SETTING_NAMES } from '../settingVariables.js';
import { isExhaustive } from '../testing/exhaustive.js';

const run = promisify(execFile);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const text = (path: string) => readFile(here(path), 'utf8');

const OVERLAYS = ['production', 'small'] as const;
type Overlay = (typeof OVERLAYS)[number];

/** The variables of a file with one `NAME=value` a line. */
async function variablesOf(path: string): Promise<Record<string, string>> {
  const lines = (await text(path)).trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]),
  );
}

/** What processes are given in an overlay: the settings of all, with its own. */
const settingsOf = async (overlay: Overlay): Promise<Record<string, string>> => ({
  ...(await variablesOf('base/settings.env')),
  ...(await variablesOf(`overlays/${overlay}/settings.env`)),
});

const secretOf = async (overlay: Overlay): Promise<Record<string, string>> => {
  const made =
    overlay === 'small'
      ? (await run('sh', [here('overlays/small/secret.sh')])).stdout
      : await text('overlays/production/secret.example.yaml');
  return parse(made).stringData;
};

const SECRETS = '/run/secrets/insuremanager/';

describe.each(OVERLAYS)('the settings of the overlay %s', (overlay) => {
  it('are settings that there are', async () => {
    const names = Object.keys(await settingsOf(overlay)).map((name) => name.replace(/_FILE$/, ''));
    expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  it('name files that its Secret holds', async () => {
    const secret = await secretOf(overlay);
    const files = Object.values(await settingsOf(overlay)).filter((of) => of.startsWith(SECRETS));
    const missing = files.filter((file) => secret[file.slice(SECRETS.length)] === undefined);
    expect(missing).toEqual([]);
  });
});

it('a new Secret for trying it out is one that processes start with', async () => {
  const settings = await settingsOf('small');
  const { POSTGRES_PASSWORD: _, ...secret } = await secretOf('small');
  const given = Object.entries(settings).filter(([name]) => !name.endsWith('_FILE'));
  expect(() => parseSettings({ ...Object.fromEntries(given), ...secret })).not.toThrow();
});

describe('the Job that makes the user of the event store', () => {
  it('is the only one with the password of an administrator there', async () => {
    const { spec } = parse(await text('overlays/production/eventStoreUser.yaml')) as Manifest;
    const { containers = [], volumes = [] } = spec?.template?.spec ?? {};
    const [{ args, env = [] } = { args: [] }] = containers;
    expect(args).toEqual(['ops', 'event-store-user']);
    const names = env.map(({ name }) => name.replace(/_FILE$/, ''));
    expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
    const admin = parse(await text('overlays/production/eventStoreAdmin.example.yaml'));
    const [file] = Object.keys(admin.stringData);
    expect(env.at(-1)?.value).toBe(`/run/secrets/${admin.metadata.name}/${file}`);
    expect(volumes.at(-1)?.secret?.secretName).toBe(admin.metadata.name);
    const others = ['base/process.yaml', 'base/backup.yaml', 'overlays/production/settings.env'];
    for (const other of others) expect(await text(other)).not.toContain(admin.metadata.name);
  });
});

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly securityContext?: object;
  readonly resources?: { readonly requests?: object; readonly limits?: { memory?: string } };
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly replicas?: number;
    readonly template?: { readonly spec: PodSpec };
    readonly jobTemplate?: { readonly spec: { readonly template: { readonly spec: PodSpec } } };
  };
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly volumes?: readonly { readonly secret?: { readonly secretName: string } }[];
  readonly securityContext?: object;
  readonly automountServiceAccountToken?: boolean;
}

/** Programs and schemas that a check needs which others have made. */
const { KUSTOMIZE, KUBECONFORM, KUBERNETES_SCHEMAS } = process.env;
const areThere = KUSTOMIZE && KUBECONFORM && KUBERNETES_SCHEMAS;

const render = async (folder: string): Promise<string> =>
  (await run(KUSTOMIZE ?? 'kustomize', ['build', here(folder)], { maxBuffer: 16e6 })).stdout;

const manifestsOf = (rendered: string): Manifest[] =>
  parseAllDocuments(rendered).map((document) => document.toJS() as Manifest);

const podOf = ({ spec }: Manifest): PodSpec | undefined =>
  spec?.template?.spec ?? spec?.jobTemplate?.spec.template.spec;

/** What kubeconform says of a file, and whether it found it right. */
async function validated(file: string): Promise<{ isValid: boolean; said: string }> {
  const schemas = `${KUBERNETES_SCHEMAS}/{{ .ResourceKind }}{{ .KindSuffix }}.json`;
  const words = ['-strict', '-schema-location', schemas, file];
  return run(KUBECONFORM ?? 'kubeconform', words).then(
    ({ stdout }) => ({ isValid: true, said: stdout }),
    ({ stdout }: { stdout?: string }) => ({ isValid: false, said: stdout ?? '' }),
  );
}

const isAsked = isExhaustive(import.meta.url) && (areThere || process.env.CI);

describe.runIf(isAsked)('manifests, as KUSTOMIZE renders them', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'insuremanager-kubernetes-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(['base', 'overlays/production', 'overlays/small'])(
    'of %s are what Kubernetes takes',
    async (path) => {
      const file = join(folder, 'rendered.yaml');
      await writeFile(file, await render(path));
      expect(await validated(file)).toEqual({ isValid: true, said: '' });
    },
  );

  it('are checked against schemas that notice a misspelt field', async () => {
    const file = join(folder, 'misspelt.yaml');
    const rendered = await render('overlays/production');
    await writeFile(file, rendered.replaceAll('readOnlyRootFilesystem', 'readOnlyRootFileSystem'));
    const { isValid, said } = await validated(file);
    expect(isValid).toBe(false);
    expect(said).toContain('readOnlyRootFileSystem');
  });

  it.each(['secret', 'eventStoreAdmin'])('the example of a Secret is one: %s', async (name) => {
    const file = here(`overlays/production/${name}.example.yaml`);
    expect(await validated(file)).toEqual({ isValid: true, said: '' });
  });

  it('play every role, in two pods each', async () => {
    const manifests = manifestsOf(await render('overlays/production'));
    const started = manifests.filter(({ kind }) => kind === 'Deployment');
    const roles = started.map((one) => podOf(one)?.containers[0]?.args?.[0]);
    expect(roles.toSorted()).toEqual([...PROCESS_ROLES].toSorted());
    const counts = started.map(({ metadata, spec }) => [metadata.name, spec?.replicas]);
    // How many gateways there are is the autoscaler's to say.
    const wanted = PROCESS_ROLES.map((role) => [role, role === 'gateway' ? undefined : 2]);
    expect(counts.toSorted()).toEqual(wanted.toSorted());
  });

  it.each(OVERLAYS)('of %s run nothing that could become more than it is', async (overlay) => {
    const pods = manifestsOf(await render(`overlays/${overlay}`)).flatMap((manifest) => {
      const pod = podOf(manifest);
      return pod ? [pod] : [];
    });
    for (const { containers, securityContext, automountServiceAccountToken } of pods) {
      expect(automountServiceAccountToken).toBe(false);
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const { securityContext: own, resources, name } of containers) {
        expect(own, name).toMatchObject({
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          ...(name === 'kafka' ? {} : { readOnlyRootFilesystem: true }),
        });
        expect(resources?.requests, name).toHaveProperty('cpu');
        expect(resources?.limits?.memory, name).toBeDefined();
      }
    }
  });
});
