import { describe, expect, it } from 'vitest';
import { groupsOf } from './searchOptions';

const nothing = { items: [], count: 0, exact: true };
const customer = { id: 7, name: 'Lakshmi Nair', phone: '+919876543210' };

describe('the groups of what was found', () => {
  it('say how many there are, and leave out the kinds of which there are none', () => {
    const groups = groupsOf(
      {
        customers: { items: [customer], count: 1, exact: true },
        healthPolicies: nothing,
        vehiclePolicies: {
          items: [{ id: 9, policyNumber: 'V-1', vehicleNumber: 'KL07AB1234' }],
          count: 1,
          exact: true,
        },
        documents: {
          items: [
            { id: 4, fileName: 'PAN.pdf', customer },
            { id: 5, fileName: 'Old.pdf', customer: null },
          ],
          count: 2,
          exact: true,
        },
        quotations: {
          items: [{ id: 3, quotationNumber: 'QT-2026-27-3', insuranceCompany: null }],
          count: 1,
          exact: true,
        },
      },
      'lak',
    );
    expect(groups.map(({ heading }) => heading)).toEqual([
      'Customers (1)',
      'Vehicle Policies (1)',
      'Documents (2)',
      'Quotations (1)',
    ]);
    expect(groups[2]?.options).toMatchObject([
      { title: 'PAN.pdf', detail: 'Lakshmi Nair' },
      { title: 'Old.pdf', detail: 'Deleted customer' },
    ]);
    expect(groups[3]?.options).toMatchObject([{ title: 'QT-2026-27-3', detail: '' }]);
    expect(groups[0]?.options).toEqual([
      {
        id: 'search-customer-7',
        target: { to: 'record', record: { kind: 'customer', id: 7 } },
        title: 'Lakshmi Nair',
        detail: '+91 98765 43210',
      },
    ]);
    expect(groups[1]?.options[0]).toMatchObject({ title: 'V-1', detail: 'KL 07 AB 1234' });
  });

  it('end with the way to the whole list where not all is shown', () => {
    const titleOfLast = (found: { count: number; exact: boolean }) =>
      groupsOf(
        {
          customers: { items: [customer], ...found },
          healthPolicies: nothing,
          vehiclePolicies: nothing,
          documents: nothing,
          quotations: nothing,
        },
        'lak',
      )[0]?.options.at(-1);
    expect(titleOfLast({ count: 23, exact: true })).toMatchObject({
      title: 'Show all 23 customers',
      target: { to: 'list', kind: 'customer', query: 'lak' },
    });
    expect(titleOfLast({ count: 100, exact: false })?.title).toBe('Show all 100+ customers');
  });
});
