import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerImport } from './customerRows.js';
import { type Imported, type ImportScene, openImportScene } from './testing/importing.js';

let scene: ImportScene;

beforeAll(async () => {
  scene = await openImportScene();
});
afterAll(() => scene.close());

const importCustomers = async (name: string, ...lines: string[]): Promise<Imported> =>
  scene.importFile(customerImport, await scene.sheet(name, 'Ref,Name,Phone,Email,KYC', ...lines));

const total = async (): Promise<number> => {
  await scene.shown();
  return (await scene.services.customers.count({})).count;
};

describe('importing customers', () => {
  it('rejects a row with its number, field and reason, and keeps the row to be corrected', async () => {
    const { counts, rejected } = await importCustomers(
      'mixed.csv',
      'M1,Anil,9876543210,,Verified',
      'M2,,9876543211,not-an-email,',
      ',No Ref,9876543212,,',
    );
    expect(counts).toEqual({ rows: 3, accepted: 1, warned: 0, repeated: 0, rejected: 2 });
    expect(rejected).toMatchObject([
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
    const path = await scene.sheet(
      'corrected.csv',
      'Row,Field,Reason,Ref,Name,Phone',
      '3,Name,x,M2,Bina,9876543211',
    );
    const { counts, rejected } = await scene.importFile(customerImport, path);
    expect(counts).toMatchObject({ accepted: 1 });
    expect(rejected).toEqual([]);
    expect(await total()).toBe(before + 1);
  });

  it('refuses a Ref that was imported with other values: nothing is overwritten', async () => {
    const { counts, rejected } = await importCustomers(
      'changed.csv',
      'M1,Anil Kumar,9876543210,,Verified',
    );
    expect(counts).toMatchObject({ accepted: 0, rejected: 1 });
    expect(rejected[0]).toMatchObject({
      Field: 'Ref',
      Reason: expect.stringContaining('imported before with other values'),
    });
  });
});
