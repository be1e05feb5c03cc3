import {
  CONSENT_WAYS,
  ConsentInput,
  CustomerInput,
} from '@insuremanager/contracts/customers/consentFields';
import {
  CustomerConsentRecorded,
  CustomerDeleted,
  type CustomerDetails,
  CustomerDetailsChanged,
  CustomerErased,
  CustomerErasureCompleted,
  type CustomerEvent,
  CustomerKycStatusChanged,
  CustomerReassigned,
  CustomerRegistered,
  NO_CUSTOMER_DETAILS,
} from '@insuremanager/contracts/customers/customerEvents';
import { CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import type { KycStatus } from '@insuremanager/contracts/customers/kycStatuses';
import { recorded, scenario } from '@insuremanager/deploy/testing/scenario';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CustomerCommand, customerDecider } from './customer.js';
import { customerConsents } from './customerConsents.js';
import { customerHistory } from './customerHistory.js';
import { customerView } from './customerTables.js';

const { given } = scenario(customerDecider);

const anil: CustomerDetails = {
  name: 'Anil Kumar',
  phone: '+919876543210',
  email: 'anil@example.com',
  aadhaarNumber: '234123412346',
  panNumber: 'ABCPK1234F',
  dateOfBirth: '1980-02-29',
  occupation: 'Teacher',
  address: '12 MG Road',
  city: 'Kochi',
  state: 'Kerala',
  pincode: '682001',
  language: 'ml',
};
const registered = CustomerRegistered({
  customerId: 7,
  kycStatus: 'pending',
  ownerId: 3,
  personal: anil,
});
const deleted = CustomerDeleted({ customerId: 7 });

const CIRCUMSTANCES = { today: '2026-04-02', newestNotice: 3 };

const register = (fields: object): CustomerCommand => ({
  type: 'RegisterCustomer',
  customerId: 7,
  input: CustomerInput.parse(fields),
  ownerId: 3,
  ...CIRCUMSTANCES,
});
const consent = (fields: object): CustomerCommand => ({
  type: 'RecordConsent',
  customerId: 7,
  input: ConsentInput.parse(fields),
  ...CIRCUMSTANCES,
});
const update = (fields: object): CustomerCommand => ({
  type: 'UpdateCustomer',
  customerId: 7,
  patch: CustomerPatch.parse(fields),
});
const remove: CustomerCommand = { type: 'DeleteCustomer', customerId: 7 };

describe('registering a customer', () => {
  it('keeps the fields in their normal form', () =>
    given()
      .when(
        register({
          name: '  Anil   Kumar ',
          phone: '098765 43210',
          email: 'anil@example.com',
          aadhaarNumber: '2341 2341 2346',
          panNumber: 'abcpk1234f',
          dateOfBirth: '29/02/1980',
          occupation: ' Teacher ',
          address: '12 MG Road',
          city: 'Kochi',
          state: 'Kerala',
          pincode: '682 001',
          language: 'ML',
        }),
      )
      .then(registered));

  it('asks for no more than a name and a phone, and starts KYC as pending', () =>
    given()
      .when(register({ name: 'Anil Kumar', phone: '9876543210', email: '' }))
      .then(
        CustomerRegistered({
          customerId: 7,
          kycStatus: 'pending',
          ownerId: 3,
          personal: { ...NO_CUSTOMER_DETAILS, name: 'Anil Kumar', phone: '+919876543210' },
        }),
      ));

  it('refuses a masked Aadhaar number', () =>
    given()
      .when(register({ name: 'A', phone: '9876543210', aadhaarNumber: 'XXXX XXXX 2346' }))
      .thenRefused('invalid-input'));

  it('happens once', () => given(registered).when(register(anil)).thenRefused('customer-exists'));
});

