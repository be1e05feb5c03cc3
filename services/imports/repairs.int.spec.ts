import type { ImportView, SheetMapping } from '@insuremanager/contracts/imports/importViews';
import { csvOf, openImportFixture } from '@insuremanager/deploy/testing/importFixture';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { person } from './testing/people.js';
import { xlsxOf } from './testing/workbooks.js';

const fixture = testFixture(openImportFixture);

const HEADER = ['Name', 'Phone', 'City', 'DOB', 'KYC'];
const DOB = HEADER.indexOf('DOB');
const KYC = HEADER.indexOf('KYC');
const rowOf = (n: number, given: Readonly<Record<string, string>> = {}) => {
  const usual: Readonly<Record<string, string>> = {
    ...{ Name: person.name(n), Phone: person.phone(n), City: person.city(n) },
    ...{ DOB: '12/03/1980', KYC: 'Verified' },
  };
  return HEADER.map((name) => given[name] ?? usual[name] ?? '');
};

const outcomesOf = async ({ id }: Pick<ImportView, 'id'>) =>
  (await fixture.rowsOf(id)).map(({ outcome }) => outcome);
const mappingOf = (view: ImportView, given: Partial<SheetMapping> = {}): SheetMapping => {
  const [sheet] = view.sheets;
  return {
    ...{ kind: sheet?.kind ?? null, dateOrder: sheet?.dateOrder ?? 'dmy', values: [] },
    columns: (sheet?.columns ?? []).map(({ field }) => field),
    ...given,
  };
};
const customerOf = async ({ id }: Pick<ImportView, 'id'>, row: number) => {
  const found = (await fixture.rowsOf(id)).find((one) => one.row === row);
  return fixture.customers.find(found?.record?.id ?? 0);
};

describe('cells that are repaired', () => {
  it('are all with the same text in that column, however many, and no others', async () => {
    // More than are read at once.
    const many = Array.from({ length: 1_050 }, (_, nth) =>
      rowOf(nth, { Name: `Repaired ${nth}`, ...(nth % 3 === 0 && { DOB: '31/02/1980' }) }),
    );
    const others = [
      rowOf(1_100, { Name: 'Other day', DOB: '30/02/1980' }),
      rowOf(1_101, { Name: 'Other column', City: '31/02/1980' }),
    ];
    const checked = await fixture.checked('days.csv', csvOf([HEADER, ...many, ...others]));
    expect(checked.counts).toMatchObject({ created: 701, rejected: 351 });
    const all = { sheet: 0, column: DOB, from: '31/02/1980', to: '28/02/1980' };
    await fixture.imports.repairCells(checked.id, all);
    const repaired = await fixture.becomes(checked.id, 'checked');
    expect(repaired.counts).toMatchObject({ created: 1_051, rejected: 1 });
    const [left, none] = await fixture.rowsOf(checked.id, { only: 'problem' });
    expect(left).toMatchObject({ cells: others[0], repaired: [] });
    expect(none).toBeUndefined();
    const [, , last] = await fixture.rowsOf(checked.id, { after: '1050' });
    expect(last).toMatchObject({ cells: others[1], repaired: [] });

    // What they said at first is no repair.
    const back = { ...all, from: all.to, to: all.from };
    await fixture.imports.repairCells(checked.id, back);
    await fixture.becomes(checked.id, 'checked');
    const [first] = await fixture.rowsOf(checked.id);
    expect(first).toMatchObject({ outcome: 'problem', cells: many[0], repaired: [] });
    await fixture.imports.discardImport(checked.id);
  });

  it('come to what they would have come to at once, also in the rows that hang on them', async () => {
    const [n, other] = [1_200, 1_201];
    const links = ['Client Name', 'Client Mobile', 'Policy No', 'Insurance Company', 'Policy Type'];
    const people = [
      rowOf(n, { DOB: 'unknown day' }),
      rowOf(n, { City: 'Elsewhere' }),
      rowOf(other),
    ];
    const cover = [
      'Star Health',
      'individual',
      '300000',
      '9000',
      'yearly',
      '1/4/2026',
      '31/3/2027',
    ];
    const policies = [
      [...links, 'Sum Insured', 'Premium', 'Frequency', 'Start Date', 'End Date'],
      [person.name(n), person.phone(n), 'R/1', ...cover],
    ];
    const workbook = (dob: string) =>
      xlsxOf([
        { name: 'People', rows: [HEADER, people[0]?.with(DOB, dob) ?? [], ...people.slice(1)] },
        { name: 'Policies', rows: policies },
      ]);
    const wrong = await fixture.checked('wrong.xlsx', await workbook('unknown day'));
    expect(await outcomesOf(wrong)).toEqual(['problem', 'new', 'new']);
    const repair = { sheet: 0, row: 2, column: DOB, text: '12/03/1980' };
    await fixture.imports.repairCell(wrong.id, repair);
    const repaired = await fixture.becomes(wrong.id, 'checked');
    const right = await fixture.checked('right.xlsx', await workbook('12/03/1980'));
    expect(await outcomesOf(repaired)).toEqual(['new', 'duplicate', 'new']);
    const rows = async ({ id }: ImportView, sheet: number) =>
      (await fixture.rowsOf(id, { sheet })).map(({ repaired: _which, ...row }) => row);
    for (const sheet of [0, 1]) {
      expect(await rows(repaired, sheet)).toEqual(await rows(right, sheet));
    }
    expect(repaired.counts).toMatchObject({ ...right.counts, done: repaired.counts.done });
    await fixture.imports.discardImport(wrong.id);
    await fixture.imports.discardImport(right.id);
  });
});

