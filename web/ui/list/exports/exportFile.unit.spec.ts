import { customerList } from '@insuremanager/contracts/customers/customerViews';
import { describe, expect, it } from 'vitest';
import { exportQuery } from './exportFile';
import { fileColumns } from './fileColumns';

const sorting = { sort: 'name', direction: 'asc' } as const;

describe('what is exported of a whole list', () => {
  it('says how it is filtered, searched and sorted, and which columns are wanted', () => {
    const filter = { kycStatuses: ['pending', 'rejected'], city: 'Kochi', search: 'Asha & co' };
    expect(exportQuery({ filter, ...sorting }, customerList, ['name', 'phone'])).toBe(
      'sort=name&direction=asc&kycStatus=pending%2Crejected&city=Kochi&search=Asha+%26+co' +
        '&columns=name%2Cphone',
    );
  });

  it('has all columns when none are named', () => {
    expect(exportQuery({ filter: {}, ...sorting }, customerList)).toBe('sort=name&direction=asc');
  });
});

describe('the columns of a file', () => {
  it('say what those of the list show', () => {
    const columns = ['name', 'kyc', 'added', 'state'].map((key) => ({ key }));
    expect(fileColumns('customers', columns)).toEqual(['name', 'kycStatus', 'createdAt', 'state']);
    expect(fileColumns('vehicle-policies', [{ key: 'term' }, { key: 'customer' }])).toEqual([
      ...['startDate', 'endDate', 'customer'],
    ]);
    const further = ['cover', 'cover-type', 'left', 'reminded', 'phone'].map((key) => ({ key }));
    expect(fileColumns('vehicle-policies', further)).toEqual([
      ...['sumAssured', 'coverType', 'daysUntilExpiry', 'customerPhone'],
    ]);
  });
});
