import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { isExhaustive } from '../../testing/exhaustive.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embeddedPostgres.js';
import { freePort } from './freePort.js';
import { forgetfulSettings, tunedSettings } from './tuning.js';

const whole = isExhaustive(import.meta.url);

const running: EmbeddedPostgres[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

/** A private folder (mode 0700): as root, the user postgres cannot enter it. */
async function privateFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'insuremanager-test-'));
  folders.push(folder);
  return join(folder, 'postgres');
}

async function start(
  folder: string,
  password = randomBytes(16).toString('hex'),
  settings = forgetfulSettings,
) {
  const server = await startEmbeddedPostgres({
    folder,
    port: await freePort(),
    password,
    settings,
  });
  running.push(server);
  return server;
}

async function query(url: string, text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text, values, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

describe('the embedded Postgres', () => {
  it('starts below a folder that is closed to others', async () => {
    const server = await start(await privateFolder());
    const [version] = await query(server.url('postgres'), 'SHOW server_version_num');
    expect(Math.floor(Number(version) / 10_000)).toBe(18);
  });

  it('takes letters outside of ASCII for letters in trigrams', async () => {
    const server = await start(await privateFolder());
    await query(server.url('postgres'), 'CREATE EXTENSION pg_trgm');
    const trigrams = await query(
      server.url('postgres'),
      `SELECT cardinality(show_trgm('മലയാളം')), cardinality(show_trgm('हिन्दी'))`,
    );
    expect(trigrams.map(Number).every((count) => count > 4)).toBe(true);
  });

  it('writes into its log what went wrong, but no value', async () => {
    const folder = await privateFolder();
    const server = await start(folder, 'the same', tunedSettings());
    const url = server.url('postgres');
    await query(url, 'CREATE TABLE people (name text UNIQUE)');
    const add = () => query(url, 'INSERT INTO people VALUES ($1)', ['Zubaida Marakkar']);
    await add();
    await expect(add()).rejects.toThrow('duplicate key');
    const log = await readFile(join(folder, 'postgres.log'), 'utf8');
    expect(log).toContain('duplicate key value violates unique constraint');
    expect(log).not.toContain('Marakkar');
  });

  it('refuses a wrong password', async () => {
    const server = await start(await privateFolder());
    const url = new URL(server.url('postgres'));
    url.password = 'guessed';
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('keeps what was written through a stop and a start', async () => {
    const folder = await privateFolder();
    const first = await start(folder, 'the same');
    await query(first.url('postgres'), 'CREATE TABLE kept AS SELECT 7 AS seven');
    await first.stop();
    const second = await start(folder, 'the same');
    expect(await query(second.url('postgres'), 'SELECT seven FROM kept')).toEqual([7]);
  });

  it('takes the place of a server that was left running', async () => {
    const folder = await privateFolder();
    const left = await start(folder, 'the same');
    await query(left.url('postgres'), 'CREATE TABLE kept AS SELECT 7 AS seven');
    const next = await start(folder, 'the same');
    expect(await query(next.url('postgres'), 'SELECT seven FROM kept')).toEqual([7]);
    await left.ended;
  });

  it('reports when its server is killed, and starts again over what that left', async () => {
    const folder = await privateFolder();
    const first = await start(folder, 'the same');
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    const second = await start(folder, 'the same');
    expect(await query(second.url('postgres'), 'SELECT 1')).toEqual([1]);
  });

  it.runIf(whole)(
    'is not blocked by a pid file whose number belongs to another process now',
    async () => {
      const folder = await privateFolder();
      const first = await start(folder, 'the same');
      await first.stop();
      await writeFile(join(folder, 'cluster', 'postmaster.pid'), `${process.pid}\n`);
      const second = await start(folder, 'the same');
      expect(await query(second.url('postgres'), 'SELECT 1')).toEqual([1]);
    },
  );

  it.runIf(whole)(
    'begins anew when its setting up was killed half-way, and forgets what that has left',
    async () => {
      const folder = await privateFolder();
      await mkdir(join(folder, 'unfinished-1', 'cluster'), { recursive: true });
      await writeFile(join(folder, 'unfinished-1', 'cluster', 'PG_VERSION'), '18');
      const server = await start(folder);
      expect(await query(server.url('postgres'), 'SELECT 1')).toEqual([1]);
      expect((await readdir(folder)).filter((name) => name.startsWith('unfinished'))).toEqual([]);
    },
  );

  it('begins anew while what was killed half-way is still written to', async () => {
    const folder = await privateFolder();
    const left = join(folder, 'unfinished-1', 'cluster');
    const writes = 'while :; do i=$((i+1)); mkdir -p "$0" && : > "$0/$i"; done';
    const orphan = spawn('sh', ['-c', writes, left], { stdio: 'ignore' });
    const ended = once(orphan, 'close');
    try {
      const server = await start(folder);
      expect(await query(server.url('postgres'), 'SELECT 1')).toEqual([1]);
    } finally {
      orphan.kill('SIGKILL');
      await ended;
    }
  });
});
