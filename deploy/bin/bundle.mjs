/**
 * `node deploy/bin/bundle.mjs`: what a process of the product loads at its start as a few files
 * instead of some thousand, `deploy/dist/bundled/`, made of what the compiler wrote. It takes a second,
 * and no time when nothing was compiled since. See docs/decisions/0091-the-servers-are-bundled.md.
 */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'deploy', 'dist', 'bundled');
const stamp = join(folder, '.bundled');

/** Of deploy/: what is started. One folder deep, as chunks are. */
const entries = [
  ...['start/main', 'demo/main', 'roles/main', 'roles/serve', 'roles/migrate', 'ops/main'],
  ...['docker/healthCheck', 'docker/secrets'],
];

/** Packages of many small modules, which are bundled too; all others are loaded as they are installed. */
const bundled = [
  ...['zod', 'type-graphql', 'reflect-metadata', 'graphql-scalars', '@graphql-tools'],
  ...['@graphql-yoga', '@repeaterjs', '@apollo/server', 'nodemailer', 'csv-parse', 'csv-stringify'],
  ...['otplib', '@otplib', '@scure'],
];

const rooms = ['contracts', 'services', 'gateway', 'deploy'];

const isOf = (names, id) => names.some((name) => id === name || id.startsWith(`${name}/`));
const isFile = (id) => /^[./]/.test(id) || /^[A-Za-z]:/.test(id);

export async function bundle() {
  if (!isStale()) return;
  const startedAt = new Date();
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: Object.fromEntries(
      entries.map((entry) => [entry, join(root, 'deploy', 'dist', `${entry}.js`)]),
    ),
    platform: 'node',
    external: (id) => !isFile(id) && !isOf(['@insuremanager', ...bundled], id),
    plugins: [compiled],
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await build.close();
  await removeOthers(new Set(output.map(({ fileName }) => fileName)));
  writeFileSync(stamp, '');
  // Dated from the beginning: what is compiled meanwhile is bundled next time.
  utimesSync(stamp, startedAt, startedAt);
}

/** The compiler writes its notes whenever it has written anything else; without it there is nothing. */
function isStale() {
  const notes = rooms.map((room) => `${room}/dist/.tsbuildinfo`);
  const changed = [...notes, 'package-lock.json', 'deploy/bin/bundle.mjs'].map(changedAt);
  return !changed.includes(0) && Math.max(...changed) > changedAt(stamp);
}

/** 0: there is no such file. */
const changedAt = (path) => statSync(resolve(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * What the compiler wrote, with its source maps. A module finds its files and its threads from where
 * it lies, not from where its chunk does.
 */
const compiled = {
  name: 'compiled',
  load: {
    filter: { id: /\/(contracts|services|gateway|deploy)\/dist\/.*\.js$/ },
    handler(id) {
      const code = readFileSync(id, 'utf8');
      const path = relative(join(folder, 'chunks'), id).split(sep).join('/');
      return {
        code: code.replaceAll('import.meta.url', `new URL('${path}', import.meta.url).href`),
        map: readFileSync(`${id}.map`, 'utf8'),
      };
    },
  },
};

/** A process that runs still loads what it needs later: what is of older builds stays for a day. */
async function removeOthers(written) {
  const yesterday = Date.now() - 24 * 3_600_000;
  for (const path of await readdir(folder, { recursive: true })) {
    if (!/\.js(\.map)?$/.test(path) || written.has(path.split(sep).join('/'))) continue;
    if (changedAt(join(folder, path)) < yesterday) rmSync(join(folder, path));
  }
}

/** What test runners call first: `npx tsc -b` is enough for whoever changes something. */
export default bundle;

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
