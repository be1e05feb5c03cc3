import { customerList } from '@insuremanager/contracts/customers/customerViews';
import { describe, expect, it } from 'vitest';
import { type ExportContent, exportAddress } from './exportFile';
import { fileColumns } from './fileColumns';

const addressOf = (content: ExportContent, columns?: readonly string[]) =>
  exportAddress(
    { list: 'customers', format: 'xlsx', content, ...(columns && { columns }) },
    customerList,
  );
const sorting = { sort: 'name', direction: 'asc' } as const;

describe('the address of a file', () => {
  it('says how the list is filtered and sorted, and which columns are wanted', () => {
    const filter = { kycStatuses: ['pending', 'rejected'], city: 'Kochi' };
    expect(addressOf({ filter, ...sorting }, ['name', 'phone'])).toBe(
      '/api/exports/customers.xlsx?sort=name&direction=asc&kycStatus=pending%2Crejected&city=Kochi' +
        '&columns=name%2Cphone',
    );
  });

  it('names no records, and nothing that is searched for', () => {
    expect(addressOf({ ids: [1] })).toBeNull();
    expect(addressOf({ filter: { search: 'Asha' }, ...sorting })).toBeNull();
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
