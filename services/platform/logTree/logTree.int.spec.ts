import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { databaseWithLog } from '@insuremanager/deploy/testing/tableLog';
import type { TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventLog, EventToAppend } from '../eventLog/eventLog.js';
import { startEventStoreDouble } from '../eventLog/eventStoreDb/testing/eventStoreDouble.js';
import type {
  EventOfDouble,
  EventsOfDouble,
} from '../eventLog/eventStoreDb/testing/eventsOfDouble.js';
import { openEventLog } from '../eventLog/openEventLog.js';
import { createLogger } from '../logger.js';
import { type Email, MailDeferred, MailRefused } from '../mail/mailer.js';
import { openPostgres, type Pool } from '../postgres/postgres.js';
import { findLastHead, type LogTree, listHeads, openLogTree } from './logTree.js';
import { type HeadKeepers, keepLogTree, mailHead } from './publishHeads.js';
import { findLastTile, sizeUpTo } from './tiles.js';
import { signatureCheck, signedNote, signingKeyOf } from './treeHead.js';
import { verifyLog } from './verifyLog.js';

const logger = createLogger('silent');
const { signal } = new AbortController();
const EVENTS = 600;

let database: TestDatabase;
let pool: Pool;
let eventLog: EventLog;
let tree: LogTree;
let closing: (() => Promise<unknown>)[];
let now: Date;
const clock = { now: () => now };

const happened = (data: object): EventToAppend => {
  const id = randomUUID();
  return { id, type: 'SomethingHappened', data, metadata: { commandId: id } };
};

/** Event `n` of the log, from 0, is revision n / 3 of stream `thing-(n % 3)`. */
const nameOf = (n: number): string => `thing-${n % 3}@${Math.floor(n / 3)}`;

async function append(count: number, from = 0): Promise<void> {
  const numbers = Array.from({ length: count }, (_, nth) => from + nth);
  await eventLog.load(
    numbers.map((n) => {
      const place = { stream: `thing-${n % 3}`, revision: BigInt(Math.floor(n / 3)) };
      return { ...happened({ n }), ...place };
    }),
  );
}

async function open(eventStoreUrl?: string): Promise<void> {
  now = new Date('2026-04-01T03:10:00Z');
  database = await databaseWithLog();
  pool = openPostgres(database.url, { max: 4, logger });
  eventLog = await openEventLog({ databaseUrl: database.url, eventStoreUrl }, { logger });
  tree = await openTree();
  closing = [() => eventLog.close(), () => pool.end(), () => database.drop()];
}

/** As another process has it. */
const openTree = () =>
  openLogTree({
    ...{ pool, eventLog },
    vault: { deriveKey: async () => Buffer.alloc(32, 5) },
    logId: async () => '00000000-0000-4000-8000-000000000001',
  });

const keep = (keepers: Partial<HeadKeepers> = {}) =>
  keepLogTree(
    { pool, logTree: tree, clock, keepers: { folder: undefined, addresses: [], ...keepers } },
    signal,
  );

/** What is found, such as `event_changed thing-1@12`, and of heads no more than the problem. */
async function found(notes: { name: string; note: string }[] = []): Promise<string[]> {
  const { verifier } = await tree.key();
  const found = await verifyLog({ on: pool, eventLog, verifier, notes, signal });
  return [
    ...found.findings.map(({ problem, where }) =>
      problem.startsWith('head') ? problem : `${problem} ${where}`,
    ),
    ...found.strangers.map((name) => `stranger ${name}`),
  ];
}

afterEach(async () => {
  for (const close of closing) await close();
});

