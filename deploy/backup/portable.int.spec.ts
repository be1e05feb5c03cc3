import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { QuotationInputSchema } from '@insuremanager/contracts/quotations/quotationFields';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import { formatPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import { startEventStoreDouble } from '@insuremanager/services/platform/eventLog/eventStoreDb/testing/eventStoreDouble';
import { openFolderFiles } from '@insuremanager/services/platform/files/folderFiles';
import { createLogger } from '@insuremanager/services/platform/logger';
import { lastBackup } from '@insuremanager/services/platform/operations/backups';
import { findRestore } from '@insuremanager/services/platform/operations/restores';
import { openPostgres, type Pool } from '@insuremanager/services/platform/postgres/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type S3UnderTest,
  s3Missing,
  startS3,
} from '../../services/platform/files/testing/s3Server.spec.js';
import { until } from '../harness/waiting.js';
import { copyLog } from '../ops/copyLog.js';
import { verifyLogOf } from '../ops/verify/verifyLogOf.js';
import { filesFolder, mailFolder } from '../roles/adapters.js';
import { startNotifierOf } from '../roles/openServices.js';
import { parseSettings, type Settings } from '../settings.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { inPieces, silence } from '../testing/inPieces.js';
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
} from '../testing/liveBook.js';
import { backUp } from './backUp.js';
import { LASTING_SCHEMAS, LEFT_OUT_SCHEMAS } from './lastingTables.js';
import { backupKeyOf, type Manifest, openBackup, writeManifest } from './manifest.js';
import { restore } from './restore.js';

const whole = isExhaustive(import.meta.url);

const masterKey = newMasterKey();
const { signal: never } = new AbortController();
let home: string;
let source: Servers;
let book: OpenBook;
/** Made while customers were registered, and those that were acknowledged before it began. */
let busy: string;
/** Made while nobody worked, and broken off again and again. */
let quiet: string;
/** A stored file of it, as it was copied first, and in the end. */
let copiedFirst: object;
let copiedInTheEnd: object;
let before: Awaited<ReturnType<typeof allRows>>;
let documents: Awaited<ReturnType<typeof allDocuments>>;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'insuremanager-portable-'));
  // The embedded Postgres may run as another user, who must be able to pass.
  await chmod(home, 0o711);
  source = await startServers(masterKey);
  book = await openBook(source);
  await fillBook(book);
  await book.services.logTree.extend(never);
  await book.services.logTree.sign(new Date());
  busy = join(home, 'busy');
  let isOver = false;
  const work = registerUntil(book, () => isOver);
  await made(source.settings, busy);
  isOver = true;
  await work;
  before = await allRows(book);
  documents = await allDocuments(book);
  quiet = join(home, 'quiet');
  const { settings } = source;
  const fileOf = async (folder: string) => {
    const [name = ''] = await filesBelow(join(folder, 'files'));
    const { ino, mtimeMs } = await stat(join(folder, 'files', name));
    return { name, ino, mtimeMs };
  };
  await inPieces(
    [/tables are copied/, /100 are copied/],
    (remark, ended) => backUp({ settings, folder: quiet, say: silence, remark, ended }),
    async () => {
      const names = await filesBelow(`${quiet}.unfinished`);
      if (names.some((name) => name.startsWith('files/'))) {
        copiedFirst = await fileOf(`${quiet}.unfinished`);
      }
    },
  );
  copiedInTheEnd = await fileOf(quiet);
});

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await book?.close();
  await source?.stop();
  await rm(home, { recursive: true, force: true });
});

/** Their paths below the folder, in order. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
}

/** What it says. */
async function made(settings: Settings, target: string, only?: 'postgres'): Promise<string> {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await backUp({ settings, folder: target, only, say, remark: silence, ended: never });
  return said.join('\n');
}

type Wanted = Pick<Parameters<typeof restore>[0], 'only'>;

