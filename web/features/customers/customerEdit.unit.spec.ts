import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../ui/record/history';
import { rebased } from '../../ui/record/rebased';
import { CUSTOMER_EDIT } from './customerEdit';
import { type Customer, formOf } from './customerForm';

const base: Customer = {
  id: 12,
  name: 'Anil Kumar',
  phone: '+919876543210',
  email: null,
  aadhaarNumber: null,
  panNumber: null,
  dateOfBirth: null,
  address: null,
  city: 'Kochi',
  state: null,
  pincode: null,
  kycStatus: 'pending',
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  version: 0,
};
const entry = (version: number): HistoryEntry => ({
  version,
  type: 'CustomerDetailsChanged',
  at: '2026-01-03T03:04:05.000Z',
  actor: { username: 'beena', role: 'agent' },
  summary: 'City changed',
  changes: [],
});
const now: Customer = { ...base, city: 'Thrissur', kycStatus: 'verified', version: 2 };

describe('an edit on a stale version', () => {
  it('keeps what I typed and takes what others changed elsewhere', () => {
    const typed = { ...formOf(base), email: 'anil@example.com' };
    const { values, contests } = rebased(CUSTOMER_EDIT, base, now, typed, []);
    expect(values).toMatchObject({
      email: 'anil@example.com',
      city: 'Thrissur',
      kycStatus: 'verified',
    });
    expect(contests).toEqual([]);
  });

  it('names the fields that both changed, and keeps mine in the form', () => {
    const typed = { ...formOf(base), city: 'Kollam' };
    const { values, contests } = rebased(CUSTOMER_EDIT, base, now, typed, []);
    expect(values.city).toBe('Kollam');
    expect(contests).toEqual([
      { field: 'city', label: 'City', mine: 'Kollam', theirs: 'Thrissur' },
    ]);
  });

  it('is no contest when both typed the same', () => {
    const typed = { ...formOf(base), city: 'Thrissur' };
    expect(rebased(CUSTOMER_EDIT, base, now, typed, []).contests).toEqual([]);
  });

  it('tells only what happened since the edit began', () => {
    const { meanwhile } = rebased(CUSTOMER_EDIT, base, now, formOf(base), [
      entry(0),
      entry(1),
      entry(2),
    ]);
    expect(meanwhile.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('sees by its mask that others changed a number which no form shows', () => {
    const masked = { ...now, aadhaarNumber: 'XXXX XXXX 2346' };
    const typed = { ...formOf(base), aadhaarNumber: '234123412346' };
    expect(rebased(CUSTOMER_EDIT, base, masked, typed, []).contests).toEqual([
      {
        field: 'aadhaarNumber',
        label: 'Aadhaar number',
        mine: '234123412346',
        theirs: 'XXXX XXXX 2346',
      },
    ]);
  });
});
