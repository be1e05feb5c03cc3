import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimRecord } from '@insuremanager/contracts/claims/claimViews';
import { ANALYTICS, createParquetExports } from '@insuremanager/services/analytics/index';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import { startEventStoreDouble } from '@insuremanager/services/platform/eventLog/eventStoreDb/testing/eventStoreDouble';
import { readAboutParquet } from '@insuremanager/services/platform/parquet/parquetFile';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../harness/testing/launch.js';
import { until } from '../harness/waiting.js';
import { exportParquet } from '../ops/exportParquet.js';
import { isExhaustive } from '../testing/exhaustive.js';
import {
  caughtUp,
  fillPartOfBook,
  type OpenBook,
  openBook,
  registerUntil,
  type Servers,
  startServers,
} from '../testing/liveBook.js';
import { askDuckDb, DUCKDB_PYTHON } from './testing/askDuckDb.js';

const whole = isExhaustive(import.meta.url);
const { signal } = new AbortController();
const masterKey = randomBytes(32);

let servers: Servers;
let book: OpenBook;
let database: pg.Client;
let root: string;

beforeAll(async () => {
  servers = await startServers(masterKey);
  book = await openBook(servers);
  await fillPartOfBook(book, 250);
  await addClaims(book);
  database = new pg.Client({ connectionString: servers.settings.databaseUrl });
  await database.connect();
  await database.query(`SET TimeZone = 'Asia/Kolkata'`);
  root = await mkdtemp(join(tmpdir(), 'insuremanager-parquet-'));
});

/** Of losses on the first day of five policies. */
async function addClaims(of: OpenBook): Promise<void> {
  const { policies, claims } = of.services;
  const { items } = await policies.list({
    ...{ filter: { statuses: ['active'] }, sort: 'added', direction: 'asc', limit: 5 },
  });
  for (const { id, kind, startDate } of items) {
    const input = claimRecord.input.parse({
      ...{ policyId: id, kind: kind === 'health' ? 'reimbursement' : 'own_damage' },
      ...{ lossDate: startDate, intimatedOn: startDate, amountClaimed: '1200' },
    });
    const by = { commandId: randomUUID(), actor: systemActor, correlationId: 'claims' };
    await claims.create(input, by);
  }
  await caughtUp(of);
}
afterAll(async () => {
  await database?.end();
  await book?.close();
  await servers?.stop();
  await rm(root, { recursive: true, force: true });
});

/** With files of so few events that there are several. */
const exportsOf = (of: OpenBook, rowsOfPart?: number) => {
  const { platform, readModels, logTree: _ } = of.services;
  return createParquetExports({
    ...{ ...platform, databaseUrl: servers.settings.databaseUrl ?? '', schema: readModels.schema },
    ...{ logId: async () => 'the log of this test', rowsOfPart },
  });
};

const texts = async (text: string): Promise<(string | null)[][]> => {
  const types = { getTypeParser: () => (value: string) => value };
  const query: pg.QueryArrayConfig = { text, rowMode: 'array', types: types as never };
  return (await database.query<(string | null)[]>(query)).rows;
};

