import {
  CustomerDeleted,
  CustomerErased,
  CustomerRegistered,
  LegalHoldLifted,
  LegalHoldPlaced,
  NO_CUSTOMER_DETAILS,
  NomineeRecorded,
  NomineeRevoked,
} from '@insuremanager/contracts/customers/customerEvents';
import { MOST_HOLDS } from '@insuremanager/contracts/customers/legalHolds';
import { MOST_NOMINEES, NomineeInput } from '@insuremanager/contracts/customers/nominees';
import { recorded, scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { type CustomerCommand, customerDecider } from './customer.js';
import { customerHistory } from './customerHistory.js';

const { given } = scenario(customerDecider);
const customerId = 7;

const registered = CustomerRegistered({
  ...{ customerId, kycStatus: 'pending', ownerId: 3 },
  personal: { ...NO_CUSTOMER_DETAILS, name: 'Anil Kumar', phone: '+919876543210' },
});
const deleted = CustomerDeleted({ customerId });
const erased = CustomerErased({
  ...{ customerId, erasedBy: 1, overriddenRetention: null },
  personal: { reason: 'They asked for it' },
});

const COURT = 'Consumer court, Ernakulam: CC 212/2026';
const OMBUDSMAN = 'Complaint to the ombudsman';
const placed = (holdId = 1, matter = COURT) =>
  LegalHoldPlaced({ customerId, holdId, personal: { matter } });
const lifted = (holdId = 1) =>
  LegalHoldLifted({ customerId, holdId, personal: { liftReason: 'The case was settled' } });
const place = (matter = COURT): CustomerCommand => ({ type: 'PlaceLegalHold', customerId, matter });
const lift = (holdId = 1): CustomerCommand => ({
  ...{ type: 'LiftLegalHold', customerId, holdId, reason: 'The case was settled' },
});
const erase = (overridesRetention: boolean, retainedUntil = '2036-04-01'): CustomerCommand => ({
  ...{ type: 'EraseCustomer', customerId, reason: 'They asked for it', erasedBy: 1 },
  ...{ retainedUntil, today: '2026-06-01', overridesRetention },
});

describe('a legal hold', () => {
  it('is placed for a matter, beside others', () => {
    given(registered).when(place()).then(placed());
    given(registered, placed()).when(place(OMBUDSMAN)).then(placed(2, OMBUDSMAN));
  });

  it('is one for each matter, however it is spelt, until that is lifted', () => {
    given(registered, placed()).when(place(COURT.toUpperCase())).thenRefused('legal-hold-exists');
    given(registered, placed(), lifted()).when(place()).then(placed(2));
  });

  it('can be placed on the kept records of a deleted customer, and on nothing of an erased one', () => {
    given(registered, deleted).when(place()).then(placed());
    given(registered, deleted, placed()).when(lift()).then(lifted());
    given(registered, erased).when(place()).thenRefused('customer-erased');
    given().when(place()).thenRefused('customer-not-found');
  });

  it('is lifted once, for a reason', () => {
    given(registered, placed()).when(lift()).then(lifted());
    given(registered, placed(), lifted()).when(lift()).thenRefused('legal-hold-lifted');
    given(registered, placed()).when(lift(2)).thenRefused('hold-not-found');
  });

  it('is one of at most so many', () => {
    const all = Array.from({ length: MOST_HOLDS }, (_, nth) => placed(nth + 1, `Matter ${nth}`));
    given(registered, ...all)
      .when(place())
      .thenRefused('too-many-legal-holds');
  });
});

describe('while a hold stands', () => {
  it('nobody is erased, also not with the override of the retention or once that has ended', () => {
    given(registered, placed()).when(erase(true)).thenRefused('legal-hold');
    given(registered, placed()).when(erase(false)).thenRefused('legal-hold');
    given(registered, placed()).when(erase(false, '2025-01-01')).thenRefused('legal-hold');
    given(registered, placed(), deleted).when(erase(true)).thenRefused('legal-hold');
    given(registered, placed(), placed(2, OMBUDSMAN), lifted())
      .when(erase(true))
      .thenRefused('legal-hold');
  });

  it('the refusal says since when, and how many there are', () => {
    const { state } = given(registered, placed());
    expect(() => customerDecider.decide(erase(true), state)).toThrow(
      'A legal hold stands on the records of this customer since 01/04/2026. Lift it first.',
    );
    const two = given(registered, placed(), placed(2, OMBUDSMAN)).state;
    expect(() => customerDecider.decide(erase(true), two)).toThrow(
      '2 legal holds stand on the records of this customer, the first since 01/04/2026. Lift them first.',
    );
  });

  it('the customer can be deleted: all that is kept of them stays', () =>
    given(registered, placed()).when({ type: 'DeleteCustomer', customerId }).then(deleted));

  it('the last change of the customer stays what it was', () => {
    const { state } = given(registered, placed(), lifted());
    if (state.phase !== 'existing') throw new Error('The customer is gone');
    expect(state.record.changedAt).toEqual(state.record.registeredAt);
  });

  it('one that was lifted keeps nobody', () =>
    given(registered, placed(), lifted())
      .when(erase(true))
      .then(
        CustomerErased({
          ...{ customerId, erasedBy: 1, overriddenRetention: '2036-04-01' },
          personal: { reason: 'They asked for it' },
        }),
      ));
});

const SUDHA = {
  ...{ name: 'Sudha Kumar', relation: 'Daughter', phone: '98470 12345', email: '' },
  recordedOn: '30/03/2026',
};
const nominate = (fields: object = {}): CustomerCommand => ({
  ...{ type: 'RecordNominee', customerId, today: '2026-04-01' },
  nominee: NomineeInput.parse({ ...SUDHA, ...fields }),
});
const nominated = (nomineeId = 1) =>
  NomineeRecorded({
    ...{ customerId, nomineeId, recordedOn: '2026-03-30' },
    personal: { name: 'Sudha Kumar', relation: 'Daughter', phone: '+919847012345', email: null },
  });
const revoked = NomineeRevoked({ customerId, nomineeId: 1 });
const revoke: CustomerCommand = { type: 'RevokeNominee', customerId, nomineeId: 1 };

describe('a nomination', () => {
  it('is recorded in normal form, and revoked', () => {
    given(registered).when(nominate()).then(nominated());
    given(registered, nominated()).when(revoke).then(revoked);
    given(registered, nominated(), revoked).when(nominate()).then(nominated(2));
  });

  it('needs a way to reach the person, and a day that was', () => {
    expect(NomineeInput.safeParse({ ...SUDHA, phone: '' }).error?.issues[0]?.message).toBe(
      'Enter a phone number or an email address',
    );
    given(registered)
      .when(nominate({ recordedOn: '02/04/2026' }))
      .thenRefused('invalid-input');
  });

  it('is of a customer who is there', () => {
    given(registered, deleted).when(nominate()).thenRefused('customer-not-found');
    given(registered, erased).when(nominate()).thenRefused('customer-not-found');
    given(registered, nominated(), revoked).when(revoke).thenRefused('nominee-not-found');
  });

  it('is one of at most so many at once', () => {
    const all = Array.from({ length: MOST_NOMINEES }, (_, nth) => nominated(nth + 1));
    given(registered, ...all)
      .when(nominate())
      .thenRefused('too-many-nominees');
    given(registered, ...all, revoked)
      .when(nominate())
      .then(nominated(MOST_NOMINEES + 1));
  });

  it('and what a hold is for, are gone with an erasure', () => {
    const { state } = given(registered, nominated(), placed(), lifted(), erased);
    expect(JSON.stringify(state)).not.toMatch(/Sudha|Consumer|settled/);
  });
});

describe('the history', () => {
  const story = recorded([registered, placed(), nominated(), lifted(), revoked]);

  it('says that there was a hold, and not what for', () => {
    const entries = customerHistory(story, new Map());
    expect(entries.map(({ summary }) => summary)).toEqual([
      'Customer added',
      'Legal hold placed',
      'Nominee recorded, named on 30/03/2026',
      'Legal hold lifted',
      'Nomination revoked',
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Consumer|settled/);
  });

  it('says who was named, and who is not any more', () => {
    const [, , named, , ended] = customerHistory(story, new Map());
    expect(named?.changes).toContainEqual(
      expect.objectContaining({ label: 'Nominee’s phone', before: null, after: '+91 98470 12345' }),
    );
    expect(ended?.changes).toContainEqual(
      expect.objectContaining({ label: 'Nominee’s name', before: 'Sudha Kumar', after: null }),
    );
  });

  it('keeps its shape when the person has been erased', () => {
    const gone = story.map((event) =>
      'personal' in event.data ? { ...event, data: { ...event.data, personal: null } } : event,
    ) as typeof story;
    const entries = customerHistory(gone, new Map());
    expect(entries).toHaveLength(5);
    expect(JSON.stringify(entries)).not.toMatch(/Sudha|98470|Daughter|Consumer/);
    expect(entries[2]?.changes[0]).toMatchObject({ before: null, after: '(erased)' });
  });
});
