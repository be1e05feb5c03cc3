import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CustomerInput } from '@insuremanager/contracts/customers/customerFields';
import { QuotationInputSchema } from '@insuremanager/contracts/quotations/quotationFields';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import { lastBackup } from '@insuremanager/services/platform/operations/backups';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type S3UnderTest,
  s3Missing,
  startS3,
} from '../../services/platform/files/testing/s3Server.spec.js';
import { until } from '../crash/installationUnderTest.js';
import { mailFolder } from '../roles/adapters.js';
import { startNotifierOf } from '../roles/openServices.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { backUp, restore } from './index.js';
import { LASTING_SCHEMAS, LEFT_OUT_SCHEMAS } from './lastingTables.js';
import { manifestName, readManifest, signedManifest } from './manifest.js';
import {
  ADMIN,
  allDocuments,
  allRows,
  caughtUp,
  fillBook,
  newMasterKey,
  type OpenBook,
  openBook,
  published,
  registerUntil,
  type Servers,
  startServers,
} from './testing/bookFixture.js';
import { dropSchemas, lastNumbers } from './testing/databases.js';
import { inPieces, silence } from './testing/inPieces.js';

const whole = isExhaustive(import.meta.url);

const MINUTES = 60_000;
const masterKey = newMasterKey();
let home: string;
let source: Servers;
let book: OpenBook;
/** Made while customers were registered, and those that were acknowledged before it began. */
let busy: string;
/** Made while nobody worked, and broken off again and again. */
let quiet: string;
let before: Awaited<ReturnType<typeof allRows>>;
let documents: Awaited<ReturnType<typeof allDocuments>>;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'insuremanager-portable-'));
  source = await startServers(masterKey);
  book = await openBook(source);
  await fillBook(book);
  busy = join(home, 'busy');
  let isOver = false;
  const work = registerUntil(book, () => isOver);
  await made(source, busy);
  isOver = true;
  await work;
  before = await allRows(book);
  documents = await allDocuments(book);
  quiet = join(home, 'quiet');
  const { settings } = source;
  // It says: the log, tables, 100 files and more.
  await inPieces([1, 2, 3], (remark, ended) =>
    backUp({ settings, target: quiet, say: silence, remark, ended }),
  );
}, 15 * MINUTES);

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await book?.close();
  await source?.stop();
  await rm(home, { recursive: true, force: true });
});

const made = (servers: Servers, target: string, only?: 'postgres') =>
  backUp({ settings: servers.settings, target, only, say: silence, remark: silence });

type Wanted = Pick<Parameters<typeof restore>[0], 'only'>;

const restored = async ({ settings }: Servers, folder: string, wanted: Wanted = {}) => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await restore({ settings, source: folder, say, remark: silence, ...wanted });
  return said.join('\n');
};

const emptyServers = async (more: Readonly<Record<string, string>> = {}, key = masterKey) => {
  const servers = await startServers(key, more);
  stops.push(servers.stop);
  return servers;
};

/** Opened once more: what is restored is looked at as people will. */
async function reopened<Result>(
  servers: Servers,
  look: (book: OpenBook) => Promise<Result>,
): Promise<Result> {
  const opened = await openBook(servers);
  try {
    return await look(opened);
  } finally {
    await opened.close();
  }
}

const from = { address: '192.0.2.1', userAgent: '', correlationId: 'test', token: null };

