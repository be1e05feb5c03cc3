import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Identity } from '@insuremanager/services/identity/index';
import type { EventLog, StoredEvent } from '@insuremanager/services/platform/eventLog/eventLog';
import { readLog } from '@insuremanager/services/platform/eventLog/readLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDemoUsers } from '../../demo/brokerage.js';
import { createStoryClock, seedDemo } from '../../demo/seed.js';
import { demoBeginning } from '../../demo/story.js';
import { filesFolder, openAdapters } from '../../roles/adapters.js';
import { openIdentity, openServices, type Services } from '../../roles/openServices.js';
import { parseSettings } from '../../settings.js';
import { startTestBackend, type TestBackend } from '../../testing/testBackend.js';
import { verify } from './verify.js';

const NOW = new Date('2026-04-15T03:00:00Z');
const clock = createStoryClock({ now: () => NOW });
const logger = createLogger('silent');
const masterKey = randomBytes(32);
/** Of the story: enough for a few of everything. */
const STEPS = 160;

let backend: TestBackend;
let services: Services;
let identity: Identity;
let dataDir: string;

const open = async (): Promise<Services> => {
  const settings = { ...parseSettings({}), dataDir };
  const adapters = await openAdapters(settings, { clock, logger });
  return openServices({ ...backend, masterKey, clock, logger, adapters });
};

beforeAll(async () => {
  backend = await startTestBackend();
  dataDir = await mkdtemp(join(tmpdir(), 'insuremanager-verify-'));
  services = await open();
  services.readModels.start();
  identity = await openIdentity(services, 'http://localhost');
  await identity.ensureFirstAdmin({
    ...{ username: 'boss', email: 'boss@example.in', password: 'violet harbour 27 kites' },
  });
  const actors = await addDemoUsers({ identity, clock }, demoBeginning(NOW));
  const onProgress = (done: number) => {
    if (done >= STEPS) throw new Error('That will do');
  };
  await expect(seedDemo({ ...services, clock, actors, onProgress })).rejects.toThrow('will do');
  await projected();
});

afterAll(async () => {
  await identity?.close();
  await services?.close();
  await backend?.stop();
  await rm(dataDir, { recursive: true });
});

async function projected(): Promise<void> {
  const head = await services.platform.eventLog.head();
  if (head) expect(await services.readModels.waitFor(head, 20_000)).toBe(true);
}

interface Report {
  differences: number;
  problems: Record<string, number>;
  checked: Record<string, number>;
  erased: Record<string, number>;
  first: { check: string; problem: string; where: string }[];
}

/** By a process of its own, as it were: what this one remembers helps nobody. */
async function verified(
  sample: number | 'all' = 'all',
  isWithFiles = true,
  change?: (event: StoredEvent) => StoredEvent[],
) {
  const opened = await open();
  const { platform } = opened;
  const eventLog = change ? changedLog(platform.eventLog, change) : platform.eventLog;
  const fresh = { ...opened, platform: { ...platform, eventLog } };
  try {
    const line = { show: () => undefined, end: () => undefined };
    const ended = new AbortController().signal;
    const answer = await verify(fresh, { sample, isWithFiles, line, ended });
    return { ...answer, report: answer.document as Report };
  } finally {
    await opened.close();
  }
}

async function allEvents(): Promise<StoredEvent[]> {
  const all: StoredEvent[] = [];
  for await (const events of readLog(services.platform.eventLog)) all.push(...events);
  return all;
}

const changedLog = (
  eventLog: EventLog,
  change: (event: StoredEvent) => StoredEvent[],
): EventLog => ({
  ...eventLog,
  async *subscribe(options) {
    for await (const events of eventLog.subscribe(options)) yield events.flatMap(change);
  },
});

const sql = (text: string, values: unknown[] = []) =>
  services.platform.pool.query(text.replaceAll('READ.', `${services.readModels.schema}.`), values);

/** What is found while something is damaged, which is repaired again. */
async function whileDamaged(
  damage: () => Promise<unknown>,
  repair: () => Promise<unknown>,
  isWithFiles = false,
): Promise<Report> {
  await damage();
  try {
    const { report, isBad } = await verified('all', isWithFiles);
    expect(isBad).toBe(true);
    return report;
  } finally {
    await repair();
  }
}

