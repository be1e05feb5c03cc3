import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import type { ImportView } from '@insuremanager/contracts/imports/importViews';
import { csvOf, openImportFixture } from '@insuremanager/deploy/testing/importFixture';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { samplePdf } from '../documents/testing/sampleFiles.js';
import { xlsxOf, zipOf } from './testing/workbooks.js';

const fixture = testFixture(openImportFixture);

const ALL = { filter: {}, direction: 'asc', limit: 100 } as const;
const CUSTOMERS = ['Ref', 'Name', 'Phone', 'City', 'PAN'];
const POLICIES = [
  ...['Customer Ref', 'Policy No', 'Insurance Company', 'Policy Type', 'Sum Insured', 'Premium'],
  ...['Frequency', 'Start Date', 'End Date'],
];
const QUOTATIONS = [
  ...['Customer Ref', 'Insurance Company', 'Policy Type', 'Sum Insured', 'Premium', 'Valid Until'],
];
const policy = (ref: string, number: string, premium = '12000') => [
  ...[ref, number, 'Star Health', 'family', '500000', premium],
  ...['yearly', '01/04/2026', '31/03/2027'],
];
const outcomesOf = async ({ id, sheets }: ImportView): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    await Promise.all(
      sheets.map(async ({ name, index }) => [
        name,
        (await fixture.rowsOf(id, { sheet: index })).map(({ outcome }) => outcome),
      ]),
    ),
  );
const named = async (text: string) => {
  const { items } = await fixture.customers.list({ ...ALL, sort: 'name' });
  return items.filter(({ name }) => name.includes(text));
};

