import { describe, expect, it } from 'vitest';
import { actionsOf, askedBy, groupsOf } from './searchOptions';

const nothing = { items: [], count: 0, exact: true };
const customer = { id: 7, name: 'Lakshmi Nair', phone: '+919876543210' };

const VEHICLE = {
  id: 9,
  policyNumber: 'V-1',
  insuranceCompany: 'Star',
  vehicleNumber: 'KL07AB1234',
  status: 'active' as const,
  customer,
};

describe('a verb before what is looked for', () => {
  it.each([
    ['Renew  lakshmi nair', { verb: 'renew', query: 'lakshmi nair' }],
    ['quote lakshmi', { verb: 'quotation', query: 'lakshmi' }],
    ['call', { verb: 'call', query: '' }],
    ['lakshmi renew', null],
    ['renewal', null],
    ['', null],
  ])('"%s" asks for %j', (typed, asked) => expect(askedBy(typed)).toEqual(asked));

  const renewed = { ...VEHICLE, id: 8, policyNumber: 'V-0', status: 'renewed' as const };
  const results = {
    customers: { items: [customer], count: 1, exact: true },
    healthPolicies: nothing,
    vehiclePolicies: { items: [renewed, VEHICLE], count: 2, exact: true },
    documents: nothing,
    quotations: nothing,
    claims: nothing,
    leads: nothing,
    tasks: nothing,
  };

  it.each([
    ['renew', 'Renew V-1', '/vehicle-insurance?edit=9&change=renew'],
    ['remind', 'Remind of V-1', '/vehicle-insurance?remind=9'],
    ['quotation', 'Add quotation for Lakshmi Nair', '/quotations?add=1&customerId=7'],
    ['upload', 'Upload document of Lakshmi Nair', '/documents?upload=1&customerId=7'],
    ['call', 'Call Lakshmi Nair', 'tel:+919876543210'],
  ])('%s offers "%s"', (verb, title, address) => {
    const opened: string[] = [];
    const open = (to: string) => () => void opened.push(to);
    const [group, ...others] = actionsOf(verb, results, open);
    expect(others).toEqual([]);
    expect(group?.options).toMatchObject([{ title }]);
    const target = group?.options[0]?.target;
    if (target?.to === 'command') target.run();
    expect(opened).toEqual([address]);
  });
});

describe('the groups of what was found', () => {
  it('say how many there are, and leave out the kinds of which there are none', () => {
    const groups = groupsOf(
      {
        customers: { items: [customer], count: 1, exact: true },
        healthPolicies: nothing,
        vehiclePolicies: {
          items: [VEHICLE],
          count: 1,
          exact: true,
        },
        documents: {
          items: [
            { id: 4, fileName: 'PAN.pdf', documentType: 'kyc', customer },
            { id: 5, fileName: 'Old.pdf', documentType: 'kyc', customer: null },
          ],
          count: 2,
          exact: true,
        },
        claims: nothing,
        leads: nothing,
        tasks: nothing,
        quotations: {
          items: [{ id: 3, quotationNumber: 'QT-2026-27-3', insuranceCompany: null, customer }],
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
    expect(groups[3]?.options).toMatchObject([
      {
        title: 'QT-2026-27-3',
        detail: 'Lakshmi Nair',
      },
    ]);
    expect(groups[0]?.options).toMatchObject([
      {
        id: 'search-customer-7',
        target: { to: 'record', record: { kind: 'customer', id: 7 } },
        title: 'Lakshmi Nair',
        detail: '+91 98765 43210',
      },
    ]);
    expect(groups[1]?.options[0]).toMatchObject({
      title: 'V-1',
      detail: 'Lakshmi Nair · KL 07 AB 1234 · Star',
    });
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
          claims: nothing,
          leads: nothing,
          tasks: nothing,
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
