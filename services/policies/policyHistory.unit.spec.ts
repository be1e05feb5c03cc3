import {
  InstalmentPaid,
  InstalmentTakenBack,
  InsuredMembersChanged,
  PolicyDetailsChanged,
  PolicyEndorsed,
  type PolicyEvent,
  PolicyholderChanged,
  PolicyReinstated,
  policyEventDefinitions,
} from '@insuremanager/contracts/policies/policyEvents';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { recorded } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { policyHistory, termHistory } from './policyHistory.js';
import {
  cancelled,
  carCover,
  carIdentity,
  corrected,
  deleted,
  issued,
  issuedCar,
  NEXT_TERM,
  POLICY,
  POLICYHOLDER,
  renewalDeleted,
  renewed,
} from './testing/samplePolicy.js';

const detailsChanged = PolicyDetailsChanged({
  policyId: POLICY,
  termId: POLICY,
  customerId: POLICYHOLDER,
  fields: ['policyNumber', 'premiumAmount', 'coverType', 'ncbPercent', 'thirdPartyEndDate'],
  cover: {
    premiumAmount: 1_234_567_50,
    coverType: 'own_damage',
    ncbPercent: 35,
    thirdPartyEndDate: null,
  },
  personal: { policyNumber: 'M/2' },
});
const policyholderChanged = PolicyholderChanged({
  policyId: POLICY,
  termId: POLICY,
  customerId: 4,
  formerCustomerId: POLICYHOLDER,
  personal: { ...carIdentity, policyNumber: 'M/2' },
});
const endorsed = PolicyEndorsed({
  policyId: POLICY,
  termId: POLICY,
  customerId: 4,
  effectiveFrom: '2026-07-01',
  fields: ['vehicleNumber', 'sumAssured'],
  before: { sumAssured: carCover.sumAssured },
  after: { sumAssured: 400_000_00 },
  earlierPremiums: null,
  personal: {
    before: { vehicleNumber: 'KL07AB1234' },
    after: { vehicleNumber: '22BH1234AA' },
    reason: 'Bharat series',
  },
});
const reinstated = PolicyReinstated({
  policyId: POLICY,
  termId: POLICY,
  customerId: 4,
  from: 'cancelled',
  personal: { note: null },
});
const instalment = { policyId: POLICY, termId: POLICY, customerId: 4, number: 1 };
const paid = InstalmentPaid({
  ...{ ...instalment, dueDate: '2026-04-01', amount: 100_00, paidOn: '2026-04-02', means: 'upi' },
  personal: { reference: null },
});
const takenBack = InstalmentTakenBack({ ...instalment, personal: { reason: 'Wrong policy' } });
const insured = InsuredMembersChanged({
  ...{ policyId: POLICY, termId: POLICY, customerId: 4 },
  members: [{ customerId: null, relation: 'child' }],
  personal: { persons: [{ name: 'Bharat', dateOfBirth: null }] },
});
const prolonged = PolicyDetailsChanged({
  policyId: POLICY,
  termId: POLICY,
  customerId: 4,
  fields: ['endDate'],
  cover: { endDate: '2027-04-30' },
  personal: {},
});
const expired = {
  type: 'PolicyExpired',
  data: { policyId: POLICY, termId: POLICY, endDate: '2027-04-30' },
} as PolicyEvent;
const withdrawn = renewalDeleted('active');
const renewedCar = renewed({ ...carCover, startDate: '2027-05-01', endDate: '2028-04-30' });

const life: PolicyEvent[] = [
  issuedCar,
  detailsChanged,
  policyholderChanged,
  endorsed,
  cancelled,
  reinstated,
  prolonged,
  paid,
  takenBack,
  insured,
  expired,
  corrected('expired', 'active'),
  renewedCar,
  withdrawn,
  deleted,
];
const ref = (id: number, kind: PolicyKind = 'vehicle') => ({ kind, id });
const told = (...events: PolicyEvent[]) => {
  const [first] = events;
  const kind = first?.type === 'PolicyIssued' ? first.data.kind : undefined;
  return termHistory(recorded(events), ref(POLICY, kind));
};
const lastOf = (...events: PolicyEvent[]) => told(...events).at(-1);

