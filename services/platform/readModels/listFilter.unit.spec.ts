import { customerList } from '@insuremanager/contracts/customers/customerViews';
import { describe, expect, it } from 'vitest';
import { listIndexes } from './listFilter.js';

describe('the indexes that a list is walked by', () => {
  const sorts = { name: 'name_key', added: 'created_at', kyc: 'kyc_status' };
  const indexes = listIndexes(customerList, sorts);

  it('have each sort, also behind each value that is filtered by', () => {
    expect(indexes).toEqual(expect.arrayContaining(['(name_key, id)', '(created_at, id)']));
    expect(indexes).toEqual(
      expect.arrayContaining(['(kyc_status, name_key, id)', '(city_key, created_at, id)']),
    );
  });

  it('go on with days behind a column of few values, which leaves ids as the order', () => {
    expect(indexes).toContain('(kyc_status, id, created_at)');
    expect(indexes).not.toContain('(kyc_status, id)');
  });

  it('are there once each', () => expect(new Set(indexes).size).toBe(indexes.length));
});
