import type { ImportView } from '@insuremanager/contracts/imports/importViews';
import { csvOf, openImportFixture } from '@insuremanager/deploy/testing/importFixture';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { person, written } from './testing/people.js';
import { xlsxOf } from './testing/workbooks.js';

const fixture = testFixture(openImportFixture);

/** The nth customer of the spec, by what rows may name them by. */
const PEOPLE = ['Ref', 'Name', 'Phone', 'Aadhaar', 'PAN', 'Date of Birth'];
const customerRow = (n: number) => [
  ...[person.ref(n), person.name(n), person.phone(n), person.aadhaar(n), person.pan(n)],
  written.slashes(person.birth(n)),
];

const COVER = ['Policy Number', 'Insurance Company', 'Policy Type', 'Sum Insured', 'Premium'];
const TERM = ['Frequency', 'Start Date', 'End Date'];
const coverOf = (number: string, given: { premium?: string; from?: string; to?: string } = {}) => {
  const { premium = '12000', from = '01/04/2026', to = '31/03/2027' } = given;
  return [number, 'Star Health', 'family', '500000', premium, 'yearly', from, to];
};
const policySheet = (
  links: readonly string[],
  rows: readonly (readonly [link: readonly string[], number: string])[],
) => [
  [...links, ...COVER, ...TERM],
  ...rows.map(([link, number]) => [...link, ...coverOf(number)]),
];

/** By what a row says whose it is. */
const LINKS: readonly (readonly [
  by: string,
  columns: readonly string[],
  of: (n: number) => string[],
])[] = [
  ['their reference', ['Customer Ref'], (n) => [person.ref(n)]],
  ['their Aadhaar number', ['Customer Aadhaar'], (n) => [person.aadhaar(n)]],
  ['their PAN', ['Customer PAN'], (n) => [person.pan(n)]],
  ['their phone', ['Customer Mobile'], (n) => [`+91 ${person.phone(n)}`]],
  [
    'phone and name',
    ['Client Name', 'Client Mobile'],
    (n) => [person.name(n).toUpperCase(), person.phone(n)],
  ],
  [
    'name and birthday',
    ['Insured Name', 'Insured DOB'],
    (n) => [person.name(n), written.named(person.birth(n))],
  ],
];

let made = 0;
const nextNumber = () => `P/${5000 + made++}`;
/** Numbers of people who are nobody's yet. */
let people = 100;
const nextPeople = (count: number): number[] => {
  people += count;
  return Array.from({ length: count }, (_, nth) => people - count + nth);
};

const ownerOf = async ({ id }: Pick<ImportView, 'id'>, row: number, sheet = 0) => {
  const found = (await fixture.rowsOf(id, { sheet })).find((one) => one.row === row);
  expect(found?.problems).toEqual([]);
  const { kind, id: recordId = 0 } = found?.record ?? {};
  const records = kind === 'quotation' ? fixture.quotations : fixture.policies;
  const record = await records.find(recordId);
  return (await fixture.customers.find(record?.customerId ?? 0))?.name;
};
const problemsOf = async ({ id }: Pick<ImportView, 'id'>, sheet = 0) =>
  (await fixture.rowsOf(id, { sheet, only: 'problem' })).map(({ row, problems }) => [
    row,
    problems.map(({ code }) => code),
  ]);