describe('an installation as it should be', () => {
  it('is found to be so, by a sample and in whole', async () => {
    const { report, isBad, lines } = await verified(20);
    expect(report.first).toEqual([]);
    expect(isBad).toBe(false);
    expect(lines.at(-1)).toBe('Nothing differs.');
    const whole = (await verified()).report;
    expect(whole.first).toEqual([]);
    expect(whole.checked.rows).toBeGreaterThan(report.checked.rows ?? 0);
    expect(whole.checked).toMatchObject({ log: report.checked.log, users: report.checked.users });
    for (const count of Object.values(whole.checked)) expect(count).toBeGreaterThan(0);
  });

  it('is so when a person was erased, whose rows and files cannot be checked any more', async () => {
    const { rows } = await sql(
      `SELECT customer_id FROM READ.documents GROUP BY customer_id ORDER BY customer_id LIMIT 1`,
    );
    // A person's key is the last that an erasure destroys, and all that it takes.
    await services.platform.vault.destroyKey(`customer-${rows[0].customer_id}`);
    await projected();
    const { report } = await verified();
    expect(report.first).toEqual([]);
    expect(report.erased.files).toBeGreaterThan(0);
  });
});

describe('read models that were damaged', () => {
  it('are named by table, key and column', async () => {
    const { rows } = await sql('SELECT id, city FROM READ.customers ORDER BY id DESC LIMIT 1');
    const [{ id, city }] = rows;
    const { first, problems } = await whileDamaged(
      () => sql("UPDATE READ.customers SET city = 'Atlantis' WHERE id = $1", [id]),
      () => sql('UPDATE READ.customers SET city = $2 WHERE id = $1', [id, city]),
    );
    expect(problems).toEqual({ 'row-differs': 1 });
    expect(first[0]).toMatchObject({ check: 'rows', where: `customers ${id}: city` });
  });

  it('are found when a row is missing, or one too many', async () => {
    // Of a customer, totals by owner would differ as well once there are records of theirs.
    const [{ id }] = (await sql('SELECT id FROM READ.documents ORDER BY id DESC LIMIT 1')).rows;
    const { first, problems } = await whileDamaged(
      () => sql('UPDATE READ.documents SET id = 999999 WHERE id = $1', [id]),
      () => sql('UPDATE READ.documents SET id = $1 WHERE id = 999999', [id]),
    );
    expect(problems).toEqual({ 'row-missing': 1, 'row-surplus': 1 });
    expect(first.map(({ where }) => where)).toEqual([`documents ${id}`, 'documents 999999']);
  });

  it('are found when a total does not equal its list', async () => {
    const name = services.readModels.schema;
    const { rows } = await sql(
      `SELECT table_name AS summary FROM information_schema.columns
       WHERE table_schema = '${name}' AND column_name = 'count' AND table_name LIKE 'customers%'
       ORDER BY table_name LIMIT 1`,
    );
    const [{ summary }] = rows;
    const { first } = await whileDamaged(
      () => sql(`UPDATE READ.${summary} SET count = count + 1`),
      () => sql(`UPDATE READ.${summary} SET count = count - 1`),
    );
    expect(first).toEqual([{ check: 'totals', problem: 'total-differs', where: summary }]);
  });
});

describe('files that were damaged', () => {
  /** Of documents whose persons are there. */
  const keys = async (): Promise<string[]> => {
    const { rows } = await sql(
      `SELECT file_key FROM READ.documents WHERE id IN
         (SELECT max(id) FROM READ.documents GROUP BY customer_id) ORDER BY id DESC LIMIT 2`,
    );
    return rows.map((row: { file_key: string }) => row.file_key);
  };
  const pathOf = (key = '') => join(filesFolder(dataDir), key);

  it('are found when one is missing', async () => {
    const [key] = await keys();
    const { problems, first } = await whileDamaged(
      () => rename(pathOf(key), `${pathOf()}aside`),
      () => rename(`${pathOf()}aside`, pathOf(key)),
      true,
    );
    expect(problems).toEqual({ 'file-missing': 1 });
    expect(first[0]?.where).toMatch(new RegExp(`^${key} \\(document-\\d+@0\\)$`));
  });

  it('are found when a byte is another one, or files were swapped', async () => {
    const [first, second] = await keys();
    const [one, other] = await Promise.all([readFile(pathOf(first)), readFile(pathOf(second))]);
    const changed = Buffer.from(one);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    const restore = () =>
      Promise.all([writeFile(pathOf(first), one), writeFile(pathOf(second), other)]);
    const byByte = await whileDamaged(() => writeFile(pathOf(first), changed), restore, true);
    expect(byByte.problems).toEqual({ 'file-damaged': 1 });
    const bySwap = await whileDamaged(
      () => Promise.all([writeFile(pathOf(first), other), writeFile(pathOf(second), one)]),
      restore,
      true,
    );
    expect(bySwap.problems).toEqual({ 'file-damaged': 2 });
  });
});

