import { IMPORT_TARGETS, SHEET_KINDS } from '@insuremanager/contracts/imports/importTargets';
import { describe, expect, it } from 'vitest';
import type { SheetOf } from '../useImports';
import {
  letterOf,
  mappingOf,
  missingOf,
  TARGET_GROUPS,
  withColumn,
  withKind,
  withMeaning,
} from './mapping';

const MAPPING = {
  kind: 'customers' as const,
  columns: ['name', 'phone', null, 'kycStatus'],
  dateOrder: 'dmy' as const,
  values: [{ column: 3, text: 'ok', meaning: 'verified' }],
};

describe('what a column can be', () => {
  it.each(SHEET_KINDS)('offers each field of %s once, under a heading', (kind) => {
    const offered = TARGET_GROUPS[kind].flatMap(({ targets }) => targets.map(({ field }) => field));
    expect(offered.toSorted()).toEqual(Object.keys(IMPORT_TARGETS[kind]).toSorted());
  });

  it('begins with whose a policy is', () =>
    expect(TARGET_GROUPS.health[0]?.heading).toBe('Whose it is'));
});

describe('how a sheet is read', () => {
  it('is what its columns say, and what was said of their words', () => {
    const column = { index: 0, header: 'KYC', field: 'kycStatus', isGuessed: true, examples: [] };
    const values = [
      { text: 'ok', meaning: 'verified', count: 3 },
      { text: '?', meaning: null, count: 1 },
    ];
    const sheet = { kind: 'customers', dateOrder: 'mdy', columns: [{ ...column, values }] };
    expect(mappingOf(sheet as unknown as SheetOf)).toEqual({
      ...{ kind: 'customers', columns: ['kycStatus'], dateOrder: 'mdy' },
      values: [{ column: 0, text: 'ok', meaning: 'verified' }],
    });
  });

  it('has each field in one column only', () =>
    expect(withColumn(MAPPING, 2, 'name').columns).toEqual([null, 'phone', 'name', 'kycStatus']));

  it('forgets what was said of a column that becomes something else', () => {
    expect(withColumn(MAPPING, 3, null).values).toEqual([]);
    expect(withColumn(MAPPING, 2, 'email').values).toEqual(MAPPING.values);
  });

  it('keeps the columns that another kind of rows has, too', () => {
    const { columns, values } = withKind(MAPPING, 'quotations');
    expect(columns).toEqual([null, null, null, null]);
    expect(values).toEqual([]);
    const policy = { ...MAPPING, kind: 'health' as const, columns: ['policyNumber', 'policyType'] };
    expect(withKind(policy, 'vehicle').columns).toEqual(['policyNumber', null]);
  });

  it('says a word anew, or takes back what was said', () => {
    const said = withMeaning(MAPPING, 3, 'ok', 'pending');
    expect(said.values).toEqual([{ column: 3, text: 'ok', meaning: 'pending' }]);
    expect(withMeaning(said, 3, 'ok', null).values).toEqual([
      { column: 3, text: 'ok', meaning: null },
    ]);
  });
});

describe('what is missing', () => {
  it('is nothing of documents where their folders say whose they are', () => {
    const documents = { kind: 'documents' as const, columns: ['file', 'folder'] };
    expect(missingOf(documents)).toEqual([]);
    expect(missingOf({ ...documents, columns: ['file'] })).toHaveLength(1);
  });

  it('is each required field without a column', () => {
    expect(missingOf(MAPPING)).toEqual([]);
    expect(missingOf({ ...MAPPING, columns: ['name'] })).toEqual([
      'Choose the column with the phone',
    ]);
  });

  it('is a column that says whose a policy is; any of them will do', () => {
    const columns = TARGET_GROUPS.health
      .flatMap(({ targets }) => targets)
      .flatMap(({ field, isRequired }) => (isRequired ? field : []));
    expect(missingOf({ kind: 'health', columns })).toEqual([
      'Choose a column that says whose they are, such as the customer’s reference or phone',
    ]);
    expect(missingOf({ kind: 'health', columns: [...columns, 'customerPan'] })).toEqual([]);
  });

  it('is nothing of a sheet that is not imported', () =>
    expect(missingOf({ kind: null, columns: [] })).toEqual([]));
});

it('calls columns as a spreadsheet does', () =>
  expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
  ]));

it('asks no sheet of claims or leads for a column that names the customer', () => {
  const claims = ['policyNumber', 'lossDate', 'kind'];
  expect(missingOf({ kind: 'claims', columns: claims })).toEqual([]);
  expect(missingOf({ kind: 'leads', columns: ['name'] })).toEqual([]);
  expect(missingOf({ kind: 'claims', columns: [] })).toHaveLength(claims.length);
});