describe.runIf(whole)('a backup of an installation at work', () => {
  it(
    'is one moment of it, in which every event and every file can be read',
    async () => {
      const servers = await emptyServers();
      expect(await restored(servers, busy)).toContain('Restored and compared');
      await reopened(servers, async (copy) => {
        const rows = await allRows(copy);
        const ids = (list: object[] = []) => list.map((row) => (row as { id: number }).id);
        const all = ids(before.customers);
        expect(all.slice(0, rows.customers?.length)).toEqual(ids(rows.customers));
        expect(await allDocuments(copy)).toEqual(documents);
      });
    },
    2 * MINUTES,
  );

  it('is recorded for whoever watches over it', async () => {
    const record = await lastBackup(book.services.platform.pool);
    expect(record).toMatchObject({ kind: 'all', events: expect.any(Number) });
  });

  it('names every schema and table of Postgres, or leaves it out on purpose', async () => {
    const { rows } = await book.services.platform.pool.query<{ place: string }>(
      `SELECT schemaname || '.' || tablename AS place FROM pg_tables
       WHERE schemaname !~ '^(pg_|information_schema|read_|event_log)' AND tablename <> 'steps_done'`,
    );
    const known = LASTING_SCHEMAS.flatMap(({ name, tables, leftOut = [] }) =>
      [...tables, ...leftOut].map((table) => `${name}.${table}`),
    );
    const left = rows
      .map(({ place }) => place)
      .filter((place) => !LEFT_OUT_SCHEMAS.includes(place.split('.')[0] ?? ''));
    expect(left.sort()).toEqual(known.sort());
  });

  it('holds nothing in the clear, nor what was broken off', async () => {
    const names = await readdir(quiet);
    expect(names.sort()).toEqual(
      [
        ...['files', 'files.ndjson', 'log-000001', 'manifest.json'],
        ...names.filter((name) => name.startsWith('postgres-')),
      ].sort(),
    );
    for (const name of names.filter((name) => name !== 'files')) {
      const text = await readFile(join(quiet, name), 'latin1');
      expect(text).not.toMatch(/boss|anitha|@example\.in|argon2/);
    }
  });
});

