import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isExhaustive } from '../testing/exhaustive.js';
import { customerImport } from './customerRows.js';
import type { ImportKind } from './importRows.js';
import { policyImport } from './policyRows.js';
import {
  type ImportScene,
  openImportScene,
  type RejectedRow,
  SAMPLES,
  samplesAreThere,
} from './testing/importing.js';

const whole = isExhaustive(import.meta.url);

let scene: ImportScene;

const expectedOf = async (sheet: string): Promise<Record<string, number>> =>
  JSON.parse(await readFile(new URL('expected.json', SAMPLES), 'utf8'))[sheet];

const rejectedFor = (rows: readonly RejectedRow[], field: string, reason = ''): number =>
  rows.filter((row) => row.Field === field && row.Reason?.includes(reason)).length;

/** The second time every accepted row was imported before, and the log stays as it is. */
async function importsOnce(kind: ImportKind, path: string, expected: Record<string, number>) {
  const first = await scene.importFile(kind, path);
  const { rows, accepted, rejected } = expected;
  expect(first.counts).toMatchObject({ rows, accepted, rejected, repeated: 0 });
  const head = await scene.services.platform.eventLog.head();
  const second = await scene.importFile(kind, path);
  expect(second.counts).toMatchObject({ rows, accepted, rejected, repeated: accepted });
  expect(second.rejected).toEqual(first.rejected);
  expect(await scene.services.platform.eventLog.head()).toEqual(head);
  await scene.projected();
  return first;
}

describe.runIf(samplesAreThere)('importing a brokerage’s own sheets', () => {
  beforeAll(async () => {
    scene = await openImportScene();
  });
  afterAll(() => scene.close());

  it('makes of the customers what is expected, once', async () => {
    const expected = await expectedOf('customers');
    const path = await scene.copyOf(new URL('customers.csv', SAMPLES), 'customers.csv');
    const { counts, rejected } = await importsOnce(customerImport, path, expected);
    expect(counts.warned).toBe(expected['accept with a warning: Aadhaar checksum fails']);
    expect(await scene.services.customers.count({})).toMatchObject({ count: expected.accepted });
    expect({
      'reject: date of birth that is no date': rejectedFor(rejected, 'DOB'),
      'reject: name missing': rejectedFor(rejected, 'Name'),
      'reject: malformed email': rejectedFor(rejected, 'Email'),
      'reject: pincode longer than 6': rejectedFor(rejected, 'Pincode'),
      'reject: phone missing': rejectedFor(rejected, 'Phone', 'is required'),
      'reject: phone longer than 15': rejectedFor(rejected, 'Phone', 'at most 15'),
    }).toEqual(rejections(expected));
  });

  it.runIf(whole)(
    'makes of their policies what is expected, once',
    async () => {
      const expected = await expectedOf('policies');
      const path = await scene.copyOf(new URL('policies.csv', SAMPLES), 'policies.csv');
      const { rejected } = await importsOnce(policyImport, path, expected);
      const { health, vehicle } = await countedPolicies();
      expect(health + vehicle).toBe(expected.accepted);
      expect({
        'reject: negative premium': rejectedFor(rejected, 'Premium', 'negative'),
        'reject: ends before it starts': rejectedFor(rejected, 'EndDate', 'before the start'),
        'reject: unknown customer': rejectedFor(rejected, 'CustomerRef', 'No customer'),
        'reject: policy number already used': rejectedFor(rejected, 'PolicyNumber', 'already used'),
        'reject: unknown frequency': rejectedFor(rejected, 'Frequency', 'one of'),
      }).toEqual(rejections(expected));
    },
    600_000,
  );
});

const rejections = (expected: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(expected).filter(([name]) => name.startsWith('reject: ')));

async function countedPolicies() {
  const { policies } = scene.services;
  const counted = async (kind: 'health' | 'vehicle') => (await policies.count({ kind })).count;
  return { health: await counted('health'), vehicle: await counted('vehicle') };
}