describe('consent', () => {
  const recordedAs = (
    more: Partial<Parameters<typeof CustomerConsentRecorded>[0]>,
  ): ReturnType<typeof CustomerConsentRecorded> =>
    CustomerConsentRecorded({
      customerId: 7,
      choices: [{ purpose: 'reminders', channel: 'email', choice: 'given' }],
      how: 'in_person',
      givenOn: '2026-04-02',
      notice: null,
      ...more,
    });

  it('is recorded with how and when it was told, and with the notice that was shown', () =>
    given(registered)
      .when(
        consent({
          reminderEmailConsent: 'given',
          quotationEmailConsent: 'Withdrawn',
          reminderSmsConsent: '',
          consentHow: 'letter',
          consentGivenOn: '31/03/2026',
          noticeLanguage: 'ml',
          noticeVersion: '2',
        }),
      )
      .then(
        recordedAs({
          choices: [
            { purpose: 'reminders', channel: 'email', choice: 'given' },
            { purpose: 'quotations', channel: 'email', choice: 'withdrawn' },
          ],
          how: 'letter',
          givenOn: '2026-03-31',
          notice: { version: 2, language: 'ml' },
        }),
      ));

  it('is of today and of the newest notice where nothing else is said', () =>
    given(registered)
      .when(consent({ reminderEmailConsent: 'given', noticeLanguage: 'hi' }))
      .then(recordedAs({ how: 'form', notice: { version: 3, language: 'hi' } })));

  it('rests on no notice where none was shown, whatever its version', () =>
    given(registered)
      .when(consent({ reminderEmailConsent: 'given', consentHow: 'phone', noticeVersion: 99 }))
      .then(recordedAs({ how: 'phone' })));

  it('may be told again, and stands as it was told last', () => {
    given(registered, recordedAs({}))
      .when(consent({ reminderEmailConsent: 'given', consentHow: 'in_person' }))
      .then(recordedAs({}));
    const withdrawn = recordedAs({
      choices: [{ purpose: 'reminders', channel: 'email', choice: 'withdrawn' }],
    });
    const { standing, records } = customerConsents(
      recorded([registered, recordedAs({}), withdrawn]),
    );
    expect(standing).toMatchObject([
      { purpose: 'reminders', channel: 'email', choice: 'withdrawn', givenOn: '2026-04-02' },
      { purpose: 'reminders', channel: 'sms', choice: null, givenOn: null },
      { purpose: 'reminders', channel: 'whatsapp', choice: null },
      { purpose: 'quotations', channel: 'email', choice: null },
    ]);
    expect(records.map(({ choices }) => choices[0]?.choice)).toEqual(['withdrawn', 'given']);
  });

  it('needs a choice, a day that has come and a notice that there is', () => {
    const refused = (fields: object) => given(registered).when(consent(fields));
    refused({ consentHow: 'phone' }).thenRefused('invalid-input');
    refused({ reminderEmailConsent: 'given', consentGivenOn: '03/04/2026' }).thenRefused(
      'invalid-input',
    );
    refused({
      ...{ reminderEmailConsent: 'given', noticeLanguage: 'en', noticeVersion: 4 },
    }).thenRefused('invalid-input');
  });

  it('is taken with a new customer, in one command', () =>
    given()
      .when(register({ ...anil, reminderEmailConsent: 'given', consentHow: 'in_person' }))
      .then(registered, recordedAs({})));

  it('is accepted from nobody who is unknown, deleted or erased', () => {
    const asked = consent({ reminderEmailConsent: 'given' });
    given().when(asked).thenRefused('customer-not-found');
    given(registered, deleted).when(asked).thenRefused('customer-not-found');
    const erased = CustomerErased({
      ...{ customerId: 7, erasedBy: 1, overriddenRetention: null },
      personal: { reason: 'Asked for it' },
    });
    given(registered, erased).when(asked).thenRefused('customer-not-found');
    given(CustomerRegistered({ customerId: 7, kycStatus: 'pending', ownerId: 3, personal: null }))
      .when(asked)
      .thenRefused('customer-erased');
  });

  it('outlives the erasure of the person, as proof', () => {
    const forgotten = recorded([
      CustomerRegistered({ customerId: 7, kycStatus: 'pending', ownerId: 3, personal: null }),
      recordedAs({}),
      CustomerErased({
        ...{ customerId: 7, erasedBy: 1, overriddenRetention: null },
        personal: null,
      }),
    ]);
    const { standing, records } = customerConsents(forgotten);
    expect(standing[0]).toMatchObject({ choice: 'given', how: 'in_person' });
    expect(records).toHaveLength(1);
  });

  it('is told in the history in words', () => {
    const events = recorded([
      registered,
      recordedAs({
        choices: [
          { purpose: 'reminders', channel: 'email', choice: 'given' },
          { purpose: 'reminders', channel: 'sms', choice: 'given' },
          { purpose: 'quotations', channel: 'email', choice: 'withdrawn' },
        ],
        notice: { version: 2, language: 'hi' },
      }),
    ]);
    expect(customerHistory(events, new Map())[1]).toMatchObject({
      summary:
        'Consent given for reminders by email and reminders by SMS; withdrawn for quotations by email',
      changes: [
        { label: 'Reminders by email', before: null, after: 'given' },
        { label: 'Reminders by SMS', before: null, after: 'given' },
        { label: 'Quotations by email', before: null, after: 'withdrawn' },
        { label: 'How', after: 'In person' },
        { label: 'Told on', after: '02/04/2026' },
        { label: 'Notice shown', after: 'Version 2, हिन्दी' },
      ],
    });
  });

  it('can be told in every way', () =>
    fc.assert(
      fc.property(fc.constantFrom(...CONSENT_WAYS), (how) => {
        given(registered)
          .when(consent({ reminderEmailConsent: 'given', consentHow: how }))
          .then(recordedAs({ how }));
      }),
    ));
});

