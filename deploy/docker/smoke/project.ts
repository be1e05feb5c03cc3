import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { freePort } from '../../embedded/postgres/freePort.js';
import { output } from './commands.js';
import type { Docker } from './docker.js';
import type { ImageNames } from './images.js';

interface Service {
  readonly environment?: Record<string, string>;
  readonly depends_on?: Record<string, unknown>;
}

/**
 * docker-compose.yml as it is where Postgres holds the log, too: nothing in reach can be an
 * EventStoreDB. An override can take no service away.
 */
export function withoutEventStore(text: string): string {
  const file = parse(text, { merge: true }) as { services: Record<string, Service> };
  const { eventstore: _, ...services } = file.services;
  for (const { environment, depends_on } of Object.values(services)) {
    delete environment?.EVENTSTORE_URL;
    delete depends_on?.eventstore;
  }
  // To older programs `no` is no text unless it is quoted.
  const form = { aliasDuplicateObjects: false, schema: 'yaml-1.1' } as const;
  return stringify({ ...file, services }, form);
}

export async function makeProject(
  docker: Docker,
  { root, images }: { root: string; images: ImageNames },
) {
  const name = `insuremanager-smoke-${process.pid}`;
  const folder = await mkdtemp(join(tmpdir(), 'insuremanager-smoke-'));
  const [https, http, mail] = [await freePort(), await freePort(), await freePort()];
  const [program, ...first] = docker.compose;
  const env = {
    ...docker.env,
    ...images,
    ...{ HTTPS_PORT: String(https), HTTP_PORT: String(http), MAIL_PORT: String(mail) },
    SITE_ADDRESS: 'localhost',
  };
  const derived = join(folder, 'docker-compose.yml');
  const given = await readFile(join(root, 'docker-compose.yml'), 'utf8');
  await writeFile(derived, withoutEventStore(given));
  const files = ['--file', derived, '--file', join(root, 'deploy/docker/compose.mail.yml')];
  const command = [...first, '--project-name', name, '--project-directory', root, ...files];
  const composed = (args: readonly string[], ended?: AbortSignal) =>
    output(program, [...command, ...args], { env, ended });
  const compose = (...args: string[]) => composed(args, docker.ended);
  return {
    name,
    /** Of the proxy. */
    url: `https://localhost:${https}`,
    /** Where emails are caught. */
    mailUrl: `http://127.0.0.1:${mail}`,
    /** What compose writes to its standard output. Ended with the test. */
    compose,
    /** As `migrate` shows it, once. */
    async firstSignIn() {
      const said = await compose('logs', '--no-color', 'migrate');
      const wordAfter = (label: string) => new RegExp(`\\b${label} +(\\S+)`).exec(said)?.[1];
      const [username, password] = [wordAfter('username'), wordAfter('password')];
      if (!username || !password) throw new Error(`No first sign-in in:\n${said}`);
      return { username, password };
    },
    /** The file with the certificate of the proxy's own authority. */
    async authority() {
      const certificate = '/data/caddy/pki/authorities/local/root.crt';
      const pem = await compose('exec', '-T', 'proxy', 'cat', certificate);
      const file = join(folder, 'authority.pem');
      await writeFile(file, pem);
      return file;
    },
    /** Stops and removes it, with its volumes. */
    async remove() {
      await composed(['down', '--volumes', '--remove-orphans', '--timeout', '20']);
      await rm(folder, { recursive: true });
    },
  };
}

/** An installation by docker-compose.yml without its event store, under a name of its own. */
export type Project = Awaited<ReturnType<typeof makeProject>>;