describe('the tree of a log', () => {
  beforeEach(() => open());

  it('has each event once, however often and by how many processes it is extended', async () => {
    expect(await tree.extend(signal)).toBe(0);
    expect(await tree.sign(now)).toBeNull();
    await append(EVENTS);
    const others = [await openTree(), await openTree()];
    await Promise.all([tree, ...others].map((one) => one.extend(signal)));
    expect(await tree.extend(signal)).toBe(EVENTS);
    await append(10, EVENTS);
    expect(await others[0]?.extend(signal)).toBe(EVENTS + 10);
    expect(await tree.extend(signal)).toBe(EVENTS + 10);
    const last = await findLastTile(pool);
    expect(sizeUpTo(last)).toBe(EVENTS + 10);
    expect(last?.names.at(-1)).toBe(nameOf(EVENTS + 9));
    expect(await found()).toEqual([]);
  });

  it('is signed once an hour, when something came', async () => {
    await append(10);
    await keep();
    await append(10, 10);
    await keep();
    expect(await listHeads(pool)).toMatchObject([{ size: 10, at: now }]);
    now = new Date('2026-04-01T04:00:00Z');
    await keep();
    now = new Date('2026-04-01T05:00:00Z');
    await keep();
    const heads = await listHeads(pool);
    expect(heads.map(({ size }) => size)).toEqual([10, 20]);
    const { verifier } = await tree.key();
    for (const { note } of heads) expect(signatureCheck(verifier)(note)).toBe(true);
  });

  it('is signed before the hour is over when much has come', async () => {
    await append(10);
    await keep();
    await append(999, 10);
    await keep();
    await append(1, 1_009);
    await keep();
    expect((await listHeads(pool)).map(({ size }) => size)).toEqual([10, 1_010]);
    const { verifier } = await tree.key();
    await append(5, 1_010);
    const found = await verifyLog({ on: pool, eventLog, verifier, signal });
    expect(found).toMatchObject({ events: 1_015, signed: 1_010, differences: 0 });
  });

  it('is filed where somebody else keeps it, also what was signed while that was away', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'insuremanager-heads-'));
    closing.push(() => rm(parent, { recursive: true }));
    const folder = join(parent, 'heads');
    await append(10);
    await writeFile(folder, 'no folder');
    await expect(keep({ folder })).rejects.toThrow();
    await rm(folder);
    await keep({ folder });
    await keep({ folder });
    expect(await readdir(folder)).toEqual(['log-head-000000000010-2026-04-01T0310Z.txt']);
    const [file] = await readdir(folder);
    const head = await findLastHead(pool);
    expect(await readFile(join(folder, file ?? ''), 'utf8')).toBe(head?.note);
    expect(head?.filedAt).toEqual(now);
  });

  it('is sent to each auditor once a day, and again to whom the mail server did not take', async () => {
    await append(10);
    const sent: Email[] = [];
    let isAway = true;
    const mailer = {
      async send(email: Email) {
        if (email.to === 'nobody@example.in') throw new MailRefused('550');
        const deferral = { problem: 'limited', reply: null, isOfAll: false } as const;
        if (email.to === 'leela@example.in' && isAway)
          throw new MailDeferred({ ...deferral, mayHaveArrived: false });
        sent.push(email);
      },
    };
    const addresses = ['leela@example.in', 'nobody@example.in', 'ca@example.in'];
    const keepers = { folder: undefined, addresses };
    const mail = (day: string) =>
      mailHead({ pool, logTree: tree, clock, keepers, mailer, logger }, day, signal);
    await expect(mail('2026-04-01')).rejects.toThrow(MailDeferred);
    isAway = false;
    await mail('2026-04-01');
    await mail('2026-04-01');
    expect(sent.map(({ to }) => to)).toEqual(['ca@example.in', 'leela@example.in']);
    const head = await findLastHead(pool);
    expect(sent[0]?.subject).toBe('Signed head of the log, 01/04/2026');
    expect(sent[0]?.text).toContain(head?.note);
    expect(sent[0]?.text).toContain((await tree.key()).verifier);
    expect(String(sent[0]?.attachments[0]?.content)).toBe(head?.note);
    await mail('2026-04-02');
    expect(sent).toHaveLength(4);
  });
});

interface Tampering {
  /** Changes the log as whoever rules over its server can; `n` counts from 0. */
  change(n: number): Promise<void>;
  remove(n: number): Promise<void>;
  insertBefore(n: number): Promise<void>;
  moveTo(n: number, to: number): Promise<void>;
  cutFrom(n: number): Promise<void>;
}

