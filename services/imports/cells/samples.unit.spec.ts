import { access, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { importTarget, type SheetKind } from '@insuremanager/contracts/imports/importTargets';
import { describe, expect, it } from 'vitest';
import { guessSheet } from '../guess/guessSheet.js';
import { openSheets } from '../sheets/openSheets.js';
import type { Sheet } from '../sheets/sheet.js';
import { rowTexts } from './rowTexts.js';

/** A brokerage's own sheets, where they are there. */
const SAMPLES = new URL('../../../../shared/samples/', import.meta.url);
const areThere = await access(new URL('expected.json', SAMPLES)).then(
  () => true,
  () => false,
);

async function opened(name: string): Promise<Sheet> {
  const [sheet] = await openSheets(fileURLToPath(new URL(name, SAMPLES)), name);
  if (!sheet) throw new Error('The file has no sheet');
  return sheet;
}

async function guessed(sheet: Sheet) {
  const examples: (readonly string[])[] = [];
  for await (const { cells } of sheet.read()) if (examples.push(cells) === 200) break;
  return guessSheet(sheet.header, examples);
}

/** How many rows each field refuses, by the form's own schema. */
async function refusals(sheet: Sheet, kind: SheetKind, columns: readonly (string | null)[]) {
  const refused: Record<string, number> = {};
  let rows = 0;
  for await (const { cells } of sheet.read()) {
    rows += 1;
    const texts = rowTexts(kind, columns, cells, { dateOrder: 'dmy', values: new Map() });
    for (const [field, text] of Object.entries(texts)) {
      // What a row says nothing of is left open, as in a form.
      const given = text === '' && !importTarget(kind, field)?.isRequired ? undefined : text;
      const accepted = importTarget(kind, field)?.input.safeParse(given).success;
      if (!accepted) refused[field] = (refused[field] ?? 0) + 1;
    }
  }
  return { rows, refused };
}

const expectedOf = async (sheet: string): Promise<Record<string, number>> =>
  JSON.parse(await readFile(new URL('expected.json', SAMPLES), 'utf8'))[sheet];

describe.runIf(areThere)('a brokerage’s own sheets', () => {
  it('of customers are known by their columns, and lose the rows that they should', async () => {
    const sheet = await opened('customers.csv');
    const { kind, columns } = await guessed(sheet);
    expect({ kind, columns }).toEqual({
      kind: 'customers',
      columns: [
        ...['ref', 'name', 'phone', 'email', 'aadhaarNumber', 'panNumber', 'dateOfBirth'],
        ...['address', 'city', 'state', 'pincode', 'kycStatus'],
      ],
    });
    const expected = await expectedOf('customers');
    const { rows, refused } = await refusals(sheet, 'customers', columns);
    expect(rows).toBe(expected.rows);
    expect(refused).toEqual({
      name: expected['reject: name missing'],
      phone:
        (expected['reject: phone missing'] ?? 0) + (expected['reject: phone longer than 15'] ?? 0),
      email: expected['reject: malformed email'],
      dateOfBirth: expected['reject: date of birth that is no date'],
      pincode: expected['reject: pincode longer than 6'],
    });
  });

  it('of policies are of both kinds, and lose the rows whose cells are wrong', async () => {
    const sheet = await opened('policies.csv');
    const { kind, columns } = await guessed(sheet);
    expect({ kind, columns }).toEqual({
      kind: 'policies',
      columns: [
        ...['kind', 'customerRef', 'policyNumber', 'insuranceCompany', 'policyType'],
        ...['vehicleNumber', 'vehicleType', 'vehicleMake', 'vehicleModel', 'vehicleYear'],
        ...['engineNumber', 'chassisNumber', 'sumAssured', 'premiumAmount', 'premiumFrequency'],
        ...['startDate', 'endDate', 'status'],
      ],
    });
    const expected = await expectedOf('policies');
    const { rows, refused } = await refusals(sheet, 'policies', columns);
    expect(rows).toBe(expected.rows);
    // Each row lacks what the other kind has.
    const { policyType: _type, vehicleNumber: _plate, vehicleType: _vehicle, ...others } = refused;
    expect(others).toEqual({
      premiumAmount: expected['reject: negative premium'],
      premiumFrequency: expected['reject: unknown frequency'],
    });
  });
});
