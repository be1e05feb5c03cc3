import type { ImportView } from '@insuremanager/contracts/imports/importViews';
import { csvOf, openImportFixture } from '@insuremanager/deploy/testing/importFixture';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { checkImport } from './checkImport.js';
import { createImportPace } from './importPace.js';
import { BATCH, findImport } from './importParts.js';
import { person } from './testing/people.js';

const fixture = testFixture(openImportFixture);

const HEADER = ['Name', 'Phone', 'City'];
const PHONE = HEADER.indexOf('Phone');
const rowOf = (n: number) => [person.name(n), person.phone(n), person.city(n)];
/** Somebody, so many others, and the first once more. */
const sheetWithTwin = (first: number, others: number) =>
  csvOf([
    HEADER,
    rowOf(first),
    ...Array.from({ length: others }, (_, nth) => rowOf(first + 1 + nth)),
    rowOf(first),
  ]);

// Of one batch, and of two.
const [NEAR, FAR] = [3, BATCH.alone + 3];

/** Reads a sheet; from then on checks are made here. */
async function uploaded(content: string): Promise<ImportView> {
  fixture.importer.start();
  const view = await fixture.upload('twins.csv', content);
  await fixture.importer.stop();
  return view;
}

/** Checks an import, and does something while what exists is looked up for one of its batches. */
async function checkBeside(id: number, batch: number, beside: () => Promise<unknown>) {
  const { imports, customers, platform, readModels } = fixture;
  await imports.check(id);
  const row = await findImport(platform.pool, id);
  if (!row) throw new Error('There is no import');
  let looked = 0;
  const parts = {
    ...{ ...fixture, ...platform, tables: readModels },
    pace: createImportPace(() => ({ since: Number.POSITIVE_INFINITY, took: 0 })),
    customers: {
      ...customers,
      async listByIds(ids: readonly number[]) {
        looked += 1;
        if (looked === batch) await beside();
        return customers.listByIds(ids);
      },
    },
  };
  await checkImport(parts, row, new AbortController().signal);
  expect(looked).toBeGreaterThan(batch);
  return imports.require(id);
}

const outcomesOf = async (id: number, rows: readonly number[]) => {
  const all = await fixture.rowsOf(id, { after: null, first: 500 });
  return rows.map((wanted) => all.find(({ row }) => row === wanted)?.outcome);
};

describe('a repair that is made while a sheet is checked', () => {
  it.each([
    ['that is being looked at', { who: 2_000, others: NEAR, batch: 1 }],
    ['that was checked before', { who: 3_000, others: FAR, batch: 2 }],
  ])('of a row %s is known to all that hang on it', async (_which, { who, others, batch }) => {
    const { id } = await uploaded(sheetWithTwin(who, others));
    const [first, twin] = [2, others + 3];
    const repair = { sheet: 0, row: first, column: PHONE, text: '9847000001' };
    const repaired = await checkBeside(id, batch, () => fixture.imports.repairCell(id, repair));
    expect(await outcomesOf(id, [first, twin])).toEqual(['new', 'new']);
    expect(repaired.state).toBe('checked');
    expect(repaired.counts).toMatchObject({ created: others + 2, duplicates: 0 });
  });
});