/** By a superuser of Postgres, past the trigger that refuses it. */
const inPostgres: Tampering = {
  change: (n) => tamper(`UPDATE log.events SET data = '{"n":-1}' WHERE position = ${n + 1}`),
  remove: (n) => tamper(`DELETE FROM log.events WHERE position = ${n + 1}`),
  insertBefore: (n) =>
    tamper(
      `UPDATE log.events SET position = -position - 1 WHERE position > ${n};
       UPDATE log.events SET position = -position WHERE position < 0;
       INSERT INTO log.events (position, stream, revision, id, type, data, metadata)
       VALUES (${n + 1}, 'other', 0, gen_random_uuid(), 'SomethingHappened', '{}', '{}')`,
    ),
  moveTo: (n, to) =>
    tamper(
      `UPDATE log.events SET position = 0 WHERE position = ${n + 1};
       UPDATE log.events SET position = -position + 1 WHERE position BETWEEN ${n + 2} AND ${to + 1};
       UPDATE log.events SET position = -position WHERE position < 0;
       UPDATE log.events SET position = ${to + 1} WHERE position = 0`,
    ),
  cutFrom: (n) => tamper(`DELETE FROM log.events WHERE position > ${n}`),
};

const tamper = (statements: string) =>
  pool.query(
    `ALTER TABLE log.events DISABLE TRIGGER append_only; ${statements};
     ALTER TABLE log.events ENABLE TRIGGER append_only`,
  ) as Promise<unknown> as Promise<void>;

/** In the files of an EventStoreDB, so to say. */
let events: EventsOfDouble;
const inEventStoreDb: Tampering = {
  change: async (n) =>
    rewrite((all) => all.with(n, { ...at(all, n), data: Buffer.from('{"n":-1}') })),
  remove: async (n) => rewrite((all) => all.toSpliced(n, 1)),
  insertBefore: async (n) =>
    rewrite((all) => {
      const forged = { ...at(all, n), id: randomUUID(), stream: 'other', revision: 0 };
      return all.toSpliced(n, 0, forged);
    }),
  moveTo: async (n, to) => rewrite((all) => all.toSpliced(n, 1).toSpliced(to, 0, at(all, n))),
  cutFrom: async (n) => rewrite((all) => all.slice(0, n)),
};

const at = (all: readonly EventOfDouble[], n: number): EventOfDouble => all[n] as EventOfDouble;

function rewrite(change: (all: readonly EventOfDouble[]) => readonly EventOfDouble[]): void {
  const all = events.all as EventOfDouble[];
  const changed = change([...all]).map((event, place) => ({ ...event, place }));
  all.splice(0, all.length, ...changed);
  for (const name of new Set(all.map(({ stream }) => stream))) {
    const stream = events.stream(name) as EventOfDouble[];
    stream.splice(0, stream.length, ...all.filter((event) => event.stream === name));
  }
}

const LOGS = [
  { name: 'Postgres', tampering: inPostgres },
  { name: 'an EventStoreDB', tampering: inEventStoreDb },
];