describe('updating a customer', () => {
  it('records only what changed', () =>
    given(registered)
      .when(update({ ...anil, phone: '+91 98765 43211', city: 'Thrissur' }))
      .then(
        CustomerDetailsChanged({
          customerId: 7,
          fields: ['phone', 'city'],
          personal: { phone: '+919876543211', city: 'Thrissur' },
        }),
      ));

  it('leaves alone what is absent and clears what is null or empty', () =>
    given(registered)
      .when(update({ email: null, address: '' }))
      .then(
        CustomerDetailsChanged({
          customerId: 7,
          fields: ['email', 'address'],
          personal: { email: null, address: null },
        }),
      ));

  it('records a KYC decision as an event of its own', () =>
    given(registered)
      .when(update({ kycStatus: 'Verified' }))
      .then(CustomerKycStatusChanged({ customerId: 7, kycStatus: 'verified', documentId: null })));

  it('records nothing when nothing changes', () =>
    given(registered).when(update(anil)).thenNothing());

  it('takes the mask that a form was shown as "unchanged"', () =>
    given(registered)
      .when(update({ aadhaarNumber: 'XXXX XXXX 2346' }))
      .thenNothing());

  it('refuses a mask that is not the one shown', () =>
    given(registered)
      .when(update({ aadhaarNumber: 'XXXX XXXX 9999' }))
      .thenRefused('invalid-input'));

  it('refuses an unknown customer', () =>
    given()
      .when(update({ city: 'Kochi' }))
      .thenRefused('customer-not-found'));

  it('refuses a deleted customer', () =>
    given(registered, deleted)
      .when(update({ city: 'Kochi' }))
      .thenRefused('customer-not-found'));

  it('refuses a customer who has been erased', () =>
    given(CustomerRegistered({ customerId: 7, kycStatus: 'pending', ownerId: 3, personal: null }))
      .when(update({ city: 'Kochi' }))
      .thenRefused('customer-erased'));
});