describe('users that were changed behind their streams', () => {
  it('are named by what differs', async () => {
    const { first, problems } = await whileDamaged(
      () => sql("UPDATE identity.credentials SET role = 'admin' WHERE username = 'leela'"),
      () => sql("UPDATE identity.credentials SET role = 'auditor' WHERE username = 'leela'"),
    );
    expect(problems).toEqual({ 'user-differs': 1 });
    expect(first[0]?.where).toMatch(/^user-\d+: role$/);
  });
});

describe('a log that was damaged', () => {
  /** What is found where the server delivers other events than were written. */
  const foundWith = async (change: (event: StoredEvent) => StoredEvent[]): Promise<Report> => {
    const { report, isBad } = await verified('all', false, change);
    expect(isBad).toBe(true);
    return report;
  };
  const isSecond = ({ stream, revision }: StoredEvent) =>
    stream.startsWith('policy-') && revision === 1n;
  let stream: string;

  beforeAll(async () => {
    stream = (await allEvents()).find(isSecond)?.stream ?? '';
    expect(stream).not.toBe('');
  });

  it('is found when an event of a stream is gone', async () => {
    const isGone = (event: StoredEvent) => event.stream === stream && event.revision === 0n;
    const { first } = await foundWith((event) => (isGone(event) ? [] : [event]));
    const where = `${stream}@1`;
    expect(first).toContainEqual({ check: 'log', problem: 'revision-gap', where });
  });

  it('is found when events have changed places, or come twice', async () => {
    const { problems } = await foundWith((event) =>
      event.stream === stream && event.revision === 1n ? [event, event] : [event],
    );
    expect(problems).toMatchObject({ 'position-not-ascending': 1, 'revision-gap': 1 });
  });

  it('is found when the sealed part of an event was changed', async () => {
    const sealed = ({ type, data }: StoredEvent) =>
      type === 'CustomerRegistered' ? (data as { personal: string }).personal : undefined;
    const last = (await allEvents()).findLast((event) => sealed(event) !== undefined);
    const { first } = await foundWith((event) => {
      const personal = sealed(event);
      if (personal === undefined || event.id !== last?.id) return [event];
      const other = `${personal.slice(0, -8)}AAAAAAAA`;
      return [{ ...event, data: { ...(event.data as object), personal: other } }];
    });
    const where = `${last?.stream}@0 CustomerRegistered`;
    expect(first).toContainEqual({ check: 'log', problem: 'event-unreadable', where });
  });

  it('is found when an event is of a type that this release does not know', async () => {
    const { first } = await foundWith((event) =>
      event.stream === stream && event.revision === 1n
        ? [{ ...event, type: 'PolicyForgotten' }]
        : [event],
    );
    const where = `${stream}@1 PolicyForgotten`;
    expect(first).toContainEqual({ check: 'log', problem: 'event-unreadable', where });
  });

  it('is found when the key of a person was changed', async () => {
    const { rows } = await sql(
      `SELECT subject, wrapped FROM vault.keys
       WHERE wrapped IS NOT NULL AND subject LIKE 'customer-%' ORDER BY subject LIMIT 1`,
    );
    const [{ subject, wrapped }] = rows;
    const set = (bytes: Buffer) =>
      sql('UPDATE vault.keys SET wrapped = $2 WHERE subject = $1', [subject, bytes]);
    const { problems, first } = await whileDamaged(
      () => set(randomBytes(60)),
      () => set(wrapped),
    );
    expect(problems['key-damaged']).toBeGreaterThan(0);
    expect(first[0]?.where).toContain(subject);
  });

  it('is whole again when all is repaired', async () => {
    expect((await verified()).report.first).toEqual([]);
  });
});