describe('what is there by the time that an import is written', () => {
  it('is not written again by a second import of the same sheets, checked before the first was written', async () => {
    const book = await xlsxOf([
      {
        name: 'Customers',
        rows: [
          CUSTOMERS,
          ['B1', 'Bhargavi Amma', '9847081111', 'Kochi', ''],
          ['', 'Bhaskaran Nair', '9847082222', 'Kollam', ''],
          ['', 'Bhavani Menon', '9847083333', 'Aluva', 'ABCPM1234K'],
        ],
      },
      { name: 'Policies', rows: [POLICIES, policy('B1', 'BK-1'), policy('B1', 'BK-2')] },
      {
        name: 'Quotations',
        rows: [QUOTATIONS, ['B1', 'Star Health', 'health', '500000', '12000', '31/12/2026']],
      },
    ]);
    const first = await fixture.checked('book.xlsx', book);
    const second = await fixture.checked('book.xlsx', book);
    const asNew = {
      Customers: Array(3).fill('new'),
      Policies: ['new', 'new'],
      Quotations: ['new'],
    };
    expect(await outcomesOf(first)).toEqual(asNew);
    expect(await outcomesOf(second)).toEqual(asNew);
    await fixture.imports.start(first.id, fixture.context());
    await fixture.imports.start(second.id, fixture.context());
    await Promise.all([first, second].map(({ id }) => fixture.becomes(id, 'done')));
    await fixture.caughtUp();

    expect((await fixture.imports.require(first.id)).counts).toMatchObject({ created: 6 });
    const done = await fixture.imports.require(second.id);
    expect(done.counts).toMatchObject({ created: 0, same: 5, duplicates: 1, rejected: 0 });
    // One who is known by phone and name alone looks like the other one.
    expect(await outcomesOf(done)).toEqual({
      ...{ Customers: ['same', 'duplicate', 'same'], Policies: ['same', 'same'] },
      Quotations: ['same'],
    });
    expect(await named('Bha')).toHaveLength(3);
    const { items } = await fixture.policies.list({ ...ALL, sort: 'added' });
    expect(items.filter(({ policyNumber }) => policyNumber.startsWith('BK-'))).toHaveLength(2);
    const quoted = await fixture.quotations.list({ ...ALL, sort: 'added' });
    expect(quoted.items).toHaveLength(1);
    // It wrote nothing, and has nothing to take back.
    expect((await fixture.undo(second)).counts).toMatchObject({ undone: 0, kept: 0 });
    expect(await named('Bha')).toHaveLength(3);
  });

  it('is stored once by two imports of one ZIP', async () => {
    await fixture.imported('who.csv', 'Ref,Name,Phone\nD1,Damodaran Pillai,9847084444');
    const content = await zipOf({
      'D1/d1 kyc.pdf': samplePdf('one'),
      'D1/policy/d1 schedule.pdf': samplePdf('two'),
      'list.csv': csvOf([
        ['Paper', 'Customer Ref', 'Kind'],
        ['D1/d1 kyc.pdf', 'D1', 'KYC'],
      ]),
      'D1/d1 claim.pdf': samplePdf('three'),
    });
    const first = await fixture.checked('one.zip', content);
    const second = await fixture.checked('two.zip', content);
    await fixture.imports.start(first.id, fixture.context());
    await fixture.write(second);
    const { counts } = await fixture.becomes(first.id, 'done');
    const again = (await fixture.imports.require(second.id)).counts;
    expect(counts.created).toBeGreaterThanOrEqual(2);
    expect(again).toMatchObject({ created: 0, same: counts.created });
    const { items } = await fixture.documents.list({ ...ALL, sort: 'name' });
    const ofIt = items.filter(({ fileName }: DocumentView) => fileName.startsWith('d1 '));
    expect(ofIt).toHaveLength(counts.created);
  });

  it('is told where a person has added it, and what belongs to it goes there', async () => {
    const book = await xlsxOf([
      {
        name: 'Customers',
        rows: [
          CUSTOMERS,
          ['E1', 'Eliyamma Kurian', '9847085555', 'Kochi', 'ABCPK1234E'],
          ['E2', 'Easwari Devi', '9847086666', 'Kochi', ''],
          ['E3', 'Ebrahim Koya', '9847087777', 'Kochi', ''],
        ],
      },
      { name: 'Policies', rows: [POLICIES, policy('E1', 'EK-1'), policy('E2', 'EK-2')] },
    ]);
    const { id } = await fixture.checked('book.xlsx', book);
    const add = (name: string, phone: string, panNumber: string | null) =>
      fixture.customers.create(
        CustomerInput.parse({ name, phone, city: 'Angamaly', panNumber }),
        fixture.context(),
        null,
      );
    const eliyamma = (await add('Eliyamma Kurian', '9847085555', 'ABCPK1234E')).record.id;
    const easwari = (await add('Easwari Devi', '9847086666', null)).record.id;
    await fixture.caughtUp();
    const done = await fixture.write({ id });

    const customers = await fixture.rowsOf(id, { sheet: 0 });
    expect(customers.map(({ outcome, record }) => [outcome, record?.id])).toEqual([
      ['rejected', eliyamma],
      ['duplicate', easwari],
      ['done', expect.any(Number)],
    ]);
    expect(customers[0]?.problems).toMatchObject([{ code: 'added-since-check' }]);
    expect(customers[0]?.changes).toContainEqual(
      expect.objectContaining({ field: 'city', before: 'Angamaly', after: 'Kochi' }),
    );
    expect(done.counts).toMatchObject({ created: 3, rejected: 1, duplicates: 1 });
    expect(await named('Eliyamma')).toMatchObject([{ id: eliyamma, city: 'Angamaly' }]);
    expect(await named('Easwari')).toHaveLength(1);
    const { items } = await fixture.policies.list({ ...ALL, sort: 'added' });
    const ownerOf = (number: string) =>
      items.find(({ policyNumber }) => policyNumber === number)?.customerId;
    expect([ownerOf('EK-1'), ownerOf('EK-2')]).toEqual([eliyamma, easwari]);
    // What a person added stays.
    await fixture.undo({ id });
    expect(await named('Eliyamma')).toHaveLength(1);
    expect(await named('Ebrahim')).toHaveLength(0);
  });

  it('is its own where its process was killed before it knew, also of two alike that it was told to write', async () => {
    const sheet = csvOf([
      CUSTOMERS,
      ['', 'Fathima Beevi', '9847088888', 'Kochi', 'ABCPB1234F'],
      ['', 'Fathima Beevi', '9847088888', 'Kochi', 'ABCPB1234F'],
      ['', 'Francis Thomas', '9847089999', 'Kochi', ''],
    ]);
    const { id } = await fixture.checked('alike.csv', sheet);
    await fixture.imports.takeDuplicates(id, { sheet: 0, rows: [3], areTaken: true });
    await fixture.becomes(id, 'checked');
    await fixture.write({ id });
    expect(await named('Fathima')).toHaveLength(2);
    await fixture.importer.stop();
    await fixture.platform.pool.query(
      `UPDATE imports.rows SET result = NULL, record_id = NULL, written = NULL, customer_id = NULL
       WHERE import_id = $1`,
      [id],
    );
    await fixture.platform.pool.query(
      `UPDATE imports.imports SET state = 'running' WHERE id = $1`,
      [id],
    );
    fixture.importer.start();
    const done = await fixture.becomes(id, 'done');
    await fixture.caughtUp();
    expect(done.counts).toMatchObject({ created: 3, same: 0, duplicates: 0, rejected: 0 });
    expect(await named('Fathima')).toHaveLength(2);
    expect(await named('Francis')).toHaveLength(1);
  });
});