const restored = async (settings: Settings, folder: string, wanted: Wanted = {}) => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const parts = { settings, folder, say, remark: silence, ended: never };
  await restore({ ...parts, ...wanted });
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
  it('is one moment of it, in which every event and every file can be read', async () => {
    const servers = await emptyServers();
    expect(await restored(servers.settings, busy)).toContain('Restored and compared');
    await reopened(servers, async (copy) => {
      const rows = await allRows(copy);
      const ids = (list: object[] = []) => list.map((row) => (row as { id: number }).id);
      const all = ids(before.customers);
      expect(all.slice(0, rows.customers?.length)).toEqual(ids(rows.customers));
      expect(await allDocuments(copy)).toEqual(documents);
    });
  });

  it('is recorded for whoever watches over it', async () => {
    const record = await lastBackup(book.services.platform.pool);
    expect(record).toMatchObject({ kind: 'all', events: expect.any(Number) });
  });

  it('names every schema and table of Postgres, or leaves it out on purpose', async () => {
    const { rows } = await book.services.platform.pool.query<{ place: string }>(
      `SELECT schemaname || '.' || tablename AS place FROM pg_tables
       WHERE schemaname !~ '^(pg_|information_schema|read_)' AND tablename <> 'steps_done'`,
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
    const names = await filesBelow(quiet);
    expect(await readdir(quiet)).toEqual(['files', 'manifest', 'postgres']);
    for (const name of names.filter((name) => !name.startsWith('files/'))) {
      const text = await readFile(join(quiet, name), 'latin1');
      expect(text).not.toMatch(/boss|anitha|@example\.in|argon2/);
    }
  });

  it('has every file once, also those that were copied before it was broken off', () => {
    expect(copiedFirst).toMatchObject({ ino: expect.any(Number) });
    expect(copiedInTheEnd).toEqual(copiedFirst);
  });

  it('ends when it is asked to, also within a table', async () => {
    const parts = { settings: source.settings, folder: join(home, 'ended'), say: silence };
    const ended = AbortSignal.abort();
    await expect(backUp({ ...parts, remark: silence, ended })).rejects.toThrow(/It was stopped/);
  });
});

