import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { type Dice, dice } from '../demo/dice.js';
import { type Load, startLoad } from './agents.js';
import type {
  AcknowledgedCustomer,
  AcknowledgedDocument,
  AcknowledgedPolicy,
  AcknowledgedQuotation,
  Book,
} from './book.js';
import {
  adminIn,
  brokenConversions,
  brokenLinks,
  brokenLinksBetween,
  commandsIn,
  commandsOf,
  duplicateNumbers,
  emailsIn,
  emailsNotSentOnce,
  filesIn,
  type Log,
  numbersInDispute,
  streamsOf,
} from './checks.js';
import { healthOf, isReady, send, signIn } from './http.js';
import {
  type InstallationUnderTest,
  makeInstallation,
  until,
  VICTIMS,
  type Victim,
} from './installationUnderTest.js';
import {
  allRows,
  downloaded,
  emailsStored,
  existingTerms,
  type Gateway,
  leaveBrokenUploads,
  listed,
  openBeside,
  ownersOf,
  storedFiles,
  sweptInTwoDays,
  unfinishedConversions,
  wholeLog,
  wrongSummaries,
} from './whatRemains.js';

const SEED = 20_260_104;
const AGENTS = 6;
const MINUTES = 60_000;
/** Before so many last kills, nobody goes away without an answer any more. */
const INSISTING = 3;
/** The app looks for what broke off once a minute, some seconds after it has begun. */
const RECOVERY_MS = 1.5 * MINUTES;

let installation: InstallationUnderTest;
beforeAll(async () => {
  installation = await makeInstallation();
});
afterAll(() => installation.remove());

/** Each victim twice, in an order that looks random. */
function kills(chance: Dice): Victim[] {
  const remaining: Victim[] = [...VICTIMS, ...VICTIMS];
  const order: Victim[] = [];
  while (remaining.length > 0) order.push(...remaining.splice(chance.below(remaining.length), 1));
  return order;
}

async function moreAcknowledged(load: Load, count: number): Promise<void> {
  const { commands } = load.book;
  const target = commands.length + count;
  const isThere = () => commands.length >= target;
  await Promise.race([until(isThere, `${count} more acknowledged commands`), load.working]);
}

