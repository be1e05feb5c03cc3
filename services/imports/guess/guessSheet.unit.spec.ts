import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IMPORT_TARGETS, SHEET_KINDS } from '@insuremanager/contracts/imports/importTargets';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSheets } from '../sheets/openSheets.js';
import { person, written } from '../testing/people.js';
import {
  FOREIGN_SHEETS,
  fileNameOf,
  MADE_SHEETS,
  type MadeSheet,
  madeFile,
} from '../testing/peoplesSheets.js';
import { type GuessedSheet, guessSheet } from './guessSheet.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guesses-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function guessed(made: MadeSheet): Promise<GuessedSheet & { header: readonly string[] }> {
  const path = join(folder, fileNameOf(made));
  await writeFile(path, await madeFile(made));
  const [sheet] = await openSheets(path, fileNameOf(made));
  if (!sheet) throw new Error('The file has no sheet');
  const examples: (readonly string[])[] = [];
  for await (const { cells } of sheet.read()) examples.push(cells);
  return { header: sheet.header, ...guessSheet(sheet.header, examples, { sheetName: sheet.name }) };
}

/** How the columns of sheets were guessed: all that are right, and those that fill a wrong field. */
async function guessesOf(sheets: readonly MadeSheet[]) {
  const columns: { of: string; header: string; expected: string | null; guess: string | null }[] =
    [];
  for (const made of sheets) {
    const { columns: guesses } = await guessed(made);
    for (const [at, [header, expected]] of made.columns.entries()) {
      columns.push({ of: made.title, header, expected, guess: guesses[at] ?? null });
    }
  }
  const toFill = columns.filter(({ expected }) => expected !== null);
  return {
    right: columns.filter(({ expected, guess }) => guess === expected).length / columns.length,
    found: toFill.filter(({ expected, guess }) => guess === expected).length / toFill.length,
    wrong: columns.filter(({ expected, guess }) => guess !== null && guess !== expected),
  };
}

describe('guessing what sheets are that people made', () => {
  it.each([...MADE_SHEETS, ...FOREIGN_SHEETS])(
    'tells the kind of $title, and how its dates are written',
    async (made) => {
      const { kind, dateOrder, header } = await guessed(made);
      expect({ kind, dateOrder, header }).toEqual({
        kind: made.kind,
        dateOrder: made.dateOrder ?? 'dmy',
        header: made.columns.map(([name]) => name),
      });
    },
  );

  it('guesses at least 95 % of the columns of thirty sheets, and none of them wrong', async () => {
    const { right, found, wrong } = await guessesOf(MADE_SHEETS);
    expect(MADE_SHEETS).toHaveLength(30);
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(0.95);
    expect(found).toBeGreaterThanOrEqual(0.95);
  });

  it('guesses as well where others named the columns', async () => {
    const { right, wrong } = await guessesOf(FOREIGN_SHEETS);
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(0.95);
  });
});

const rows = (...columns: readonly ((n: number) => string)[]): string[][] =>
  Array.from({ length: 20 }, (_, n) => columns.map((cell) => cell(n)));

