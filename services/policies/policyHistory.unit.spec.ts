import {
  PolicyCancelled,
  PolicyDetailsChanged,
  PolicyEndorsed,
  PolicyHolderChanged,
  PolicyIssued,
} from '@insuremanager/contracts/policies/policyEvents';
import { recorded } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { policyHistory } from './policyHistory.js';
import { cover, expired, identity, ids, issued, renewed } from './testing/storyOfPolicy.js';

const toldOf = (...events: Parameters<typeof recorded>[0]) =>
  policyHistory(recorded(events) as Parameters<typeof policyHistory>[0]);
const lastOf = (...events: Parameters<typeof recorded>[0]) => toldOf(...events).at(-1);

const vehicle = PolicyIssued({
  ...issued.data,
  kind: 'vehicle',
  cover: {
    ...cover,
    policyType: null,
    vehicleType: 'car',
    coverType: 'third_party',
    ncbPercent: 25,
    thirdPartyEndDate: '2029-03-31',
  },
  personal: { ...identity, vehicleNumber: 'KL07AB1234' },
});

describe('the history of a policy', () => {
  it('begins with all that was entered, as people read it', () => {
    const [entry] = toldOf(vehicle);
    expect(entry).toMatchObject({ version: 0, type: 'PolicyIssued', summary: 'Policy issued' });
    const shown = Object.fromEntries(
      (entry?.changes ?? []).map(({ label, before, after }) => [label, [before, after]]),
    );
    expect(shown).toMatchObject({
      'Policy number': [null, 'SH/2026/1'],
      'Vehicle number': [null, 'KL 07 AB 1234'],
      'Insured declared value (IDV)': [null, '₹5,00,000.00'],
      'Premium amount': [null, '₹12,500.50'],
      'No-claim bonus': [null, '25 %'],
      Cover: [null, 'third party'],
      'Start date': [null, '01/04/2026'],
      'Third-party cover ends': [null, '31/03/2029'],
    });
    expect(Object.keys(shown)).not.toContain('Make');
    expect(Object.keys(shown)).not.toContain('Policy type');
  });

  it('shows what was before and after a correction and an endorsement', () => {
    const corrected = PolicyDetailsChanged({
      ...ids,
      fields: ['policyNumber', 'endDate'],
      cover: { endDate: '2027-04-30' },
      personal: { policyNumber: 'SH/2' },
    });
    expect(lastOf(issued, corrected)).toMatchObject({
      summary: 'Policy number and end date corrected',
      changes: [
        { field: 'policyNumber', before: 'SH/2026/1', after: 'SH/2' },
        { field: 'endDate', before: '31/03/2027', after: '30/04/2027' },
      ],
    });
    const endorsed = PolicyEndorsed({
      ...ids,
      effectiveFrom: '2026-05-01',
      fields: ['sumAssured', 'premiumAmount'],
      before: { sumAssured: 500_000_00, premiumAmount: 12_500_50 },
      after: { sumAssured: 12_34_567_50, premiumAmount: 15_000_00 },
      personal: { before: {}, after: {}, reason: 'A child was born' },
    });
    expect(lastOf(issued, endorsed)).toMatchObject({
      summary: 'Endorsed from 01/05/2026: sum assured and premium amount changed',
      changes: [
        { label: 'Sum assured', before: '₹5,00,000.00', after: '₹12,34,567.50' },
        { label: 'Premium amount', before: '₹12,500.50', after: '₹15,000.00' },
        { label: 'Reason', before: null, after: 'A child was born' },
      ],
    });
  });

  it('says what became of the status, and why', () => {
    expect(lastOf(issued, expired)).toMatchObject({
      summary: 'Expired: it ended on 31/03/2027',
      changes: [{ field: 'status', label: 'Status', before: 'active', after: 'expired' }],
    });
    expect(lastOf(issued, renewed)).toMatchObject({
      summary: 'Renewed until 31/03/2028 as policy 34',
      changes: [{ before: 'active', after: 'renewed' }],
    });
    const cancelled = PolicyCancelled({
      ...ids,
      cancelledOn: '2026-09-15',
      reason: 'sold_vehicle',
      personal: { note: 'Sold to a neighbour' },
    });
    expect(lastOf(issued, cancelled)).toMatchObject({
      summary: 'Cancelled from 15/09/2026 (sold vehicle)',
      changes: [{ field: 'status' }, { field: 'note', before: null, after: 'Sold to a neighbour' }],
    });
  });

  it('keeps its shape when the holder was erased, and nothing of theirs', () => {
    const moved = PolicyHolderChanged({
      policyId: 21,
      customerId: 13,
      formerCustomerId: 12,
      personal: null,
    });
    const renumbered = PolicyDetailsChanged({
      policyId: 21,
      customerId: 13,
      fields: ['policyNumber', 'premiumAmount'],
      cover: { premiumAmount: 1_00 },
      personal: null,
    });
    const history = toldOf(
      { ...issued, data: { ...issued.data, personal: null } },
      moved,
      renumbered,
    );
    expect(history.map(({ summary }) => summary)).toEqual([
      'Policy issued',
      'Holder changed from customer 12 to customer 13',
      'Policy number and premium amount corrected',
    ]);
    expect(JSON.stringify(history)).not.toContain('SH/2026');
    expect(history.at(-1)?.changes).toMatchObject([
      { field: 'policyNumber', before: '(erased)', after: '(erased)' },
      { field: 'premiumAmount', before: '₹12,500.50', after: '₹1.00' },
    ]);
  });
});
