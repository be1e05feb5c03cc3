import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerImport } from './customerRows.js';
import { policyImport } from './policyRows.js';
import { type Imported, type ImportScene, openImportScene } from './testing/importing.js';

let scene: ImportScene;

beforeAll(async () => {
  scene = await openImportScene();
});
afterAll(() => scene.close());

const HEADER =
  'Type,CustomerRef,PolicyNumber,InsuranceCompany,PolicyType,VehicleNumber,VehicleType,' +
  'SumAssured,Premium,Frequency,StartDate,EndDate,Status';
const health = (ref: string, number: string, premium = '9029.95') =>
  `health,${ref},${number},Star Health,individual,,,500000,${premium},yearly,30/11/2025,29/11/2026,active`;

const importPolicies = async (name: string, ...lines: string[]): Promise<Imported> =>
  scene.importFile(policyImport, await scene.sheet(name, HEADER, ...lines));

const listed = async (search: string) => {
  await scene.projected();
  const page = await scene.services.policies.list({
    filter: { search },
    sort: 'number',
    direction: 'asc',
    limit: 50,
  });
  return page.items;
};

const importCustomers = async (name: string, ...lines: string[]): Promise<Imported> =>
  scene.importFile(customerImport, await scene.sheet(name, 'Ref,Name,Phone,Email,KYC', ...lines));

const total = async (): Promise<number> => {
  await scene.projected();
  return (await scene.services.customers.count({})).count;
};

describe('importing policies before any customer', () => {
  it('says that the customers come first, and takes no row', async () => {
    await expect(importPolicies('early.csv', health('P1', 'EARLY-1'))).rejects.toThrow(
      /Import the customers first/,
    );
    expect(await listed('EARLY-1')).toEqual([]);
  });
});

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

describe('importing policies', () => {
  beforeAll(async () => {
    const path = await scene.sheet(
      'customers.csv',
      'Ref,Name,Phone',
      'P1,Anil,9876543210',
      'P2,Bina,9876543211',
      'P3,Chitra,9876543212',
    );
    await scene.importFile(customerImport, path);
  });

  it('issues them to the customers of their Refs, in normal form', async () => {
    const { counts } = await importPolicies(
      'good.csv',
      health('P1', 'GOOD-1', '"₹1,09,029.95"'),
      'Vehicle, P2 ,GOOD-2,TATA AIG,,kl-07 ab 1234,Car,381000,0,Half Yearly,2025-11-30,29-11-2026,Expired',
    );
    expect(counts).toMatchObject({ rows: 2, accepted: 2, repeated: 0, rejected: 0 });
    expect(await listed('GOOD-')).toMatchObject([
      { policyNumber: 'GOOD-1', premiumAmount: '109029.95', status: 'active' },
      {
        policyNumber: 'GOOD-2',
        vehicleNumber: 'KL07AB1234',
        vehicleType: 'car',
        premiumFrequency: 'half-yearly',
        startDate: '2025-11-30',
        endDate: '2026-11-29',
        status: 'expired',
      },
    ]);
  });

  it('rejects a row with its number, its columns and what to do', async () => {
    const { counts, rejected } = await importPolicies(
      'bad.csv',
      'life,P1,B-1,Star Health,individual,,,500000,1,yearly,30/11/2025,29/11/2026,active',
      health('P9', 'B-2', '-5'),
      'health,P1,B-3,Star Health,individual,,,500000,1,weekly,30/11/2025,29/11/2026,',
      'health,P1,B-4,Star Health,individual,,,500000,1,yearly,30/11/2025,29/11/2025,',
      'vehicle,,B-5,Digit,,,car,500000,abc,yearly,31/02/2025,29/11/2025,',
    );
    expect(counts).toMatchObject({ rows: 5, accepted: 0, rejected: 5 });
    expect(rejected.map(({ Row, Field }) => [Row, Field])).toEqual([
      ['2', 'Type'],
      ['3', 'CustomerRef; Premium'],
      ['4', 'Frequency'],
      ['5', 'EndDate'],
      ['6', 'CustomerRef; VehicleNumber; Premium; StartDate'],
    ]);
    expect(rejected[1]?.Reason).toContain('No customer was imported with the Ref P9.');
    expect(rejected[2]?.Reason).toContain('monthly, quarterly, half-yearly, yearly');
  });

  it('takes the corrected file of rejected rows', async () => {
    const { counts } = await importPolicies('bad.corrected.csv', health('P1', 'B-4'));
    expect(counts).toMatchObject({ accepted: 1, repeated: 0, rejected: 0 });
  });

  it('gives a policy number to the first row that can have it, in both kinds', async () => {
    const lines = [
      health('P1', 'N-1', '-5'),
      health('P1', 'N-1'),
      health('P2', 'n - 1'),
      health('P1', 'N-1'),
      'vehicle,P2,N-1,Digit,,KL07AB1234,car,500000,1,yearly,30/11/2025,29/11/2026,',
    ];
    const first = await importPolicies('numbers.csv', ...lines);
    expect(first.counts).toMatchObject({ accepted: 1, repeated: 0, rejected: 4 });
    expect(first.rejected.map(({ Row, Field }) => [Row, Field])).toEqual([
      ['2', 'Premium'],
      ['4', 'PolicyNumber'],
      ['5', 'PolicyNumber'],
      ['6', 'PolicyNumber'],
    ]);
    expect(first.rejected[1]?.Reason).toContain('already used by row 3 of this file');

    const again = await importPolicies('numbers.csv', ...lines);
    expect(again.counts).toMatchObject({ accepted: 1, repeated: 1, rejected: 4 });
    expect(again.rejected).toEqual(first.rejected);
  });

  it('refuses a number that another policy has, which stays as it is', async () => {
    const { counts, rejected } = await importPolicies('taken.csv', health('P2', 'GOOD-1'));
    expect(counts).toMatchObject({ accepted: 0, rejected: 1 });
    expect(rejected[0]).toMatchObject({
      Field: 'PolicyNumber',
      Reason: expect.stringMatching(/already used by a health policy of Anil\. Correct the number/),
    });
    expect(await listed('GOOD-1')).toMatchObject([{ premiumAmount: '109029.95' }]);
  });

  it('writes nothing when a file comes again, even in another spelling', async () => {
    await importPolicies('twice.csv', health('P1', 'T-1'));
    const head = await scene.services.platform.eventLog.head();
    const { counts } = await importPolicies(
      'twice.csv',
      'HEALTH,P1, T-1,Star Health ,Individual,,,"5,00,000",₹9029.95,annual,2025-11-30,29-11-2026,',
    );
    expect(counts).toMatchObject({ accepted: 1, repeated: 1, rejected: 0 });
    expect(await scene.services.platform.eventLog.head()).toEqual(head);
  });

  it('does not know a customer who was deleted since', async () => {
    const { items } = await scene.services.customers.list({
      filter: { search: 'Chitra' },
      sort: 'added',
      direction: 'asc',
      limit: 1,
    });
    const context = {
      commandId: crypto.randomUUID(),
      actor: { userId: 1, username: 'anil', role: 'agent' },
      correlationId: 'test',
    } as const;
    await scene.services.customers.delete(items[0]?.id ?? 0, context);
    const { rejected } = await importPolicies('deleted.csv', health('P3', 'D-1'));
    expect(rejected).toMatchObject([
      {
        Row: '2',
        Field: 'CustomerRef',
        Reason: expect.stringContaining('Ref P3 has been deleted'),
      },
    ]);
  });
});