describe('guessing the columns of a sheet', () => {
  it('gives a field to one column only, to the one that is called so most plainly', () => {
    const header = ['Name', 'Phone', 'Mobile No', 'Contact'];
    const examples = rows(person.name, person.phone, (n) => person.phone(n + 50), person.phone);
    expect(guessSheet(header, examples).columns).toEqual(['name', null, 'phone', null]);
  });

  it('takes the premium with tax for the premium, whatever other premiums there are', () => {
    const header = ['Policy No', 'Vehicle No', 'Net Premium', 'GST', 'Total Premium', 'TP Premium'];
    const { premium, policyNumber, plate } = person;
    const examples = rows(policyNumber, plate, premium, premium, premium, premium);
    expect(guessSheet(header, examples).columns).toEqual([
      ...['policyNumber', 'vehicleNumber', null, null, 'premiumAmount', 'thirdPartyPremium'],
    ]);
  });

  it.each([
    ['Nominee Mobile', person.phone],
    ['Agent PAN', person.pan],
    ['Previous Vehicle No', person.plate],
    ['Spouse DOB', (n: number) => written.slashes(person.birth(n))],
    ['Branch Email', person.email],
  ])('leaves %s open, whatever is in it', (name, cell) => {
    const guess = guessSheet(['Name', 'City', name], rows(person.name, person.city, cell));
    expect(guess).toMatchObject({ kind: 'customers', columns: ['name', 'city', null] });
  });

  it('takes the nominee of a health policy, and leaves that of a vehicle open', () => {
    const nominee = ['Nominee Name', 'Relationship with Nominee', 'Nominee DOB', 'Appointee'];
    const birth = (n: number) => written.slashes(person.birth(n));
    const cells = [person.name, () => 'Daughter', birth, person.name] as const;
    const health = ['Policy No', 'Sum Insured', 'Plan', ...nominee];
    const floater = rows(person.policyNumber, person.sumInsured, () => 'Floater', ...cells);
    expect(guessSheet(health, floater, { sheetName: 'Mediclaim' })).toMatchObject({
      kind: 'health',
      columns: [
        ...['policyNumber', 'sumAssured', 'policyType'],
        ...['nomineeName', 'nomineeRelation', 'nomineeBirthDate', 'appointeeName'],
      ],
    });
    const motor = rows(person.policyNumber, person.plate, person.premium, ...cells);
    const header = ['Policy No', 'Vehicle No', 'Premium', ...nominee];
    expect(guessSheet(header, motor).columns.slice(3)).toEqual([null, null, null, null]);
  });

  it('does not believe a name when the column holds something else', () => {
    const header = ['Name', 'Email', 'DOB', 'Mobile'];
    const examples = rows(person.name, person.city, person.occupation, person.phone);
    expect(guessSheet(header, examples).columns).toEqual(['name', null, null, 'phone']);
  });

  it('takes a column of plates for plates although it is called otherwise', () => {
    const header = ['Insured', 'Vehicle', 'Policy No', 'Details'];
    const examples = rows(person.name, person.model, person.policyNumber, person.plate);
    expect(guessSheet(header, examples).columns).toEqual([
      ...['customerName', null, 'policyNumber', 'vehicleNumber'],
    ]);
  });

  it('guesses for the kind that a person said, and keeps to what that kind has', () => {
    const header = ['Name', 'Mobile', 'Email', 'Policy No'];
    const examples = rows(person.name, person.phone, person.email, person.policyNumber);
    expect(guessSheet(header, examples, { kind: 'customers' }).columns).toEqual([
      ...['name', 'phone', 'email', null],
    ]);
    expect(guessSheet(header, examples, { kind: 'vehicle' }).columns).toEqual([
      ...['customerName', 'customerPhone', null, 'policyNumber'],
    ]);
  });

  it('guesses nothing of a sheet that tells of something else', () => {
    const header = ['Item', 'Quantity', 'Rate'];
    const examples = rows(person.make, person.serial, person.premium);
    expect(guessSheet(header, examples)).toEqual({
      kind: null,
      columns: [null, null, null],
      dateOrder: 'dmy',
    });
  });

  it('reads dates with the month first only where one says so and none speaks against it', () => {
    const orderOf = (...days: string[]) =>
      guessSheet(
        ['DOB'],
        days.map((day) => [day]),
      ).dateOrder;
    expect(orderOf('03/04/2024', '12/25/2023')).toBe('mdy');
    expect(orderOf('03/04/2024', '05/06/2024')).toBe('dmy');
    expect(orderOf('12/25/2023', '25/12/2023')).toBe('dmy');
  });

  it('names a field once at most, and only one of the kind, whatever a sheet holds', () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('9876543210', 'KL07AB1234', '12/03/2024', 'Star Health', '5 lakh', 'a@b.in'),
    );
    const name = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('Name', 'Mobile', 'Policy No', 'Type', 'Premium', 'Expiry', 'Quote No', ''),
    );
    const sheet = fc
      .integer({ min: 1, max: 8 })
      .chain((width) =>
        fc.tuple(
          fc.array(name, { minLength: width, maxLength: width }),
          fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }),
        ),
      );
    fc.assert(
      fc.property(sheet, fc.option(fc.constantFrom(...SHEET_KINDS)), ([header, examples], said) => {
        const { kind, columns } = guessSheet(header, examples, said ? { kind: said } : {});
        const fields = columns.filter((field) => field !== null);
        expect(columns).toHaveLength(header.length);
        expect(new Set(fields).size).toBe(fields.length);
        if (said) expect(kind).toBe(said);
        for (const field of fields)
          expect(Object.keys(IMPORT_TARGETS[kind ?? 'customers'])).toContain(field);
      }),
    );
  });
});
