/** What must hold after a load, whatever happened to the servers meanwhile. */
import { expect } from 'vitest';
import { send } from '../../harness/client.js';
import { until } from '../../harness/waiting.js';
import type { Services } from '../../roles/openServices.js';
import type { Load } from './agents.js';
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
  type Log,
  numbersInDispute,
  streamsOf,
} from './checks.js';
import {
  allRows,
  existingTerms,
  type Gateway,
  listed,
  ownersOf,
  unfinishedConversions,
  wholeLog,
  wrongSummaries,
} from './whatRemains.js';

/** The app looks for what broke off once a minute, some seconds after it has begun. */
const RECOVERY_MS = 90_000;

/** Whoever was signed in still is, and nobody got an answer that is a defect. */
export async function expectNoDefects(load: Load, { url, cookie }: Gateway): Promise<void> {
  expect((await send(`${url}/api/auth/me`, { headers: { cookie } })).status).toBe(200);
  const troubles = [...load.troubles.keys()].map((trouble) => trouble.split(' ')[1]);
  expect(troubles.filter((trouble) => trouble !== 'broken' && trouble !== '503')).toEqual([]);
  expect(load.silentRefusals()).toBe(0);
}

/**
 * The log holds each acknowledged command once and the lists show its outcome. The log, decoded.
 * @param beside services of the test's own on the same servers
 */
export async function expectNothingLost(
  { book }: Load,
  { beside, ...gateway }: Gateway & { beside: Services },
): Promise<Log> {
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

  // Quotations: one policy of each, and a number of its own.
  expect(brokenConversions(log)).toEqual([]);
  expect(duplicateNumbers(log)).toEqual([]);
  return log;
}

/** What passed by itself is no error: that is for an operator to act upon. */
export function expectNoErrorLines(said: string): void {
  expect(said.split('\n').filter((line) => line.includes('"level":"error"'))).toEqual([]);
}

/** The read models are the same as those that are built from the first event on. */
export async function expectRowsAsRebuilt(beside: Services): Promise<void> {
  const rows = await allRows(beside);
  expect(await wrongSummaries(beside)).toEqual([]);
  await beside.readModels.rebuild(() => undefined);
  expect(await allRows(beside)).toEqual(rows);
  expect(await wrongSummaries(beside)).toEqual([]);
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