describe.runIf(whole)('a backup restored on servers of other kinds', () => {
  let target: Servers;
  let copy: OpenBook;
  let s3: S3UnderTest | undefined;

  beforeAll(async () => {
    s3 = s3Missing ? undefined : await startS3();
    if (s3) stops.push(s3.stop);
    const { settings } = s3 ?? {};
    target = await emptyServers(
      settings && {
        S3_ENDPOINT: settings.endpoint,
        S3_ACCESS_KEY: settings.accessKey,
        S3_SECRET_KEY: settings.secretKey,
        S3_BUCKET: settings.bucket,
      },
    );
    const { settings: servers } = target;
    await inPieces(
      // It says three lines of the backup, then: tables, 100 files and more, 1,000 events and more.
      [4, 5, 9],
      (remark, ended) => restore({ settings: servers, source: quiet, say: silence, remark, ended }),
      async () => {
        await expect(openBook(target)).rejects.toThrow(/was begun and has not ended/);
        // It would be called done without the log.
        await expect(restored(target, quiet, { only: 'postgres' })).rejects.toThrow(
          /was begun without --only and has not ended/,
        );
      },
    );
    copy = await openBook(target);
    stops.push(copy.close);
  }, 15 * MINUTES);

  it('brings every row of every list as it was', async () => {
    expect(await allRows(copy)).toEqual(before);
  });

  it('brings every document byte by byte', async () => {
    expect(await allDocuments(copy)).toEqual(documents);
    expect(Object.keys(documents).length).toBeGreaterThan(200);
  });

  it('brings the histories as they were told', async () => {
    for (const id of [1, 2, 3, 50]) {
      expect(await copy.services.customers.history(id)).toEqual(
        await book.services.customers.history(id),
      );
    }
  });

  it('lets people sign in with their passwords', async () => {
    expect(await copy.identity.signIn(ADMIN, from)).toMatchObject({ user: { role: 'admin' } });
  });

  it('gives numbers that nobody has', async () => {
    const input = CustomerInput.parse({ name: 'New after it', phone: '9876543210' });
    const context = { commandId: randomUUID(), actor: systemActor, correlationId: 'test' };
    const { customer } = await copy.services.customers.register(input, context);
    const ids = (before.customers ?? []).map((row) => (row as { id: number }).id);
    expect(customer.id).toBeGreaterThan(Math.max(...ids));
    await caughtUp(copy);
  });

  it('publishes nothing again, and asks for no reminder twice', async () => {
    const { platform, relay } = copy.services;
    const messages = async () =>
      (await platform.pool.query('SELECT count(*)::int AS n FROM bus.messages')).rows[0].n;
    const before = await messages();
    expect(before).toBeGreaterThan(10);
    const { total } = await copy.services.reminders.cards();
    relay?.start();
    await published(copy);
    expect(await messages()).toBe(before);
    await copy.services.reminders.requestDue();
    await caughtUp(copy);
    expect((await copy.services.reminders.cards()).total).toBe(total);

    const notifier = startNotifierOf(copy.services, platform.logger);
    await until(async () => (await notifier?.status())?.lag === 0, 'the notifier');
    await notifier?.stop();
    await relay?.stop();
    expect(await readdir(mailFolder(target.settings.dataDir))).toEqual([]);
  });

  it('knows the files as its own: sweeps remove none, and refuse nothing', async () => {
    const { services } = copy;
    expect(await services.documents.sweep()).toBe(0);
    const reports = await services.platform.sweepReports.all();
    expect(reports.map(({ result, refusal }) => ({ result, refusal }))).toEqual([
      { result: 'done', refusal: null },
    ]);
  });

  it('moves the places of relays only together with saying that it has ended', async () => {
    const { pool } = copy.services.platform;
    const places = async () =>
      (await pool.query('SELECT name, position, xmin::text FROM relay.checkpoints')).rows;
    const before = await places();
    expect(before).not.toEqual([]);
    await pool.query(`
      UPDATE restores.restores SET finished_at = NULL;
      CREATE FUNCTION restores.refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'broken off'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON restores.restores
        FOR EACH ROW EXECUTE FUNCTION restores.refuse()`);
    await expect(restored(target, quiet)).rejects.toThrow('broken off');
    expect(await places()).toEqual(before);
    await pool.query(`
      DROP FUNCTION restores.refuse CASCADE;
      UPDATE restores.restores SET finished_at = now()`);
  }, 60_000);

  it('is not restored a second time over what is there', async () => {
    await expect(restored(target, busy)).rejects.toThrow(/database is not empty/);
    await expect(restored(target, quiet)).rejects.toThrow(/database is not empty/);
  });
});