/** Two programs write the same value in two ways. */
const inOneForm = (rows: readonly (readonly (string | null)[])[]): string[] =>
  rows
    .map((row) =>
      JSON.stringify(
        row.map((text) => {
          if (text === 't' || text === 'f') return text === 't' ? 'True' : 'False';
          if (text !== null && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
          // The offset of an instant, and how many digits its fraction has.
          const instant = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(\.\d+)?\+05:?30$/.exec(text ?? '');
          return instant ? `${instant[1]} ${Number(instant[2] ?? 0)}` : text;
        }),
      ),
    )
    .sort();

/** Every file below, with what would show that it was written again. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { ino, mtimeMs } = await stat(path);
    found[path.slice(folder.length + 1)] = `${ino} ${mtimeMs}`;
  }
  return found;
}

const registerMore = async (count: number): Promise<void> => {
  let left = count;
  await registerUntil(book, () => left-- === 0);
  await caughtUp(book);
};

const eventsInLog = async (): Promise<number> =>
  Number((await texts('SELECT count(*) FROM log.events'))[0]?.[0]);

describe.skipIf(!DUCKDB_PYTHON && !process.env.CI)('Parquet files, read by DuckDB', () => {
  const duckDb = (folder: string, questions: readonly string[]) => {
    if (!DUCKDB_PYTHON) throw new Error('DUCKDB_PYTHON names no Python that has DuckDB.');
    return askDuckDb(folder, questions);
  };

  it('hold every row of every view, in the types that they have', async () => {
    const folder = join(root, 'whole');
    await book.services.parquet.exportTo(folder, { signal });
    const { answers } = await duckDb(
      folder,
      ANALYTICS.views.map(({ name }) => `SELECT * FROM analytics.${name}`),
    );
    for (const [nth, { name, columns }] of ANALYTICS.views.entries()) {
      const rows = inOneForm(answers[nth]?.rows ?? []);
      expect(rows.length, name).toBeGreaterThan(3);
      expect(rows, name).toEqual(inOneForm(await texts(`SELECT * FROM analytics.${name}`)));
      expect(answers[nth]?.columns.map(([column]) => column)).toEqual(Object.keys(columns));
    }
    const types = Object.fromEntries(
      answers.flatMap(({ columns }) => columns.map(([column, type]) => [column, type])),
    );
    expect(types).toMatchObject({
      ...{ yearly_premium: 'DECIMAL(18,2)', premium: 'DECIMAL(18,2)', ends_on: 'DATE' },
      ...{ is_renewal: 'BOOLEAN', customer_id: 'INTEGER', kind: 'VARCHAR' },
      ...{ occurred_at: 'TIMESTAMP WITH TIME ZONE', record_id: 'BIGINT', occurred_on: 'DATE' },
    });
  });

  it('answer the questions of the notebook as the database does', async () => {
    const folder = join(root, 'asked');
    await book.services.parquet.exportTo(folder, { signal });
    const notebook = await readFile(new URL('notebook.sql', import.meta.url), 'utf8');
    const questions = notebook.split(/;\s*/).filter((question) => question.trim());
    const { said, answers } = await duckDb(folder, questions);
    expect(said).toContain('of_twelve_months');
    expect(said).toContain('median_hours');
    for (const [nth, question] of questions.entries())
      expect(inOneForm(answers[nth]?.rows ?? []), question).toEqual(
        inOneForm(await texts(question)),
      );
  });

  it('hold what two customers have who were merged once, as of the one who remains', async () => {
    const { customers } = book.services;
    const found = await texts(
      'SELECT DISTINCT customer_id FROM analytics.terms ORDER BY customer_id LIMIT 2',
    );
    const [into = 0, gone = 0] = found.map(([id]) => Number(id));
    const context = () => ({
      ...{ commandId: randomUUID(), actor: systemActor, correlationId: 'parquet' },
    });
    const questions = [
      'SELECT count(*), sum(yearly_premium) FROM analytics.terms',
      `SELECT count(*) FROM analytics.terms WHERE customer_id = ${into}`,
      `SELECT count(*) FROM analytics.terms WHERE customer_id = ${gone}`,
    ];
    const asked = async (name: string) => {
      await caughtUp(book);
      const folder = join(root, name);
      await book.services.parquet.exportTo(folder, { signal });
      return (await duckDb(folder, questions)).answers.map(({ rows }) => rows[0]?.map(Number));
    };
    const before = await asked('before a merge');
    const [remains, goes] = [await customers.current(into), await customers.current(gone)];
    const versions = { version: remains?.version ?? -1, duplicateVersion: goes?.version ?? -1 };
    const input = { duplicateId: gone, fields: [], takesKyc: false, ...versions };
    await customers.merge(into, input, context());
    const [, own, other] = before;
    expect(await asked('merged')).toEqual([
      before[0],
      [Number(own?.[0]) + Number(other?.[0])],
      [0],
    ]);
    await customers.undoMerge(into, gone, context());
    expect(await asked('parted again')).toEqual(before);
  });

  it('go on where they were, and are never half there', async () => {
    const folder = join(root, 'going on');
    const parquet = exportsOf(book, 150);
    const first = await parquet.exportTo(folder, { signal });
    expect(first.events.files.length).toBeGreaterThan(2);
    const before = await filesIn(folder);
    await parquet.exportTo(folder, { signal });
    // Nothing came: no file of events is touched.
    const isOfEvents = ([name]: [string, string]) => name.startsWith('events/');
    const eventFiles = (files: Record<string, string>) => Object.entries(files).filter(isOfEvents);
    expect(eventFiles(await filesIn(folder))).toEqual(eventFiles(before));

    await registerMore(20);
    let isBroken = false;
    const stopping = new AbortController();
    const broken = parquet.exportTo(folder, {
      signal: stopping.signal,
      onRows: (what) => {
        isBroken ||= what === 'events';
        if (isBroken) stopping.abort();
      },
    });
    await expect(broken).rejects.toMatchObject({ code: 'export-ended' });
    const meanwhile = await duckDb(folder, ['SELECT count(*) FROM analytics.events']);
    expect(Number(meanwhile.answers[0]?.rows[0]?.[0])).toBeGreaterThanOrEqual(first.events.rows);

    const last = await parquet.exportTo(folder, { signal });
    const full = first.events.files.slice(0, -1).map(({ file }) => file);
    const after = await filesIn(folder);
    for (const file of full) expect(after[file], file).toBe(before[file]);
    expect(last.events.rows).toBe(await eventsInLog());
    const counted = await duckDb(folder, [
      'SELECT count(*), count(DISTINCT position), max(position) FROM analytics.events',
      'SELECT count(*) FROM analytics.customers',
    ]);
    const events = String(await eventsInLog());
    expect(counted.answers[0]?.rows).toEqual([[events, events, events]]);
    expect(counted.answers[1]?.rows).toEqual(
      await texts('SELECT count(*) FROM analytics.customers'),
    );
    expect(Object.keys(after).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  it.runIf(whole)('go on after a process was killed while it wrote them', async () => {
    const folder = join(root, 'killed');
    const { settings } = servers;
    const ops = () =>
      launch('ops/main.js', ['export', 'parquet', '--to', folder], {
        ...{ PATH: process.env.PATH, DATA_DIR: settings.dataDir },
        ...{ DATABASE_URL: settings.databaseUrl, MASTER_KEY: masterKey.toString('hex') },
      });
    const killed = ops();
    const isWriting = async () =>
      (await readdir(join(folder, 'events')).catch(() => [])).length > 0;
    await Promise.race([until(isWriting, 'the first file of events'), killed.ended()]);
    killed.child.kill('SIGKILL');
    await killed.ended();
    const done = ops();
    expect(await done.ended(), done.said()).toBe(0);
    expect(done.said()).toMatch(/Exported [\d,]+ rows of 9 views and [\d,]+ events, up to/);
    const counted = await duckDb(folder, ['SELECT count(*) FROM analytics.events']);
    expect(counted.answers[0]?.rows).toEqual([[String(await eventsInLog())]]);
    expect((await readdir(join(folder, 'events'))).join()).toBe('000001.parquet');
  });

  it.runIf(whole)(
    'hold the events of a log that is not in Postgres, where no view could',
    async () => {
      const eventStore = await startEventStoreDouble();
      const elsewhere = await startServers(randomBytes(32), { EVENTSTORE_URL: eventStore.url });
      const open = await openBook(elsewhere);
      const folder = join(root, 'elsewhere');
      try {
        let left = 5;
        await registerUntil(open, () => left-- === 0);
        await caughtUp(open);
        const { events } = await open.services.parquet.exportTo(folder, { signal });
        const { answers } = await duckDb(folder, [
          `SELECT category, nth, role, done_by FROM analytics.events WHERE type = 'CustomerRegistered'`,
        ]);
        expect(answers[0]?.rows).toEqual(Array(5).fill(['customer', '1', 'system', 'system']));
        expect(events.rows).toBeGreaterThanOrEqual(6);
        const client = new pg.Client({ connectionString: elsewhere.settings.databaseUrl });
        await client.connect();
        const shown = async () =>
          (await client.query(`SELECT viewname FROM pg_views WHERE schemaname = 'analytics'`)).rows;
        await until(async () => (await shown()).length === ANALYTICS.views.length - 1, 'the views');
        expect(await shown()).not.toContainEqual({ viewname: 'events' });
        await client.end();
      } finally {
        await open.close();
        await elsewhere.stop();
        await eventStore.stop();
      }
    },
  );
});

describe('an export to Parquet', () => {
  it('removes what a crash left, and keeps the views that are being read', async () => {
    const folder = join(root, 'left');
    await mkdir(join(folder, 'events'), { recursive: true });
    await writeFile(join(folder, 'events', '000001.parquet.unfinished'), 'half');
    await book.services.parquet.exportTo(folder, { signal });
    await mkdir(join(folder, '.snapshots', 'broken off'));
    const snapshots = () => readdir(join(folder, '.snapshots'));
    const [first = ''] = (await snapshots()).filter((name) => name !== 'broken off');
    const { clock, ...platform } = book.services.platform;
    const later = createParquetExports({
      ...{ ...platform, databaseUrl: servers.settings.databaseUrl ?? '' },
      ...{ schema: book.services.readModels.schema, logId: () => logIdOf(folder) },
      clock: { now: () => new Date(clock.now().getTime() + 1_000) },
    });
    await later.exportTo(folder, { signal });
    expect(await snapshots()).toContain(first);
    expect(await snapshots()).toHaveLength(2);
    expect(Object.keys(await filesIn(folder)).filter((name) => /unfinished/.test(name))).toEqual(
      [],
    );
  });

  it('refuses a folder of another log, and one from which a file is missing', async () => {
    const folder = join(root, 'mine');
    await exportsOf(book, 150).exportTo(folder, { signal });
    const refused = { code: 'parquet-of-another-log' };
    await expect(book.services.parquet.exportTo(folder, { signal })).rejects.toMatchObject(refused);
    await rm(join(folder, 'events', '000001.parquet'));
    await expect(exportsOf(book).exportTo(folder, { signal })).rejects.toMatchObject(refused);
  });

  it('is made one at a time', async () => {
    const release = await book.services.platform.takeSlot('parquet', 1);
    const folder = join(root, 'busy');
    await expect(book.services.parquet.exportTo(folder, { signal })).rejects.toMatchObject({
      code: 'export-under-way',
    });
    release?.();
  });

  it('is made once a day by itself', async () => {
    const folder = join(root, 'daily');
    await book.services.parquet.exportDaily(folder, '2026-04-15', signal);
    const before = await filesIn(folder);
    await book.services.parquet.exportDaily(folder, '2026-04-15', signal);
    expect(await filesIn(folder)).toEqual(before);
    await book.services.parquet.exportDaily(folder, '2026-04-16', signal);
    expect(await filesIn(folder)).not.toEqual(before);
  });

  it('asks for a folder where nobody has named one', async () => {
    const line = { show: () => undefined, end: () => undefined };
    const request = { folder: undefined, line, ended: signal };
    await expect(exportParquet(book.services.parquet, request)).rejects.toMatchObject({
      code: 'parquet-folder-unknown',
    });
  });
});

const logIdOf = async (folder: string): Promise<string> =>
  (await readAboutParquet(join(folder, 'events', '000001.parquet'))).about.log ?? '';
