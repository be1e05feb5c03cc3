import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { samplePdf } from '@insuremanager/services/documents/testing/sampleFiles';
import { zipOf } from '@insuremanager/services/imports/testing/workbooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { caughtUp, importerOf } from '../roles/openServices.js';
import { isExhaustive } from '../testing/exhaustive.js';
import type { DyingImporterInput, ImporterFaultPoint } from './testing/dyingImporter.js';
import { killedFixture } from './testing/killedFixture.js';
import { signalThatEnded } from './testing/killedProcess.js';

const whole = isExhaustive(import.meta.url);
const TIMEOUT_MS = 600_000;
const ROWS = 70;
const DOCUMENTS = 20;
/** Written, or taken back, before the process is killed. */
const BEFORE = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
let daysPassed = 0;
const clock = { now: () => new Date(Date.now() + daysPassed * DAY_MS) };
const actor = { userId: 1, username: 'admin', role: 'admin' } as const;
const SHEET = [
  'Name,Phone,City',
  ...Array.from({ length: ROWS }, (_, nth) => `Asha ${nth},98470${10_000 + nth},Kochi`),
].join('\n');

const { services, installation } = killedFixture({ clock });

const context = () => ({ commandId: randomUUID(), actor, correlationId: 'test' });
const becomes = (id: number, state: string) =>
  expect
    .poll(async () => (await services.imports.require(id)).state, { timeout: 120_000 })
    .toBe(state);

beforeEach(() => {
  daysPassed = 0;
});

const importer = () =>
  importerOf(services, { activeUsers: async () => [actor] }, installation.databaseUrl);

/** Lets this process work until the import is what is said. */
async function workedOff(id: number, state: string): Promise<void> {
  const here = importer();
  here.start();
  await becomes(id, state);
  await here.stop();
  await caughtUp(services);
}

/** Lets a process of its own work until it is killed at the point. */
async function killedAt(faultPoint: ImporterFaultPoint): Promise<void> {
  const input = { faultPoint, after: BEFORE, userId: actor.userId, ...installation };
  const ended = signalThatEnded('dyingImporter', input satisfies DyingImporterInput);
  expect(await ended).toBe('SIGKILL');
}

const recordsOf = async (id: number): Promise<number[]> => {
  const { items } = await services.imports.rows(id, {
    ...{ sheet: 0, first: ROWS, after: null },
    ...{ only: null, column: null, text: null },
  });
  return items.flatMap(({ record }) => (record ? [record.id] : []));
};
const typesOf = async (id: number): Promise<string[]> =>
  (await services.platform.commands.readHistory(customerStream(id))).map(({ type }) => type);
const total = async () => (await services.customers.count({})).count;

describe('a process that is killed in the middle of an import', () => {
  const moments = [
    ['before-create', 'before-delete'],
    ['after-create', 'after-delete'],
  ] as const;
  it.each(whole ? moments : moments.slice(1))(
    '%s, and %s while it is undone: the next one goes on, and each row counts once',
    async (whileWriting, whileUndoing) => {
      const { imports } = services;
      const received = await imports.receive('people.csv', Readable.from([Buffer.from(SHEET)]));
      const { id } = await imports.begin(received, context());
      await workedOff(id, 'mapping');
      await imports.check(id);
      await workedOff(id, 'checked');
      await imports.start(id, context());

      await killedAt(whileWriting);
      expect((await imports.require(id)).state).toBe('running');
      await workedOff(id, 'done');
      expect((await imports.require(id)).counts).toMatchObject({ created: ROWS, rejected: 0 });
      expect(await total()).toBe(ROWS);
      const records = await recordsOf(id);
      expect(new Set(records).size).toBe(ROWS);

      await imports.undo(id, context());
      await killedAt(whileUndoing);
      expect((await imports.require(id)).state).toBe('undoing');
      await workedOff(id, 'undone');
      expect((await imports.require(id)).counts).toMatchObject({ undone: ROWS, kept: 0 });
      expect(await total()).toBe(0);
      for (const record of records) {
        expect(await typesOf(record)).toEqual(['CustomerRegistered', 'CustomerDeleted']);
      }
    },
    TIMEOUT_MS,
  );

  const ofDocuments = ['before-upload', 'after-upload'] as const;
  it.each(whole ? ofDocuments : ofDocuments.slice(0, 1))(
    '%s, of the documents of a ZIP: each is there once, and no file without a document stays',
    async (faultPoint) => {
      const { imports, documents, platform } = services;
      const names = Array.from({ length: DOCUMENTS }, (_, nth) => `kyc ${nth}.pdf`);
      const archive = await zipOf({
        'people.csv': 'Ref,Name,Phone\nR1,Asha Nair,9847010000',
        ...Object.fromEntries(names.map((name) => [`R1/${name}`, samplePdf(name)])),
      });
      const received = await imports.receive('papers.zip', Readable.from([archive]));
      const { id } = await imports.begin(received, context());
      await workedOff(id, 'mapping');
      await imports.check(id);
      await workedOff(id, 'checked');
      await imports.start(id, context());

      await killedAt(faultPoint);
      await workedOff(id, 'done');
      expect((await imports.require(id)).counts).toMatchObject({
        ...{ created: DOCUMENTS + 1, done: DOCUMENTS + 1, rejected: 0 },
      });
      const list = { filter: {}, sort: 'name', direction: 'asc', limit: 100 } as const;
      const { items } = await documents.list(list);
      expect(items.map(({ fileName }) => fileName)).toEqual([...names].sort());
      for (const document of items) {
        const { content } = await documents.open(document.id);
        expect(await buffer(content)).toEqual(samplePdf(document.fileName));
        expect(await documents.history(document.id)).toHaveLength(1);
      }

      daysPassed = 2;
      // What was stored when the process died is known by no event.
      const swept = await documents.sweep();
      if (faultPoint === 'before-upload') expect(swept).toBeGreaterThan(0);
      const kept: string[] = [];
      for (const prefix of ['documents/', 'imports/'])
        for await (const key of platform.files.storedBefore(prefix, clock.now())) kept.push(key);
      expect(kept).toHaveLength(DOCUMENTS);
    },
    TIMEOUT_MS,
  );

  it('is paused between rows, and goes on where it was', async () => {
    const { imports } = services;
    const received = await imports.receive('people.csv', Readable.from([Buffer.from(SHEET)]));
    const { id } = await imports.begin(received, context());
    await workedOff(id, 'mapping');
    await imports.check(id);
    await workedOff(id, 'checked');
    await imports.start(id, context());
    await imports.pause(id);
    await workedOff(id, 'paused');
    expect(await total()).toBe(0);
    await imports.resume(id);
    await workedOff(id, 'done');
    expect(await total()).toBe(ROWS);
  });
});