describe('a row that looks like a duplicate', () => {
  it('is written when that is said, left out when it is taken back, and undone as a new one', async () => {
    const [n, m] = [1_300, 1_301];
    const known = await fixture.imported('known.csv', csvOf([HEADER, rowOf(n)]));
    const twins = [rowOf(n, { City: 'Vadakara' }), rowOf(m), rowOf(m, { City: 'Payyoli' })];
    const checked = await fixture.checked('twins.csv', csvOf([HEADER, ...twins]));
    const { id } = checked;
    expect(await outcomesOf(checked)).toEqual(['duplicate', 'new', 'duplicate']);
    const take = async (rows: readonly number[] | null, areTaken: boolean) => {
      await fixture.imports.takeDuplicates(id, { sheet: 0, rows, areTaken });
      await fixture.becomes(id, 'checked');
      return (await fixture.rowsOf(id)).map(({ outcome, isTaken }) => [outcome, isTaken]);
    };
    const [left, fresh, taken] = [
      ['duplicate', false],
      ['new', false],
      ['new', true],
    ];
    expect(await take([2], true)).toEqual([taken, fresh, left]);
    expect(await take([2], false)).toEqual([left, fresh, left]);
    expect(await take(null, true)).toEqual([taken, fresh, taken]);
    expect(await take(null, false)).toEqual([left, fresh, left]);
    expect(await take([2, 4], true)).toEqual([taken, fresh, taken]);

    const done = await fixture.write(checked);
    expect(done.counts).toMatchObject({ created: 3, changed: 0, duplicates: 0 });
    expect(await customerOf(done, 2)).toMatchObject({ name: person.name(n), city: 'Vadakara' });
    expect(await customerOf(done, 4)).toMatchObject({ name: person.name(m), city: 'Payyoli' });
    expect(await customerOf(known, 2)).toMatchObject({ city: person.city(n) });

    const undone = await fixture.undo(done);
    expect(undone.counts).toMatchObject({ undone: 3, kept: 0 });
    for (const row of [2, 3, 4]) expect(await customerOf(done, row)).toBeNull();
    expect(await customerOf(known, 2)).toMatchObject({ city: person.city(n) });
  });
});

describe('what is said of a sheet', () => {
  it('is said of the next one with the same columns: kind, columns, dates, words', async () => {
    const header = [...HEADER, 'Lives in'];
    const rows = [1_400, 1_401].map((n) => [...rowOf(n, { KYC: 'seen at counter' }), 'Wayanad']);
    const first = await fixture.upload('first.csv', csvOf([header, ...rows]));
    expect(first.sheets[0]).toMatchObject({ isRemembered: false, dateOrder: 'dmy' });
    const guessed = mappingOf(first).columns.slice(0, -1);
    const said = [...guessed.with(HEADER.indexOf('City'), null).with(KYC, 'kycStatus'), 'city'];
    const values = [{ column: KYC, text: 'seen at counter', meaning: 'verified' }];
    const mapping = mappingOf(first, { columns: said, dateOrder: 'mdy', values });
    await fixture.imports.mapSheet(first.id, 0, mapping);
    await fixture.imports.discardImport(first.id);

    const second = await fixture.upload('second.csv', csvOf([header, ...rows]));
    expect(second.sheets[0]).toMatchObject({ isRemembered: true, kind: 'customers' });
    expect(second.sheets[0]?.dateOrder).toBe('mdy');
    expect(second.sheets[0]?.columns.map(({ field }) => field)).toEqual(said);
    const done = await fixture.write(await fixture.check(second));
    expect(await customerOf(done, 3)).toMatchObject({
      ...{ name: person.name(1_401), city: 'Wayanad', kycStatus: 'verified' },
      dateOfBirth: '1980-12-03',
    });

    // One column more is another sheet.
    const other = csvOf([
      [...header, 'Remarks'],
      [...(rows[0] ?? []), ''],
    ]);
    const third = await fixture.upload('third.csv', other);
    expect(third.sheets[0]).toMatchObject({ isRemembered: false, dateOrder: 'dmy' });
    await fixture.imports.discardImport(third.id);
  });

  it('is taken back word by word', async () => {
    const header = [...HEADER, 'Branch'];
    const rows = [[...rowOf(1_500, { KYC: 'half done' }), 'Kollam']];
    const view = await fixture.upload('words.csv', csvOf([header, ...rows]));
    const columns = mappingOf(view).columns.with(KYC, 'kycStatus');
    const word = (meaning: string | null) =>
      mappingOf(view, { columns, values: [{ column: KYC, text: ' half done ', meaning }] });
    await fixture.imports.mapSheet(view.id, 0, word('pending'));
    expect(await outcomesOf(await fixture.check(view))).toEqual(['new']);
    await fixture.imports.mapSheet(view.id, 0, word(null));
    const checked = await fixture.check(view);
    expect(await outcomesOf(checked)).toEqual(['problem']);
    expect(checked.sheets[0]?.columns[KYC]?.values).toEqual([
      { text: 'half done', meaning: null, count: 1 },
    ]);
    await fixture.imports.discardImport(view.id);
  });
});