describe('setting the KYC status', () => {
  const setKyc = (
    kycStatus: KycStatus,
    documentId: number | null,
    isKycDocument = documentId !== null,
  ): CustomerCommand => ({
    type: 'SetKycStatus',
    customerId: 7,
    kycStatus,
    documentId,
    isKycDocument,
  });
  const verifiedOn12 = CustomerKycStatusChanged({
    customerId: 7,
    kycStatus: 'verified',
    documentId: 12,
  });

  it('records the document that it rests on', () =>
    given(registered).when(setKyc('verified', 12)).then(verifiedOn12));

  it('is confirmed by another document, and once by the same', () => {
    given(registered, verifiedOn12)
      .when(setKyc('verified', 13))
      .then(CustomerKycStatusChanged({ customerId: 7, kycStatus: 'verified', documentId: 13 }));
    given(registered, verifiedOn12).when(setKyc('verified', 12)).then();
  });

  it('does not rest on what is no KYC document of theirs', () =>
    given(registered)
      .when(setKyc('verified', 12, false))
      .thenRefused('invalid-input'));

  it('needs no document, and leaves alone what is set', () => {
    given(registered)
      .when(setKyc('rejected', null))
      .then(CustomerKycStatusChanged({ customerId: 7, kycStatus: 'rejected', documentId: null }));
    given(registered, verifiedOn12).when(setKyc('verified', null)).then();
  });

  it('is refused for whoever is not there', () => {
    given(registered, deleted).when(setKyc('verified', 12)).thenRefused('customer-not-found');
    given(CustomerRegistered({ customerId: 7, kycStatus: 'pending', ownerId: 3, personal: null }))
      .when(setKyc('rejected', 12))
      .thenRefused('customer-erased');
  });
});

describe('giving a customer to a user', () => {
  const give = (ownerId: number | null): CustomerCommand => ({
    type: 'ReassignCustomer',
    customerId: 7,
    ownerId,
  });
  const given4 = CustomerReassigned({ customerId: 7, ownerId: 4 });

  it('records whose customer it is from then on', () =>
    given(registered).when(give(4)).then(given4));
  it('takes the customer out of every book', () =>
    given(registered)
      .when(give(null))
      .then(CustomerReassigned({ customerId: 7, ownerId: null })));
  it('changes nothing where it is theirs already', () => {
    given(registered).when(give(3)).then();
    given(registered, given4).when(give(4)).then();
  });
  it('is refused for whoever is not there', () => {
    given().when(give(4)).thenRefused('customer-not-found');
    given(registered, deleted).when(give(4)).thenRefused('customer-not-found');
  });
  it('is told by the names of users, or their numbers', () => {
    const story = recorded([registered, given4]);
    const [, named] = customerHistory(story, new Map([[4, 'priya']]));
    expect(named).toMatchObject({
      summary: 'Assigned to priya',
      changes: [{ field: 'ownerId', label: 'Owner', before: 'a former user', after: 'priya' }],
    });
  });
});

describe('deleting a customer', () => {
  it('takes the record out and keeps its history', () =>
    given(registered).when(remove).then(deleted));

  it('refuses a second time', () =>
    given(registered, deleted).when(remove).thenRefused('customer-not-found'));
});

describe('erasing a person', () => {
  const request = {
    type: 'EraseCustomer',
    customerId: 7,
    reason: 'Asked to be forgotten',
    erasedBy: 1,
    retainedUntil: '2036-03-31',
    overridesRetention: false,
  } as const;
  const erase: CustomerCommand = { ...request, today: '2036-04-01' };
  const erased = (overriddenRetention: string | null) =>
    CustomerErased({
      customerId: 7,
      erasedBy: 1,
      overriddenRetention,
      personal: { reason: 'Asked to be forgotten' },
    });
  const complete: CustomerCommand = { type: 'CompleteErasure', customerId: 7 };

  it('is refused to the last day of retention', () =>
    given(registered)
      .when({ ...request, today: '2036-03-31' })
      .thenRefused('retention-runs'));
  it('is possible on the day after it', () => given(registered).when(erase).then(erased(null)));
  it('records that retention was overridden', () =>
    given(registered)
      .when({ ...request, today: '2030-01-01', overridesRetention: true })
      .then(erased('2036-03-31')));
  it('is possible after the customer was deleted', () =>
    given(registered, deleted).when(erase).then(erased(null)));
  it('is done once', () => given(registered, erased(null)).when(erase).then());
  it('is completed once', () => {
    const completed = CustomerErasureCompleted({ customerId: 7 });
    given(registered, erased(null)).when(complete).then(completed);
    given(registered, erased(null), completed).when(complete).then();
    given(registered).when(complete).then();
  });
  it('leaves nothing that could be changed or deleted', () => {
    given(registered, erased(null)).when(remove).thenRefused('customer-not-found');
    given(registered, erased(null))
      .when(update({ city: 'Kollam' }))
      .thenRefused('customer-not-found');
  });
  it('refuses a customer who never was', () =>
    given().when(erase).thenRefused('customer-not-found'));
});