describe.runIf(whole)(
  'a backup restored on one machine, and its backup on servers of another kind',
  () => {
    let target: Servers;
    let copy: OpenBook;
    let s3: S3UnderTest | undefined;
    /** Of the one machine. */
    let backup: string;

    beforeAll(async () => {
      const key = masterKey.toString('hex');
      const machine = parseSettings({ DATA_DIR: join(home, 'machine'), MASTER_KEY: key });
      await restored(machine, quiet);
      backup = join(home, 'of the machine');
      await made(machine, backup);

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
        [/tables are restored/, /100 are restored/],
        (remark, ended) =>
          restore({ settings: servers, folder: backup, say: silence, remark, ended }),
        async () => {
          const { finishedAt } = (await onDatabase(servers, findRestore)) ?? { finishedAt: null };
          expect(finishedAt).toBeNull();
        },
      );
      await expect(restored(servers, backup)).rejects.toThrow(/database is not empty/);
      copy = await openBook(target);
      stops.push(copy.close);
    });

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

    it('brings what was signed of the log, and the log fits it', async () => {
      const line = { show: () => undefined, end: () => undefined };
      const { document } = await verifyLogOf(copy.services, { heads: [], line, ended: never });
      expect(document).toMatchObject({ heads: 1, differences: 0 });
      expect(await copy.services.logTree.extend(never)).toBeGreaterThan(0);
    });

    it('gives numbers that nobody has', async () => {
      const input = CustomerInput.parse({ name: 'New after it', phone: '9876543210' });
      const context = { commandId: randomUUID(), actor: systemActor, correlationId: 'test' };
      const { record: customer } = await copy.services.customers.create(input, context);
      const ids = (before.customers ?? []).map((row) => (row as { id: number }).id);
      expect(customer.id).toBeGreaterThan(Math.max(...ids));
      await caughtUp(copy);
    });

    it('publishes nothing again, and asks for no reminder twice', async () => {
      const { platform, relay } = copy.services;
      const { total } = await copy.services.reminders.cards();
      relay?.start();
      await published(copy);
      const earlier = new Set(book.bus.stored.map(({ id }) => id));
      expect(earlier.size).toBeGreaterThan(10);
      expect(copy.bus.stored.length).toBeGreaterThan(0);
      expect(copy.bus.stored.filter(({ id }) => earlier.has(id))).toEqual([]);
      await copy.services.reminders.requestDue();
      await caughtUp(copy);
      expect((await copy.services.reminders.cards()).total).toBe(total);

      const notifier = startNotifierOf(copy.services, platform.logger);
      await until(async () => (await notifier?.status())?.progress?.due === 0, 'the notifier');
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

    it('starts nothing before it has ended', async () => {
      const { pool } = copy.services.platform;
      await pool.query('UPDATE restores.restores SET finished_at = NULL');
      await expect(openBook(target)).rejects.toThrow(/was begun and has not ended/);
      await expect(made(target.settings, join(home, 'half'))).rejects.toThrow(/has not ended/);
      await pool.query('UPDATE restores.restores SET finished_at = now()');
    });

    it('is not restored a second time over what is there', async () => {
      await expect(restored(target.settings, busy)).rejects.toThrow(/database is not empty/);
      const emptied = await emptyServers();
      await cp(filesFolder(source.settings.dataDir), filesFolder(emptied.settings.dataDir), {
        recursive: true,
      });
      const only = join(emptied.settings.dataDir, 'files', 'documents', 'newer-than-the-backup');
      await writeFile(only, 'newer');
      await expect(restored(emptied.settings, quiet)).rejects.toThrow(/holds documents.newer-than/);
    });
  },
);

describe.runIf(whole)('what cannot be restored', () => {
  it('is named when a byte of it was changed, before anything is written', async () => {
    const { settings } = await emptyServers();
    const names = await filesBelow(quiet);
    const [file = ''] = names.filter((name) => name.startsWith('files/'));
    const damaged = join(home, 'damaged');
    await cp(quiet, damaged, { recursive: true });
    for (const name of [...names.filter((name) => !name.startsWith('files/')), file]) {
      const bytes = await readFile(join(quiet, name));
      const place = Math.floor(bytes.length / 2);
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      await writeFile(join(damaged, name), bytes);
      const named = name.replace(/^files\//, '');
      await expect(restored(settings, damaged), name).rejects.toThrow(`${named} is damaged`);
      await rm(join(damaged, name));
      await expect(restored(settings, damaged), name).rejects.toThrow(
        name === 'manifest' ? /is no complete backup/ : `${named} is missing`,
      );
      await cp(join(quiet, name), join(damaged, name));
    }
    expect(await restored(settings, damaged, { only: 'check' })).toContain('The backup is whole');
  });

  /** The same backup with another manifest, which whoever has the key can make. */
  const forged = async (change: (manifest: Manifest) => Manifest): Promise<string> => {
    const folder = await mkdtemp(join(home, 'forged-'));
    await cp(quiet, folder, { recursive: true });
    const { manifest } = await openBackup(quiet, masterKey);
    const store = await openFolderFiles(folder);
    await store.remove('manifest');
    await writeManifest({ store, key: backupKeyOf(masterKey) }, change(manifest));
    return folder;
  };

  it('is one whose sealed names would lead elsewhere, or of another format', async () => {
    const { settings } = await emptyServers();
    const renamed = (more: object) => (manifest: Manifest) => {
      const [table, ...others] = manifest.postgres.tables;
      const tables = [{ ...table, ...more }, ...others] as typeof manifest.postgres.tables;
      return { ...manifest, postgres: { ...manifest.postgres, tables } };
    };
    for (const change of [
      renamed({ table: '../elsewhere' }),
      renamed({ table: 'keys"; DROP TABLE vault.keys --' }),
      (manifest: Manifest) => ({ ...manifest, format: 3 }) as never,
    ]) {
      await expect(restored(settings, await forged(change))).rejects.toThrow(/by another release/);
    }
  });

  it('is one of a newer release', async () => {
    const { settings } = await emptyServers();
    for (const newer of ['log', 'vault']) {
      const folder = await forged((manifest) => {
        const schemas = manifest.postgres.schemas.map((schema) =>
          schema.name === newer ? { ...schema, steps: schema.steps + 1 } : schema,
        );
        return { ...manifest, postgres: { ...manifest.postgres, schemas } };
      });
      await expect(restored(settings, folder)).rejects.toThrow(/made by a newer release/);
    }
    expect(await restored(settings, quiet)).toContain('Restored and compared');
  });

  it('is one of another master key', async () => {
    const { settings } = await emptyServers({}, newMasterKey());
    await expect(restored(settings, quiet)).rejects.toThrow(/does not open this backup/);
  });

  it('are files alone where nothing else is', async () => {
    const { settings } = await emptyServers();
    await expect(restored(settings, quiet, { only: 'files' })).rejects.toThrow(/database is empty/);
  });

  it('is one that is not complete', async () => {
    const { settings } = await emptyServers();
    await expect(restored(settings, home)).rejects.toThrow(/is no complete backup/);
  });
});

describe.runIf(whole)('a backup of Postgres only', () => {
  let hourly: string;
  beforeAll(async () => {
    hourly = join(home, 'hourly');
    await made(source.settings, hourly, 'postgres');
  });

  it('brings the log with it, and leaves files as they are', async () => {
    const servers = await emptyServers();
    const { settings } = servers;
    await expect(restored(settings, hourly, { only: 'files' })).rejects.toThrow(/holds no files/);
    expect(await restored(settings, hourly)).toContain('no files');
    await reopened(servers, async (copy) => {
      expect(await allRows(copy)).toEqual(before);
      await expect(allDocuments(copy)).rejects.toMatchObject({ code: 'file-missing' });
    });
    // As when the disk with the files is lost, too.
    expect(await restored(settings, quiet, { only: 'files' })).toContain('all');
    await reopened(servers, async (copy) => expect(await allDocuments(copy)).toEqual(documents));
  });

  it('opens with the key that wraps the keys of persons: the old one before a rotation', async () => {
    const target = join(home, 'rotating');
    const next = newMasterKey();
    await made(
      { ...source.settings, masterKey: next, oldMasterKey: masterKey },
      target,
      'postgres',
    );
    const checked = (key: Buffer) =>
      restored({ ...source.settings, masterKey: key }, target, { only: 'check' });
    await expect(checked(next)).rejects.toThrow(/does not open this backup/);
    expect(await checked(masterKey)).toContain('The backup is whole');
  });
});

describe.runIf(whole)('a log that is long', () => {
  it('comes out as it was copied, however its rows lie in the table', async () => {
    const { settings, ...servers } = await emptyServers();
    await reopened({ settings, ...servers }, async () => undefined);
    await onDatabase(settings, (pool) =>
      // Postgres makes room for many pages at once, and then fills them in an order of its own.
      pool.query(`
          INSERT INTO log.events (position, stream, revision, id, type, data, metadata)
          SELECT 1 + n, 'long-' || n, 0, gen_random_uuid(), 'Happened',
            json_build_object('text', repeat('x', n % 1500)), '{}'
          FROM generate_series(1, 150000) AS n`),
    );
    const long = join(home, 'long');
    await made(settings, long);
    expect(await restored((await emptyServers()).settings, long)).toContain('compared: 1500');
  });
});

describe.runIf(whole)('a database that is lost while an EventStoreDB holds the log', () => {
  /** An event store with nothing in it, beside the database of an installation. */
  async function startEventStore(): Promise<{ EVENTSTORE_URL: string }> {
    const server = await startEventStoreDouble();
    stops.push(() => server.stop());
    return { EVENTSTORE_URL: server.url };
  }

  const context = () => ({ commandId: randomUUID(), actor: systemActor, correlationId: 'test' });
  const input = (name: string) => CustomerInput.parse({ name, phone: '9876543210' });

  it('is restored from a backup, and fits the newer log', async () => {
    const eventStore = await startEventStore();
    const old = await emptyServers(eventStore);
    const hourly = join(home, 'of the database');
    const creation = context();
    const work = async ({ services }: OpenBook) => {
      const { customers, quotations } = services;
      const { record: known } = await customers.create(input('Known'), context());
      // As of another copy of the log.
      const { pool, eventLog } = services.platform;
      const [event] = await eventLog.readStream(`customer-${known.id}`, { maxCount: 1 });
      const last = { id: event?.id, stream: event?.stream, revision: '0' };
      await pool.query(
        `INSERT INTO relay.checkpoints (name, position, last_event) VALUES ('other', '7/7', $1)`,
        [JSON.stringify(last)],
      );
      const said = await made(old.settings, hourly);
      expect(said).toContain('The log is not in it');
      const { record: newer } = await customers.create(input('Newer'), creation);
      await quotations.create(QuotationInputSchema.parse({ customerId: known.id }), context());
      const place = event && formatPosition(event.position);
      return { newer: newer.id, place, rows: await allRows({ services } as OpenBook) };
    };
    const { newer, place, rows } = await reopened(old, work);
    const drawn = await lastNumbers(old.settings);

    const { settings } = old;
    const empty = await emptyServers();
    const at = (more: Partial<Settings>) => ({ ...settings, ...more });
    const { databaseUrl } = empty.settings;
    await expect(restored(empty.settings, hourly)).rejects.toThrow(/log is not in this backup/);
    const other = at({ databaseUrl, eventStoreUrl: (await startEventStore()).EVENTSTORE_URL });
    await expect(restored(other, hourly)).rejects.toThrow(/is empty, but this database belongs/);
    // Nothing is in the way of the right one.
    const found = at({ databaseUrl });
    const said = await restored(found, hourly);
    expect(said).toContain('what is personal of them is lost: 1');
    expect(said).toContain(`customer-${newer}`);
    expect(await lastNumbers(found)).toEqual(drawn);

    await reopened({ ...empty, settings: found }, async (copy) => {
      const others = (list: object[] = []) =>
        list.filter((row) => (row as { id: number }).id !== newer);
      const { customers, quotations } = await allRows(copy);
      expect(others(customers)).toEqual(others(rows.customers));
      expect(quotations).toEqual(rows.quotations);
      const { platform } = copy.services;
      const relays = `SELECT position FROM relay.checkpoints WHERE name = 'other'`;
      expect((await platform.pool.query(relays)).rows).toEqual([{ position: place }]);
      expect(await platform.ids.find('customer', creation.commandId)).toBe(newer);
      const next = await copy.services.customers.create(input('Next'), context());
      expect(next.record.id).toBeGreaterThan(newer);
    });
  });

  it('is restored from a backup of before the log was copied there, but for its table of events', async () => {
    const { settings, ...servers } = await emptyServers();
    const rows = await reopened({ settings, ...servers }, async (opened) => {
      await opened.services.customers.create(input('Known'), context());
      return allRows(opened);
    });
    const earlier = join(home, 'earlier');
    await made(settings, earlier);
    const { EVENTSTORE_URL: target } = await startEventStore();
    const logger = createLogger('silent');
    await copyLog({ settings, target, logger, remark: silence, ended: never });

    const empty = await emptyServers({ EVENTSTORE_URL: target });
    expect(await restored(empty.settings, earlier)).toContain('fits the log');
    await reopened(empty, async (copy) => {
      expect(await allRows(copy)).toEqual(rows);
      const { rows: events } = await copy.services.platform.pool.query('SELECT FROM log.events');
      expect(events).toEqual([]);
    });
  });
});

/** Of all kinds, as they stand before anything starts. */
const lastNumbers = (settings: Settings): Promise<object[]> =>
  onDatabase(settings, async (pool) => {
    const { rows } = await pool.query(
      `SELECT sequencename, last_value FROM pg_sequences
       WHERE schemaname = 'ids' AND last_value IS NOT NULL ORDER BY sequencename`,
    );
    return rows;
  });

async function onDatabase<Result>(
  { databaseUrl = '' }: Settings,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = openPostgres(databaseUrl, { max: 1, logger: createLogger('silent') });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
