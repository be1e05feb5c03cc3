import { describe, expect, it } from 'vitest';
import {
  addressOfNarrowing,
  filterOf,
  isNarrowed,
  listViewIn,
  type Narrowing,
  NO_NARROWING,
} from './quotationListAddress';

const viewIn = (search: string) => listViewIn(new URLSearchParams(search));

describe('the address of the list of quotations', () => {
  it('means the newest quotations when it says nothing', () => {
    expect(viewIn('')).toEqual({ search: '', ...NO_NARROWING, sort: 'added', direction: 'desc' });
    expect(isNarrowed(viewIn('sort=total'))).toBe(false);
  });

  it('brings back what it was given', () => {
    const narrowing: Narrowing = {
      statuses: ['pending', 'accepted'],
      pastValidity: true,
      insuranceType: 'vehicle',
      insurer: 'Star Health',
      holderId: 12,
      createdFrom: '2026-01-01',
      createdTo: '2026-03-31',
      totalFrom: '1000.00',
      totalTo: '5000.50',
    };
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(addressOfNarrowing(narrowing))) {
      if (value !== null) params.set(name, value);
    }
    expect(listViewIn(params)).toMatchObject(narrowing);
  });

  it('passes over what it cannot understand', () =>
    expect(viewIn('status=accepted,happy&type=boat&past=yes&from=2026-02-30&min=-5')).toMatchObject(
      {
        ...NO_NARROWING,
        statuses: ['accepted'],
      },
    ));

  it('begins with the highest total, and with the validity that ends first', () => {
    expect(viewIn('sort=total').direction).toBe('desc');
    expect(viewIn('sort=validity').direction).toBe('asc');
  });

  it('asks only for what narrows', () => {
    const view = viewIn('q=%20star%20&past=1&holder=7&max=5000');
    expect(filterOf(view)).toEqual({
      search: 'star',
      pastValidity: true,
      customerId: 7,
      totalTo: '5000.00',
    });
    expect(isNarrowed(view)).toBe(true);
  });
});