describe('the history', () => {
  const story = recorded([
    registered,
    CustomerDetailsChanged({
      customerId: 7,
      fields: ['aadhaarNumber', 'phone', 'email'],
      personal: { aadhaarNumber: '496858245152', phone: '+919876543211', email: null },
    }),
    CustomerKycStatusChanged({ customerId: 7, kycStatus: 'verified', documentId: null }),
    deleted,
  ]);

  it('describes every event', () => {
    expect(customerHistory(story, new Map()).map(({ summary }) => summary)).toEqual([
      'Customer added',
      'Aadhaar number, phone and email changed',
      'KYC status set to verified',
      'Customer deleted',
    ]);
  });

  it('shows before and after, Aadhaar masked', () => {
    expect(customerHistory(story, new Map())[1]?.changes).toEqual([
      {
        field: 'aadhaarNumber',
        label: 'Aadhaar number',
        before: 'XXXX XXXX 2346',
        after: 'XXXX XXXX 5152',
      },
      { field: 'phone', label: 'Phone', before: '+91 98765 43210', after: '+91 98765 43211' },
      { field: 'email', label: 'Email', before: 'anil@example.com', after: null },
    ]);
  });

  it('keeps its shape when the person has been erased', () => {
    const erased = story.map((event) =>
      'personal' in event.data ? { ...event, data: { ...event.data, personal: null } } : event,
    ) as typeof story;
    const text = JSON.stringify(customerHistory(erased, new Map()));
    expect(text).not.toMatch(/Anil|98765|2346|5152/);
    expect(customerHistory(erased, new Map())).toHaveLength(4);
  });
});

describe('any sequence of updates', () => {
  const details = fc.record(
    {
      name: fc.string({ minLength: 1 }).filter((name) => /\p{L}/u.test(name)),
      phone: fc.constantFrom('9876543210', '+91 98765 43211', '0484 2345678', '+44 20 7946 0958'),
      email: fc.constantFrom(null, '', 'a@example.com', 'b@example.org'),
      city: fc.constantFrom(null, '', 'Kochi', 'തൃശ്ശൂർ'),
      kycStatus: fc.constantFrom('pending', 'verified', 'rejected'),
    },
    { requiredKeys: [] },
  );

  it('ends with the last value given for every field', () => {
    fc.assert(
      fc.property(fc.array(details, { maxLength: 8 }), (patches) => {
        const events: CustomerEvent[] = [registered];
        let expected: Record<string, unknown> = { ...anil, kycStatus: 'pending' };
        for (const patch of patches) {
          const state = recorded(events).reduce(customerDecider.evolve, customerDecider.initial);
          const parsed = CustomerPatch.parse(patch);
          events.push(
            ...customerDecider.decide(
              { type: 'UpdateCustomer', customerId: 7, patch: parsed },
              state,
            ),
          );
          expected = { ...expected, ...parsed };
        }
        const state = recorded(events).reduce(customerDecider.evolve, customerDecider.initial);
        if (state.phase !== 'existing') throw new Error('The customer is gone');
        const { aadhaarNumber, ...view } = customerView(state.record, events.length - 1);
        expect(view).toMatchObject({
          name: expected.name,
          phone: expected.phone,
          email: expected.email,
          city: expected.city,
          kycStatus: expected.kycStatus,
        });
        expect(aadhaarNumber).toBe('XXXX XXXX 2346');
      }),
    );
  });
});
