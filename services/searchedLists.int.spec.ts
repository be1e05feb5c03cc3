import type { BoundedCount, ListRequest, Page } from '@insuremanager/contracts/lists';
import { policyList } from '@insuremanager/contracts/policies/policyViews';
import { quotationList } from '@insuremanager/contracts/quotations/quotationViews';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { csvOf, openImportFixture } from '@insuremanager/deploy/testing/importFixture';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { person } from './imports/testing/people.js';
import { xlsxOf } from './imports/testing/workbooks.js';

/**
 * Rows of each kind: more than the 160 that a search for one row walks by, so that what lies behind
 * is found by an index.
 */
const ROWS = 240;
const AGENT = { ownerId: 7 };

/** The customer of each record: records in order belong to customers far apart. */
const customerOf = (n: number): number => (n * 77) % ROWS;
/** Words of the customers that are called so, and of the records of such an insurer. */
const NAMES = { Qorrel: [ROWS - 3], Wexlow: [5, 100, 171, 172, 173, 230], Zumbra: every(2) };
const INSURERS = { Qorrel: [ROWS - 1, 2], Fivnar: every(40), Zumbra: [200, 201], Yolban: every(1) };
/** Nobody; one; few; few far behind; every other; all; two words, of the same and of both. */
const SEARCHES = [
  ...['Jesvik', 'Qorrel', 'Wexlow', 'Fivnar', 'Zumbra', 'Yolban', 'Zumbra Wexlow', 'Fivnar Zumbra'],
];

function sortsOf<Sort extends string>({
  sorts,
  usualSort,
}: {
  sorts: readonly Sort[];
  usualSort: Sort;
}) {
  return isExhaustive(import.meta.url) ? sorts : [usualSort, sorts[1] ?? usualSort];
}

function every(nth: number): number[] {
  return Array.from({ length: ROWS }, (_, n) => n).filter((n) => n % nth === 0);
}
const wordsOf = (words: Readonly<Record<string, readonly number[]>>, n: number): string =>
  Object.keys(words)
    .filter((word) => words[word]?.includes(n))
    .join(' ');

const nameOf = (n: number): string => `${person.name(n)} ${wordsOf(NAMES, n)}`.trim();
const insurerOf = (n: number): string => `Malabar ${wordsOf(INSURERS, n)}`.trim();

const fixture = testFixture(async (backend) => {
  const opened = await openImportFixture(backend);
  const rows = Array.from({ length: ROWS }, (_, n) => n);
  await opened.imported(
    'people.csv',
    csvOf([
      ['Ref', 'Name', 'Phone', 'City'],
      ...rows.map((n) => [person.ref(n), nameOf(n), person.phone(n), person.city(n)]),
    ]),
  );
  const owner = (n: number): string => person.ref(customerOf(n));
  await opened.imported(
    'book.xlsx',
    await xlsxOf([
      {
        name: 'Policies',
        rows: [
          [
            ...['Customer Ref', 'Policy No', 'Insurance Company', 'Policy Type', 'Sum Insured'],
            ...['Premium', 'Frequency', 'Start Date', 'End Date'],
          ],
          ...rows.map((n) => [
            ...[owner(n), person.policyNumber(n), insurerOf(n), 'family', person.sumInsured(n)],
            ...[person.premium(n), 'yearly', person.start(n), person.end(n)],
          ]),
        ],
      },
      {
        name: 'Quotes',
        rows: [
          ['Customer Ref', 'Quotation No', 'Insurer', 'Insurance Type', 'Premium', 'Validity'],
          ...rows.map((n) => [
            ...[owner(n), `Q${n}`, insurerOf(n), 'Health', person.premium(n), `${(n % 30) + 1}`],
          ]),
        ],
      },
    ]),
  );
  const customers = await opened.customers.list({
    ...{ filter: {}, sort: 'added', direction: 'asc', limit: ROWS },
  });
  const mine = customers.items.filter((_, nth) => nth % 3 === 0).map(({ id }) => id);
  const others = customers.items.filter((_, nth) => nth % 3 !== 0).map(({ id }) => id);
  for (const [ids, ownerId] of [
    [mine, AGENT.ownerId],
    [others, 8],
  ] as const) {
    await opened.customers.reassignAll(ids, ownerId, opened.context());
  }
  await opened.caughtUp();
  return opened;
});

interface Shown {
  readonly id: number;
  readonly customerId: number;
  readonly insuranceCompany: string;
}
interface Listed {
  list(request: ListRequest<{ search?: string }, string>): Promise<Page<Shown>>;
  count(filter: { search?: string }): Promise<BoundedCount>;
}

const BOOKS = { all: undefined, 'an agent’s': AGENT };
type BookName = keyof typeof BOOKS;
const listed = (records: 'policies' | 'quotations', book: BookName): Listed => {
  const service = fixture[records] as unknown as Listed & { within(book: typeof AGENT): Listed };
  const within = BOOKS[book];
  return within ? service.within(within) : service;
};

/** As the specification says it: all words in the record, or all of them in its customer. */
async function matching(rows: readonly Shown[], search: string): Promise<number[]> {
  const ids = [...new Set(rows.map(({ customerId }) => customerId))];
  const people = new Map<number, string>();
  for (const { id, name } of await fixture.customers.listByIds(ids)) people.set(id, name);
  const words = search.split(' ');
  const hasAll = (text = ''): boolean => words.every((word) => text.includes(word));
  return rows
    .filter((row) => hasAll(row.insuranceCompany) || hasAll(people.get(row.customerId)))
    .map(({ id }) => id);
}

/** The ids of pages of so many rows, up to so many pages. */
async function pagesOf(from: Listed, request: ListRequest<{ search?: string }, string>, most = 1) {
  const ids: number[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < most && cursor !== null; page++) {
    const { items, nextCursor } = await from.list({ ...request, cursor });
    ids.push(...items.map(({ id }) => id));
    cursor = nextCursor;
  }
  return ids;
}

/** Each order in one book, and the opposite one in the other. */
const CASES = [
  ...sortsOf(policyList).map((sort) => ({ records: 'policies', sort }) as const),
  ...sortsOf(quotationList).map((sort) => ({ records: 'quotations', sort }) as const),
].flatMap((one) => [
  { ...one, direction: 'asc', book: 'all' } as const,
  { ...one, direction: 'desc', book: 'an agent’s' } as const,
]);

describe('a search within a list', () => {
  it.each(CASES)(
    'finds, page by page, what all rows show: $records by $sort, $direction, $book',
    async ({ records, book, ...order }) => {
      const from = listed(records, book);
      const { items } = await from.list({ ...order, filter: {}, limit: ROWS });
      expect(items).toHaveLength(book === 'all' ? ROWS : ROWS / 3);
      for (const search of SEARCHES) {
        const expected = await matching(items, search);
        const asked = { ...order, filter: { search } };
        expect(await from.count({ search }), search).toEqual({
          ...{ count: expected.length, exact: true },
        });
        const one = await pagesOf(from, { ...asked, limit: 1 }, 4);
        expect(one, search).toEqual(expected.slice(0, 4));
        const many = await pagesOf(from, { ...asked, limit: 50 }, ROWS);
        expect(many, search).toEqual(expected);
      }
    },
  );
});