describe('the history of a policy', () => {
  it('tells every kind of event in words', () => {
    expect(told(...life).map(({ summary }) => summary)).toEqual([
      'Policy issued',
      'Policy number, premium amount, cover, no-claim bonus and third-party cover ends corrected',
      'Policyholder changed',
      'Endorsed from 01/07/2026: vehicle number and insured declared value (IDV) changed',
      'Cancelled from 15/09/2026 (customer request)',
      'Reinstated',
      'End date corrected',
      'Instalment 1 paid on 02/04/2026: ₹100.00 (UPI)',
      'Payment of instalment 1 taken back',
      'Insured members recorded',
      'Expired: it ended on 30/04/2027',
      'Status set to active manually (was expired)',
      'Renewed until 30/04/2028 as policy P/1',
      'Renewal withdrawn: policy P/1 was deleted',
      'Policy deleted',
    ]);
    const types = new Set(life.map(({ type }) => type));
    expect(policyEventDefinitions.filter(({ type }) => !types.has(type))).toEqual([]);
  });

  it('says who did what at which version, and when', () => {
    expect(told(issuedCar, detailsChanged)[1]).toMatchObject({
      version: 1,
      type: 'PolicyDetailsChanged',
      at: '2026-04-01T04:30:01.000Z',
      actor: { username: 'system' },
    });
  });

  it('begins with all that was entered, as people read it, and leaves out what was empty', () => {
    const changes = told(issuedCar)[0]?.changes.map(({ label, before, after }) => {
      expect(before).toBeNull();
      return `${label}: ${after}`;
    });
    expect(changes).toEqual([
      'Policy number: M/1',
      'Insurance company: Star Health',
      'Vehicle number: KL 07 AB 1234',
      'Vehicle type: car',
      'Make: Maruti',
      'Model: Baleno',
      'Year: 2022',
      'Engine number: K12N1',
      'Chassis number: MA3EWB22',
      'Cover: third party',
      'Insured declared value (IDV): ₹5,00,000.00',
      'Premium amount: ₹12,500.50',
      'Premium frequency: yearly',
      'No-claim bonus: 25 %',
      'Start date: 01/04/2026',
      'End date: 31/03/2027',
      'Third-party cover ends: 31/03/2029',
    ]);
  });

  it('begins with the renewal, for a term that renewed another', () => {
    const [first, ...others] = termHistory(recorded(life), ref(NEXT_TERM));
    expect(first).toMatchObject({ version: 12, summary: 'Issued as the renewal of policy M/2' });
    expect(first?.changes).toContainEqual({
      field: 'endDate',
      label: 'End date',
      before: null,
      after: '30/04/2028',
    });
    expect(others.map(({ summary }) => summary)).toEqual(['Policy deleted']);
  });

  it('has nothing of a term that there never was', () =>
    expect(termHistory(recorded(life), ref(99))).toEqual([]));

  it('shows before and after of a correction', () => {
    expect(lastOf(issuedCar, detailsChanged)?.changes).toEqual([
      { field: 'policyNumber', label: 'Policy number', before: 'M/1', after: 'M/2' },
      {
        field: 'premiumAmount',
        label: 'Premium amount',
        before: '₹12,500.50',
        after: '₹12,34,567.50',
      },
      { field: 'coverType', label: 'Cover', before: 'third party', after: 'own damage' },
      { field: 'ncbPercent', label: 'No-claim bonus', before: '25 %', after: '35 %' },
      {
        field: 'thirdPartyEndDate',
        label: 'Third-party cover ends',
        before: '31/03/2029',
        after: null,
      },
    ]);
  });

  it('shows before, after and the reason of an endorsement', () => {
    expect(lastOf(issuedCar, policyholderChanged, endorsed)?.changes).toEqual([
      {
        field: 'vehicleNumber',
        label: 'Vehicle number',
        before: 'KL 07 AB 1234',
        after: '22 BH 1234 AA',
      },
      {
        field: 'sumAssured',
        label: 'Insured declared value (IDV)',
        before: '₹5,00,000.00',
        after: '₹4,00,000.00',
      },
      { field: 'reason', label: 'Reason', before: null, after: 'Bharat series' },
    ]);
  });

  it.each([
    ['a cancellation', [issued(), cancelled], 'active', 'cancelled'],
    ['a reinstatement', [issued(), cancelled, reinstated], 'cancelled', 'active'],
    ['a lapse', [issued(), prolonged, expired], 'active', 'expired'],
    ['a correction by hand', [issued(), corrected('active', 'renewed')], 'active', 'renewed'],
    ['a renewal', [issued(), renewed()], 'active', 'renewed'],
    ['a withdrawn renewal', [issued(), renewed(), withdrawn], 'renewed', 'active'],
  ] as const)('shows the status before and after %s', (_, events, before, after) => {
    const changes = lastOf(...events)?.changes ?? [];
    expect(changes[0]).toEqual({ field: 'status', label: 'Status', before, after });
  });

  it('shows a note, when there is one', () => {
    const note = { field: 'note', label: 'Note', before: null, after: 'Moves abroad' };
    expect(lastOf(issued(), cancelled)?.changes).toContainEqual(note);
    expect(lastOf(issued(), cancelled, reinstated)?.changes).toHaveLength(1);
  });
});

