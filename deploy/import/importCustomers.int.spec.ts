import { randomBytes } from 'node:crypto';
import { access, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@insuremanager/services/platform/logger';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServices, type Services } from '../roles/openServices.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import { customerImport } from './customerRows.js';
import { type ImportCounts, importRows } from './importRows.js';
import { rejectedRowsBeside } from './rejectedRows.js';
import { openSpreadsheet } from './spreadsheet.js';

/** A brokerage's spreadsheet with the defects of real life, and what an import must make of it. */
const SAMPLES = new URL('../../../shared/samples/', import.meta.url);
const sampleIsThere = await access(new URL('customers.csv', SAMPLES)).then(
  () => true,
  () => false,
);

let backend: TestBackend;
let services: Services;
let folder: string;

beforeAll(async () => {
  backend = await startTestBackend();
  services = await openServices({
    ...backend,
    masterKey: randomBytes(32),
    logger: createLogger('silent'),
  });
  services.readModels.start();
  folder = await mkdtemp(join(tmpdir(), 'import-'));
});
afterAll(async () => {
  await services.close();
  await backend.stop();
  await rm(folder, { recursive: true });
});

async function importFile(path: string): Promise<ImportCounts & { rejectedFile: string | null }> {
  const rejected = rejectedRowsBeside(path);
  const sheet = await openSpreadsheet(path, customerImport.columns);
  const counts = await importRows({
    sheet,
    rejected,
    take: await customerImport.begin(services, sheet, 'test'),
    columnOf: customerImport.columnOf,
    onProgress: () => undefined,
    width: 32,
  });
  return { ...counts, rejectedFile: await rejected.finish() };
}

const sheet = async (name: string, ...lines: string[]): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, ['Ref,Name,Phone,Email,KYC', ...lines, ''].join('\n'));
  return path;
};

const total = async (): Promise<number> => {
  const head = await services.platform.eventLog.head();
  if (head) expect(await services.readModels.waitFor(head, 20_000)).toBe(true);
  return (await services.customers.count({})).count;
};

describe('importing customers', () => {
  it('rejects a row with its number, field and reason, and keeps the row to be corrected', async () => {
    const path = await sheet(
      'mixed.csv',
      'M1,Anil,9876543210,,Verified',
      'M2,,9876543211,not-an-email,',
      ',No Ref,9876543212,,',
    );
    const { rejectedFile, ...counts } = await importFile(path);
    expect(counts).toEqual({ rows: 3, accepted: 1, warned: 0, repeated: 0, rejected: 2 });
    const rows = parse(await readFile(rejectedFile ?? ''), { bom: true, columns: true });
    expect(rows).toMatchObject([
      {
        Row: '3',
        Field: 'Name; Email',
        Reason: 'Name is required; Enter an email address like name@example.com',
        Ref: 'M2',
        Email: 'not-an-email',
      },
      { Row: '4', Field: 'Ref', Reason: 'Ref is required', Name: 'No Ref' },
    ]);
  });

  it('takes the corrected file of rejected rows', async () => {
    const before = await total();
    const path = join(folder, 'corrected.csv');
    await writeFile(path, 'Row,Field,Reason,Ref,Name,Phone\n3,Name,x,M2,Bina,9876543211\n');
    expect(await importFile(path)).toMatchObject({ accepted: 1, rejectedFile: null });
    expect(await total()).toBe(before + 1);
  });

  it('refuses a Ref that was imported with other values: nothing is overwritten', async () => {
    const path = await sheet('changed.csv', 'M1,Anil Kumar,9876543210,,Verified');
    const { rejectedFile, ...counts } = await importFile(path);
    expect(counts).toMatchObject({ accepted: 0, rejected: 1 });
    expect(await readFile(rejectedFile ?? '', 'utf8')).toContain(
      'imported before with other values',
    );
  });

  it.runIf(sampleIsThere)(
    'makes of the sample what is expected, and doubles nothing',
    async () => {
      const path = join(folder, 'customers.csv');
      await copyFile(new URL('customers.csv', SAMPLES), path);
      const { customers: expected } = JSON.parse(
        await readFile(new URL('expected.json', SAMPLES), 'utf8'),
      );
      const before = await total();

      const first = await importFile(path);
      expect(first).toMatchObject({
        rows: expected.rows,
        accepted: expected.accepted,
        rejected: expected.rejected,
        warned: expected['accept with a warning: Aadhaar checksum fails'],
        repeated: 0,
      });
      expect(await total()).toBe(before + expected.accepted);

      const reasons = parse(await readFile(first.rejectedFile ?? ''), { bom: true, columns: true });
      const count = (field: string) =>
        (reasons as { Field: string }[]).filter((row) => row.Field === field).length;
      expect(count('DOB')).toBe(expected['reject: date of birth that is no date']);
      expect(count('Name')).toBe(expected['reject: name missing']);
      expect(count('Email')).toBe(expected['reject: malformed email']);
      expect(count('Pincode')).toBe(expected['reject: pincode longer than 6']);
      expect(count('Phone')).toBe(
        expected['reject: phone missing'] + expected['reject: phone longer than 15'],
      );

      const head = await services.platform.eventLog.head();
      expect(await importFile(path)).toMatchObject({
        accepted: expected.accepted,
        repeated: expected.accepted,
      });
      expect(await services.platform.eventLog.head()).toEqual(head);
      expect(await total()).toBe(before + expected.accepted);
    },
    180_000,
  );
});