describe.each(isExhaustive(import.meta.url) ? LOGS : LOGS.slice(0, 1))(
  'a log in $name that somebody has tampered with',
  ({ tampering }) => {
    beforeEach(async () => {
      if (tampering === inPostgres) {
        await open();
      } else {
        const double = await startEventStoreDouble();
        events = double.events;
        await open(double.url);
        closing.push(() => double.stop());
      }
      await append(EVENTS);
      await keep();
      expect(await found()).toEqual([]);
    });

    it('is found when an event was changed, with both hashes', async () => {
      await tampering.change(300);
      expect(await found()).toEqual([`event_changed ${nameOf(300)}`, 'head_differs']);
      const { verifier } = await tree.key();
      const { findings } = await verifyLog({ on: pool, eventLog, verifier, signal });
      for (const { was, is } of findings) {
        expect(was).toMatch(/^[0-9a-f]{64}$/);
        expect(is).toMatch(/^[0-9a-f]{64}$/);
        expect(is).not.toBe(was);
      }
    });

    it('is found when an event was removed', async () => {
      await tampering.remove(300);
      expect(await found()).toEqual([`event_removed ${nameOf(300)}`, 'head_beyond_log']);
    });

    it('is found when an event was inserted', async () => {
      await tampering.insertBefore(300);
      expect(await found()).toEqual(['event_inserted other@0', 'head_differs']);
    });

    it('is found when an event was moved', async () => {
      await tampering.moveTo(300, 350);
      expect(await found()).toEqual([`event_moved ${nameOf(300)}`, 'head_differs']);
    });

    it('is found when its end was cut off, also by the tree itself', async () => {
      await tampering.cutFrom(EVENTS - 2);
      const cut = [EVENTS - 2, EVENTS - 1].map((n) => `event_removed ${nameOf(n)}`);
      expect(await found()).toEqual([...cut, 'head_beyond_log']);
      await expect(tree.extend(signal)).rejects.toThrow(`event ${nameOf(EVENTS - 1)} is missing`);
    });

    it('is taken as it is by a tree that is made anew, and what was signed is still found', async () => {
      await tampering.cutFrom(EVENTS - 100);
      await append(2, EVENTS - 100);
      expect(await tree.rebuild(signal)).toBe(EVENTS - 98);
      expect(await found()).toEqual(['head_beyond_log']);
      now = new Date('2026-04-01T04:00:00Z');
      await keep();
      expect(await findLastHead(pool)).toMatchObject({ size: EVENTS - 98, at: now });
      await append(200, EVENTS - 98);
      now = new Date('2026-04-01T05:00:00Z');
      await keep();
      expect(await found()).toEqual(['head_differs']);
    });

    it('is found by what was signed, when its tree was replaced as well', async () => {
      await append(50, EVENTS);
      now = new Date('2026-04-01T04:00:00Z');
      await keep();
      await tampering.change(620);
      await pool.query('DELETE FROM log_tree.tiles');
      await tree.extend(signal);
      const { verifier } = await tree.key();
      const { findings } = await verifyLog({ on: pool, eventLog, verifier, signal });
      expect(findings).toMatchObject([
        {
          problem: 'head_differs',
          where: `2026-04-01T04:00:00.000Z: among events 601 to 650, up to ${nameOf(649)}`,
        },
      ]);
    });

    it('is found by what somebody else has kept, when heads were forged, too', async () => {
      const note = (await findLastHead(pool))?.note ?? '';
      await tampering.change(300);
      await pool.query('DELETE FROM log_tree.tiles; DELETE FROM log_tree.heads');
      await tree.extend(signal);
      await tree.sign(now);
      expect(await found()).toEqual([]);
      expect(await found([{ name: 'head.txt', note }])).toEqual(['head_differs']);
    });
  },
);

describe('a tree that somebody has tampered with', () => {
  beforeEach(async () => {
    await open();
    await append(EVENTS);
    await keep();
  });

  it('is told from a log that was: what is signed decides', async () => {
    const forged = "overlay(hashes PLACING decode(repeat('00', 32), 'hex') FROM 33)";
    await pool.query(`UPDATE log_tree.tiles SET hashes = ${forged} WHERE nth = 1`);
    expect(await found()).toEqual([
      `tree_damaged ${nameOf(257)}`,
      `tree_damaged root over ${nameOf(256)} to ${nameOf(511)}`,
    ]);
  });

  it('is found when a head is not signed by the key, ours or one that was given', async () => {
    const head = await findLastHead(pool);
    const stranger = signingKeyOf((await tree.key()).origin, Buffer.alloc(32, 6));
    const note = signedNote({ size: EVENTS, root: Buffer.alloc(32), at: now }, stranger);
    await pool.query('UPDATE log_tree.heads SET note = $1', [note]);
    expect(await found()).toEqual(['head_not_signed']);
    expect(await found([{ name: 'mine.txt', note: `${head?.note}\n ` }])).toEqual([
      'head_not_signed',
    ]);
    await pool.query("UPDATE log_tree.heads SET note = 'spoilt'");
    expect(await found([{ name: 'other.txt', note: 'nothing signed' }])).toEqual([
      'head_not_signed',
      'stranger other.txt',
    ]);
  });

  it('is found when a root does not follow from its leaves, before anything is signed of it', async () => {
    await pool.query(
      "UPDATE log_tree.tiles SET root = decode(repeat('00', 32), 'hex') WHERE nth = 1",
    );
    expect(await found()).toEqual([`tree_damaged root over ${nameOf(256)} to ${nameOf(511)}`]);
  });

  it('is told from one over the same events that contradicts it', async () => {
    const { verifier, ...key } = await tree.key();
    const other = { size: EVENTS, root: Buffer.alloc(32), at: now };
    const note = signedNote(other, { ...key, verifier });
    const { findings } = await verifyLog({
      ...{ on: pool, eventLog, verifier, signal },
      notes: [{ name: 'mine.txt', note }],
    });
    expect(findings).toMatchObject([
      {
        problem: 'head_differs',
        where: expect.stringMatching(/^mine.txt: (another head over the same 600|among)/),
      },
    ]);
  });
});