describe('a policy of a sheet', () => {
  it.each(LINKS)(
    'is the policy of whom %s names, from an earlier import',
    async (_by, columns, of) => {
      const [first = 0, second = 0, nobody = 0] = nextPeople(3);
      const known = csvOf([PEOPLE, customerRow(first), customerRow(second)]);
      await fixture.imported('people.csv', known);
      const sheet = policySheet(columns, [
        [of(second), nextNumber()],
        [of(first), nextNumber()],
        [of(nobody), nextNumber()],
      ]);
      const checked = await fixture.checked('policies.csv', csvOf(sheet));
      expect(checked.sheets[0]?.kind).toBe('health');
      expect(await problemsOf(checked)).toEqual([[4, ['customer-unknown']]]);
      const done = await fixture.write(checked);
      expect(await ownerOf(done, 2)).toBe(person.name(second));
      expect(await ownerOf(done, 3)).toBe(person.name(first));
    },
  );

  it('is the policy of whom each of them names, in a sheet behind it in the same workbook', async () => {
    const both = LINKS.map((link) => [link, nextPeople(2)] as const);
    const tabs = both.map(([[by, columns, of], [first = 0, second = 0]]) => ({
      name: by,
      rows: policySheet(columns, [
        [of(second), nextNumber()],
        [of(first), nextNumber()],
      ]),
    }));
    const all = both.flatMap(([, numbers]) => numbers);
    const workbook = await xlsxOf([
      ...tabs,
      { name: 'People', rows: [PEOPLE, ...all.map(customerRow)] },
    ]);
    const done = await fixture.imported('book.xlsx', workbook);
    expect(done.counts).toMatchObject({ created: 2 * all.length, rejected: 0, duplicates: 0 });
    for (const [sheet, [, [first = 0, second = 0]]] of both.entries()) {
      expect(await ownerOf(done, 2, sheet)).toBe(person.name(second));
      expect(await ownerOf(done, 3, sheet)).toBe(person.name(first));
    }
  });

  it('is nobody’s where several are named, until a name tells them apart', async () => {
    const [first = 0, second = 0] = nextPeople(2);
    const family = [first, second].map((n) => customerRow(n).with(2, person.phone(first)));
    const byPhone = policySheet(['Customer Mobile'], [[[person.phone(first)], nextNumber()]]);
    const byBoth = policySheet(
      ['Client Name', 'Client Mobile'],
      [[[person.name(second), person.phone(first)], nextNumber()]],
    );
    const tabs = [
      { name: 'People', rows: [PEOPLE, ...family] },
      { name: 'By phone', rows: byPhone },
      { name: 'By both', rows: byBoth },
    ];
    const checked = await fixture.checked('family.xlsx', await xlsxOf(tabs));
    expect(await problemsOf(checked, 1)).toEqual([[2, ['customer-ambiguous']]]);
    const done = await fixture.write(checked);
    expect(await ownerOf(done, 2, 2)).toBe(person.name(second));
    const later = await fixture.checked('by phone.csv', csvOf(byPhone));
    expect(await problemsOf(later)).toEqual([[2, ['customer-ambiguous']]]);
  });

  it('is somebody’s whose row comes twice', async () => {
    const [twice = 0] = nextPeople(1);
    const again = customerRow(twice).with(0, person.ref(twice + 5_000));
    const links = ['Client Name', 'Client Mobile'];
    const tabs = [
      { name: 'People', rows: [PEOPLE, customerRow(twice), again] },
      {
        name: 'By both',
        rows: policySheet(links, [[[person.name(twice), person.phone(twice)], nextNumber()]]),
      },
      {
        name: 'By the other reference',
        rows: policySheet(['Customer Ref'], [[[again[0] ?? ''], nextNumber()]]),
      },
    ];
    const done = await fixture.imported('twice.xlsx', await xlsxOf(tabs));
    expect(done.counts).toMatchObject({ created: 3, duplicates: 1, rejected: 0 });
    expect(await ownerOf(done, 2, 1)).toBe(person.name(twice));
    expect(await ownerOf(done, 2, 2)).toBe(person.name(twice));
  });

  it('is known by its number: changed, the same, another’s, twice, or to be renewed', async () => {
    const [own = 0, other = 0] = nextPeople(2);
    await fixture.imported('people.csv', csvOf([PEOPLE, customerRow(own), customerRow(other)]));
    const header = ['Customer Ref', ...COVER, ...TERM];
    const [number, second, fresh] = [nextNumber(), nextNumber(), nextNumber()];
    const first = [person.ref(own), ...coverOf(number)];
    await fixture.imported(
      'first.csv',
      csvOf([header, first, [person.ref(own), ...coverOf(second)]]),
    );
    const again = [
      [person.ref(own), ...coverOf(number.toLowerCase(), { premium: '₹13,500.50' })],
      [person.ref(own), ...coverOf(second)],
      [person.ref(other), ...coverOf(second)],
      [person.ref(own), ...coverOf(fresh)],
      [person.ref(own), ...coverOf(fresh)],
    ];
    const checked = await fixture.checked('again.csv', csvOf([header, ...again]));
    const rows = await fixture.rowsOf(checked.id);
    expect(rows.map(({ outcome }) => outcome)).toEqual([
      ...['changes', 'same', 'problem', 'new', 'problem'],
    ]);
    expect(rows[0]?.changes).toMatchObject([{ field: 'premiumAmount' }]);
    expect(await problemsOf(checked)).toEqual([
      [4, ['policy-number-taken']],
      [6, ['policy-number-taken']],
    ]);
    const done = await fixture.write(checked);
    const [changed] = await fixture.rowsOf(done.id);
    expect(await fixture.policies.find(changed?.record?.id ?? 0)).toMatchObject({
      ...{ policyNumber: number, premiumAmount: '13500.50', sumAssured: '500000.00' },
    });
    const later = coverOf(number, { from: '01/04/2027', to: '31/03/2028' });
    const renewal = await fixture.checked(
      'later.csv',
      csvOf([header, [person.ref(own), ...later]]),
    );
    expect(await problemsOf(renewal)).toEqual([[2, ['policy-to-renew']]]);
  });
});