describe('the history of a policy as a whole', () => {
  it('goes term by term, the oldest first, with those that were deleted', () => {
    const earlier = { startDate: '2020-04-01', endDate: '2021-03-31' };
    const terms = policyHistory(
      recorded([...life.slice(0, -1), renewed(earlier, { nextTermId: 702 })]),
      ref(POLICY),
    );
    expect(terms.map(({ entries, ...term }) => ({ ...term, entries: entries.length }))).toEqual([
      { termId: 702, policyNumber: 'P/1', ...earlier, isDeleted: false, entries: 1 },
      {
        termId: POLICY,
        policyNumber: 'M/2',
        startDate: '2026-04-01',
        endDate: '2027-04-30',
        isDeleted: false,
        entries: 15,
      },
      {
        termId: NEXT_TERM,
        policyNumber: 'P/1',
        startDate: '2027-05-01',
        endDate: '2028-04-30',
        isDeleted: true,
        entries: 2,
      },
    ]);
  });
});

describe('the history of a policy whose policyholder has been erased', () => {
  const erased = recorded(life).map((event) =>
    'personal' in event.data ? { ...event, data: { ...event.data, personal: null } } : event,
  ) as ReturnType<typeof recorded<PolicyEvent>>;

  it('keeps its shape: what happened, when, and to which field', () => {
    const summaries = (events: typeof erased) =>
      termHistory(events, ref(POLICY)).map((one) => one.summary);
    const before = summaries(recorded(life)).map((one) => one.replace('P/1', '(erased)'));
    expect(summaries(erased)).toEqual(before);
  });

  it('says nothing by which the person or their vehicle could be known', () => {
    expect(JSON.stringify(termHistory(erased, ref(POLICY)))).not.toMatch(
      /M\/1|M\/2|KL.?07|22.?BH|K12N1|MA3EWB22|Bharat|abroad/,
    );
  });

  it('says so where it was, and still tells what nobody is known by', () => {
    const endorsement = termHistory(erased, ref(POLICY))[3]?.changes;
    expect(endorsement).toMatchObject([
      { field: 'vehicleNumber', before: '(erased)', after: '(erased)' },
      { field: 'sumAssured', before: '₹5,00,000.00', after: '₹4,00,000.00' },
      { field: 'reason', after: '(erased)' },
    ]);
  });
});