describe.runIf(whole)('what cannot be restored', () => {
  it(
    'is named when a byte of it was changed, before anything is written',
    async () => {
      const servers = await emptyServers();
      const names = (await readdir(quiet)).filter((name) => name !== 'files');
      const [file = ''] = (await readFile(join(quiet, 'files.ndjson'), 'utf8')).split('\n');
      const { key } = JSON.parse(file) as { key: string };
      for (const name of [...names, `files/${key}`]) {
        const damaged = join(home, 'damaged');
        await cp(quiet, damaged, { recursive: true });
        const bytes = await readFile(join(damaged, name));
        const place = Math.floor(bytes.length / 2);
        bytes[place] = (bytes[place] ?? 0) ^ 1;
        await writeFile(join(damaged, name), bytes);
        await expect(restored(servers, damaged), name).rejects.toThrow(
          name === 'manifest.json'
            ? /manifest\.json is damaged|does not open/
            : name.replace(/^files\//, ''),
        );
        await rm(damaged, { recursive: true });
      }
      expect(await restored(servers, quiet, { only: 'check' })).toContain('The backup is whole');
    },
    3 * MINUTES,
  );

  it('is one whose signed names would lead elsewhere', async () => {
    const servers = await emptyServers();
    const forged = join(home, 'forged');
    await cp(quiet, forged, { recursive: true });
    const { manifest } = await readManifest(quiet);
    const [table, ...others] = manifest.postgres.tables;
    if (!table) throw new Error('There is no table');
    for (const change of [{ name: '../elsewhere' }, { table: 'keys"; DROP TABLE vault.keys --' }]) {
      const tables = [{ ...table, ...change }, ...others];
      const signed = { ...manifest, postgres: { ...manifest.postgres, tables } };
      await writeFile(join(forged, manifestName), signedManifest(signed, masterKey));
      await expect(restored(servers, forged)).rejects.toThrow(/manifest\.json is damaged/);
    }
  });

  it('is one of another master key', async () => {
    const servers = await emptyServers({}, newMasterKey());
    await expect(restored(servers, quiet)).rejects.toThrow(/does not open this backup/);
  });

  it('are files alone where nothing else is', async () => {
    const files = restored(await emptyServers(), quiet, { only: 'files' });
    await expect(files).rejects.toThrow(/database is empty/);
  });

  it('is one that is not complete', async () => {
    const servers = await emptyServers();
    await expect(restored(servers, home)).rejects.toThrow(/is no complete backup/);
  });
});

describe.runIf(whole)('a backup while two master keys are given', () => {
  it('opens with the one that wraps the keys of persons: the old one before a rotation', async () => {
    const target = join(home, 'rotating');
    const next = newMasterKey();
    const settings = { ...source.settings, masterKey: next, oldMasterKey: masterKey };
    await backUp({ settings, target, only: 'postgres', say: silence, remark: silence });
    const checked = (key: Buffer) =>
      restored({ ...source, settings: { ...source.settings, masterKey: key } }, target, {
        only: 'check',
      });
    await expect(checked(next)).rejects.toThrow(/does not open this backup/);
    expect(await checked(masterKey)).toContain('The backup is whole');
  });
});

describe.runIf(whole)('a database that is lost while the log remains', () => {
  it(
    'is restored from a backup of Postgres, and fits the newer log',
    async () => {
      const hourly = join(home, 'hourly');
      await made(source, hourly, 'postgres');
      const { customers } = book.services;
      const context = () => ({
        ...{ commandId: randomUUID(), actor: systemActor, correlationId: 'test' },
      });
      const input = CustomerInput.parse({ name: 'Newer than the backup', phone: '9876543210' });
      const creation = context();
      const { id } = (await customers.register(input, creation)).customer;
      const [known] = (before.customers ?? []) as { id: number }[];
      const offer = QuotationInputSchema.parse({ customerId: known?.id });
      await book.services.quotations.create(offer, context());
      const rows = await allRows(book);
      const drawn = await lastNumbers(source, 'quotationsOf%');
      const schemas = [...LASTING_SCHEMAS.map(({ name }) => name), ...LEFT_OUT_SCHEMAS];
      const { readModels } = book.services;
      await book.close();
      await dropSchemas(source, [...schemas, readModels.schema]);

      await expect(restored(source, quiet)).rejects.toThrow(/event store is not empty/);
      const said = await restored(source, hourly, { only: 'postgres' });
      expect(said).toContain(`Newer than the backup, so that what is personal of them is lost: 1`);
      expect(said).toContain(`customer-${id}`);
      expect(await lastNumbers(source, 'quotationsOf%')).toEqual(drawn);

      book = await openBook(source);
      const found = await allRows(book);
      const others = (list: object[] = []) =>
        list.filter((row) => (row as { id: number }).id !== id);
      expect(others(found.customers)).toEqual(others(rows.customers));
      expect(found.policies).toEqual(rows.policies);
      expect(await allDocuments(book)).toEqual(documents);
      expect(await book.identity.signIn(ADMIN, from)).toMatchObject({ user: { role: 'admin' } });
      expect(await book.services.platform.ids.find('customer', creation.commandId)).toBe(id);
      const next = await book.services.customers.register(input, context());
      expect(next.customer.id).toBeGreaterThan(id);
    },
    2 * MINUTES,
  );
});
