import { describe, expect, it } from 'vitest';
import {
  addressOfNarrowing,
  filterOf,
  isNarrowed,
  listViewIn,
  type Narrowing,
  NO_NARROWING,
} from './policyListAddress';

const viewIn = (search: string) => listViewIn('health', new URLSearchParams(search));

describe('the address of a list of policies', () => {
  it('means the newest policies when it says nothing', () =>
    expect(viewIn('')).toEqual({ search: '', ...NO_NARROWING, sort: 'added', direction: 'desc' }));

  it('brings back what it was given', () => {
    const narrowing: Narrowing = {
      statuses: ['active', 'expired'],
      insurer: 'Star Health',
      types: ['family'],
      endsFrom: '2026-01-01',
      endsTo: '2026-03-31',
      premiumFrom: '1000.00',
      premiumTo: '5000.50',
      kycStatuses: ['pending'],
      holderId: 12,
      expiringSoon: true,
    };
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(addressOfNarrowing(narrowing))) {
      if (value !== null) params.set(name, value);
    }
    expect(listViewIn('health', params)).toMatchObject(narrowing);
  });

  it('passes over what it cannot understand', () => {
    const view = viewIn('status=active,happy&type=car&from=2026-02-30&min=-5&max=1,20&soon=yes');
    expect(view).toMatchObject({
      statuses: ['active'],
      types: [],
      endsFrom: null,
      premiumFrom: '',
      premiumTo: '',
      expiringSoon: false,
    });
  });

  it('begins with the highest premium, and with the first end', () => {
    expect(viewIn('sort=premium').direction).toBe('desc');
    expect(viewIn('sort=ends').direction).toBe('asc');
  });

  it('asks only for what narrows, by the types of its kind', () => {
    expect(filterOf('health', viewIn('q=%20star%20&type=family'))).toEqual({
      kind: 'health',
      search: 'star',
      policyTypes: ['family'],
    });
    const cars = listViewIn('vehicle', new URLSearchParams('type=truck&min=1000'));
    expect(filterOf('vehicle', cars)).toEqual({
      kind: 'vehicle',
      vehicleTypes: ['truck'],
      premiumFrom: '1000.00',
    });
    expect(isNarrowed('health', viewIn('sort=ends'))).toBe(false);
  });
});
