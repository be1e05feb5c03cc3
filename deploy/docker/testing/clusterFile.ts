import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface ComposeService {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
}

type Services = Readonly<Record<string, Partial<ComposeService>>>;

async function servicesOf(path: string): Promise<Services> {
  const text = await readFile(path, 'utf8');
  return (parse(text, { merge: true }) as { services: Services }).services;
}

/**
 * What compose makes of docker-compose.yml and the cluster overlay: each with its own on top.
 * @param root of the checkout
 */
export async function clusterServices(
  root: string,
): Promise<Readonly<Record<string, ComposeService>>> {
  const base = await servicesOf(join(root, 'docker-compose.yml'));
  const overlay = await servicesOf(join(root, 'deploy/docker/compose.cluster.yml'));
  const names = [...new Set([...Object.keys(base), ...Object.keys(overlay)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        ...base[name],
        ...overlay[name],
        environment: { ...base[name]?.environment, ...overlay[name]?.environment },
        depends_on: { ...base[name]?.depends_on, ...overlay[name]?.depends_on },
      },
    ]),
  );
}