describe('sheets one after another', () => {
  it('are written in their order, whatever the order of the tabs, and of several files each waits', async () => {
    const [first = 0, second = 0] = nextPeople(2);
    const quotations = [
      ['Client Mobile', 'Quotation No', 'Insurer', 'Insurance Type', 'Premium', 'Validity'],
      [person.phone(first), 'Q1', 'Star Health', 'Health', '9000', '15 days'],
    ];
    const policies = policySheet(['Customer Ref'], [[[person.ref(first)], nextNumber()]]);
    const workbook = await xlsxOf([
      { name: 'Quotes', rows: quotations },
      { name: 'Policies', rows: policies },
      { name: 'People', rows: [PEOPLE, customerRow(first)] },
      { name: 'Notes', rows: [['what we talked about']] },
    ]);
    const later = policySheet(['Customer Ref'], [[[person.ref(second)], nextNumber()]]);
    const uploads = await Promise.all([
      fixture.upload('book.xlsx', workbook),
      fixture.upload('people.csv', csvOf([PEOPLE, customerRow(second)])),
      fixture.upload('policies.csv', csvOf(later)),
    ]);
    const [book, people, last] = uploads as [ImportView, ImportView, ImportView];
    expect(book.sheets.map(({ kind }) => kind)).toEqual(['quotations', 'health', 'customers']);
    await Promise.all([fixture.check(book), fixture.check(people)]);
    await Promise.all([
      fixture.imports.start(book.id, fixture.context()),
      fixture.imports.start(people.id, fixture.context()),
    ]);
    await Promise.all([fixture.becomes(book.id, 'done'), fixture.becomes(people.id, 'done')]);
    await fixture.caughtUp();
    const third = await fixture.write(await fixture.check(last));
    expect(await ownerOf(third, 2)).toBe(person.name(second));
    expect(await ownerOf(book, 2, 1)).toBe(person.name(first));
    const [quoted] = await fixture.rowsOf(book.id, { sheet: 0 });
    expect(await ownerOf(book, 2, 0)).toBe(person.name(first));
    const quotation = await fixture.quotations.find(quoted?.record?.id ?? 0);
    expect(quotation).toMatchObject({
      ...{ insuranceType: 'health', validityDays: 15, premiumAmount: '9000.00' },
      ...{ insuranceCompany: 'Star Health', status: 'pending' },
    });
  });
});

const QUOTES = [
  'Client Mobile',
  'Quotation No',
  'Insurer',
  'Insurance Type',
  'Premium',
  'Validity',
];

describe('a quotation of a sheet', () => {
  it('is the same where it was imported before, and a duplicate where it comes twice', async () => {
    const [one = 0] = nextPeople(1);
    const quote = [person.phone(one), 'Q7', 'Niva Bupa', 'Health', '8800', '30'];
    const workbook = (rows: readonly (readonly string[])[]) =>
      xlsxOf([
        { name: 'People', rows: [PEOPLE, customerRow(one)] },
        { name: 'Quotes', rows: [QUOTES, ...rows] },
      ]);
    const checked = await fixture.checked('quotes.xlsx', await workbook([quote, quote, quote]));
    expect(checked.counts).toMatchObject({ created: 2, duplicates: 2 });
    await fixture.imports.takeDuplicates(checked.id, { sheet: 1, rows: [3], areTaken: true });
    const done = await fixture.write(await fixture.becomes(checked.id, 'checked'));
    expect(done.counts).toMatchObject({ created: 3, duplicates: 1 });
    const taken = (await fixture.rowsOf(done.id, { sheet: 1, only: 'done' })).map(
      ({ record }) => record?.id ?? 0,
    );
    expect(await ownerOf(done, 2, 1)).toBe(person.name(one));
    expect(await ownerOf(done, 3, 1)).toBe(person.name(one));
    const again = await fixture.checked('again.xlsx', await workbook([quote]));
    expect(again.counts).toMatchObject({ created: 0, same: 2, duplicates: 0 });
    const undone = await fixture.undo(done);
    expect(undone.counts).toMatchObject({ undone: 3, kept: 0 });
    expect(await fixture.quotations.listByIds(taken)).toEqual([]);
  });
});