describe('an installation whose processes are killed', () => {
  it(
    'keeps every acknowledged write, once, however often its processes are killed under load',
    async () => {
      onTestFailed(() => void process.stderr.write(installation.said()));
      const chance = dice(SEED);
      const { url, dataDir } = installation;
      installation.start();
      await installation.announced();
      await leaveBrokenUploads(dataDir);
      const cookie = await signIn(url);
      const load = startLoad({ url, cookie, agents: AGENTS, seed: SEED });
      onTestFailed(load.abandon);

      const order = kills(chance);
      for (const [index, victim] of order.entries()) {
        if (order.length - index === INSISTING) load.insist();
        // Commands are under way at any moment; which ones, is random.
        await moreAcknowledged(load, 30 + chance.below(60));
        const app = await installation.appPid();
        await installation.kill(victim);
        if (victim === 'supervisor' || victim === 'everything') installation.start();
        await moreAcknowledged(load, AGENTS + 1);
        // Who was not killed does not fall.
        if (victim === 'event node' || victim === 'postgres' || victim === 'backend') {
          expect(await installation.appPid(), `the app after the end of ${victim}`).toBe(app);
        }
      }

      await load.finish();
      await until(() => isReady(url), 'readiness');

      // Whoever was signed in still is, and nobody got an answer that is a defect.
      expect((await send(`${url}/api/auth/me`, { headers: { cookie } })).status).toBe(200);
      const troubles = [...load.troubles.keys()].map((trouble) => trouble.split(' ')[1]);
      expect(troubles.filter((trouble) => trouble !== 'broken' && trouble !== '503')).toEqual([]);
      expect(load.silentRefusals()).toBe(0);

      const { book } = load;
      const beside = await openBeside(dataDir);
      try {
        // What agents left incomplete is completed by the app.
        await until(
          async () => (await unfinishedConversions(beside)).length === 0,
          'the conversions to be finished',
          RECOVERY_MS,
        );

        // The log: each acknowledged command once, and nothing that nobody asked for.
        const log = await wholeLog(beside);
        const written = commandsIn(log);
        const user = adminIn(log);
        const perhaps = Object.entries(commandsOf(book.givenUp, user));
        const carriedOut = perhaps.filter(([command]) => command in written);
        expect(written).toEqual({
          ...commandsOf(book.commands, user),
          ...Object.fromEntries(carriedOut),
        });
        expect(log.filter(({ type }) => type === 'UserSignedIn')).toHaveLength(1);
        expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
        for (const [stream, events] of streamsOf(log)) {
          const revisions = events.map(({ revision }) => Number(revision));
          expect(revisions, stream).toEqual(events.map((_, index) => index));
        }

        // Agents make sure that each race has one winner.
        expect(book.races).toBeGreaterThan(0);

        // The policies: one next term at most, linked on both sides, and a number of their own.
        const terms = await existingTerms(beside);
        expect(brokenLinks(terms)).toEqual([]);
        expect(await numbersInDispute(terms, ownersOf(beside))).toEqual([]);

        // The lists: the last answers to the agents, and nothing besides.
        const gateway = { url, cookie };
        const customers = await listed<AcknowledgedCustomer>('customers', gateway);
        expect(byId(customers)).toMatchObject(byId(existing(book.customers)));
        const policies = [
          ...(await listed<AcknowledgedPolicy>('health-policies', gateway)),
          ...(await listed<AcknowledgedPolicy>('vehicle-policies', gateway)),
        ];
        const isAcknowledged = isAcknowledgedBy(book);
        expect(byId(policies.filter(isAcknowledged))).toMatchObject(
          byId(existing(book.policies).filter(isAcknowledged)),
        );
        const quotations = await listed<AcknowledgedQuotation>('quotations', gateway);
        const isAnswered = ({ id }: { id: number }) => !book.perhapsConverted.has(id);
        expect(byId(quotations.filter(isAnswered))).toMatchObject(
          byId(existing(book.quotations).filter(isAnswered)),
        );
        expect(brokenLinksBetween({ quotations, policies })).toEqual([]);
        const documents = await listed<AcknowledgedDocument>('documents', gateway, 'uploaded');
        expect(byId(documents)).toMatchObject(byId(existing(book.documents)));

        // Quotations and files: one policy of a quotation, each email once, each file as it was
        // sent.
        expect(brokenConversions(log)).toEqual([]);
        expect(duplicateNumbers(log)).toEqual([]);
        expect(emailsNotSentOnce(log)).toEqual([]);
        expect(await emailsStored(dataDir)).toEqual(emailsIn(log));
        await expectFiles(log, book, { ...gateway, dataDir });

        // The read models: the same as those that are built from the first event on.
        const rows = await allRows(beside);
        expect(await wrongSummaries(beside)).toEqual([]);
        await beside.readModels.rebuild(() => undefined);
        expect(await allRows(beside)).toEqual(rows);
        expect(await wrongSummaries(beside)).toEqual([]);
      } finally {
        await beside.close();
      }

      await until(() => isReady(url), 'readiness');
      const { readModels } = (await healthOf(url)).json;
      expect(readModels).toMatchObject({ state: 'live', lagSeconds: 0, progress: 1 });
      expect(await installation.stop()).toBe(0);
      expect(await installation.leftovers()).toEqual([]);
    },
    10 * MINUTES,
  );
});

/** Every file is there that an event names, and after the sweep no other one of a document. */
async function expectFiles(
  log: Log,
  { documents }: Readonly<Book>,
  { dataDir, ...gateway }: Gateway & { dataDir: string },
): Promise<void> {
  const named = filesIn(log);
  const before = await storedFiles(dataDir, 'documents/');
  expect(before).toEqual(expect.arrayContaining(named.documents));
  const swept = await sweptInTwoDays(dataDir);
  expect(swept.documents).toBe(before.length - named.documents.length);
  expect(swept.documents).toBeGreaterThan(0);
  expect(await storedFiles(dataDir, 'documents/')).toEqual(named.documents);
  expect(await storedFiles(dataDir, 'quotations/')).toEqual(expect.arrayContaining(named.emailed));
  for (const { id, sha256, isDeleted } of documents.values()) {
    expect(await downloaded(id, gateway), `document ${id}`).toBe(isDeleted ? '404' : sha256);
  }
}

const byId = <Item extends { id: number }>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => a.id - b.id);

/** What a list must show of records that were acknowledged. */
const existing = <Item extends { readonly isDeleted: boolean }>(
  records: ReadonlyMap<number, Item>,
): Item[] => [...records.values()].filter(({ isDeleted }) => !isDeleted).map(asListed);

/** Without what only its agent knows. */
function asListed<Item extends object>(record: Item): Item {
  const hidden = ['isDeleted', 'statusBefore', 'sha256'];
  const fields = Object.entries(record).filter(
    ([field, value]) => !hidden.includes(field) && !(field === 'version' && value === null),
  );
  return Object.fromEntries(fields) as Item;
}

/** Whether agents know what has become of a term: they waited for every answer about it. */
const isAcknowledgedBy =
  ({ uncertain, perhapsConverted }: Readonly<Book>) =>
  ({ id, predecessorId, quotationId }: AcknowledgedPolicy): boolean =>
    !uncertain.has(id) &&
    !uncertain.has(predecessorId ?? 0) &&
    !perhapsConverted.has(quotationId ?? 0);
