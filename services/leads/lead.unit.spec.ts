import {
  LeadAdded,
  LeadChanged,
  LeadConverted,
  LeadDeleted,
  LeadErased,
  type LeadEvent,
  LeadMoved,
} from '@insuremanager/contracts/leads/leadEvents';
import { LeadMoveInput } from '@insuremanager/contracts/leads/leadFields';
import { leadRecord } from '@insuremanager/contracts/leads/leadViews';
import { QuoteRequest } from '@insuremanager/contracts/leads/quoteRequests';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../platform/errors.js';
import { type LeadCommand, leadDecider } from './lead.js';
import { ownerOf, ownerOfPincode } from './leadOwners.js';

const story = scenario(leadDecider);
/** With what a field is wrong with, by its code. */
const given = (...past: LeadEvent[]) => {
  const told = story.given(...past);
  return {
    when: (command: LeadCommand) => ({
      ...told.when(command),
      thenInvalid: (code: string) => {
        const decide = () => leadDecider.decide(command, told.state);
        expect(decide).toThrow(Refusal);
        expect(decide).toThrow(
          expect.objectContaining({ fields: [expect.objectContaining({ code })] }),
        );
      },
    }),
  };
};
const TODAY = '2026-11-27';
const facts = { id: 12, today: TODAY, userId: 3 } as const;
const NOBODY_ELSE = { quotationId: null, policyId: null } as const;

const create = (fields: object = {}): LeadCommand => ({
  ...{ ...facts, type: 'create' },
  input: leadRecord.input.parse({ name: 'Anjali Kurup', phone: '98470 55101', ...fields }),
});
const update = (patch: object): LeadCommand => ({
  ...{ ...facts, type: 'update' },
  patch: leadRecord.patch.parse(patch),
});
const move = (status: string, reason?: string, more: object = {}): LeadCommand => ({
  ...{ ...facts, type: 'move' },
  move: LeadMoveInput.parse({ status, reason }),
  ...more,
});
const receive = (fields: object = {}): LeadCommand => ({
  ...{ ...facts, type: 'receive', ownerId: 5 },
  request: QuoteRequest.parse({
    ...{ name: 'Anjali Kurup', email: 'anjali@example.in', interest: 'health', consent: true },
    ...{ noticeVersion: 2, noticeLanguage: 'en', challenge: 'one', answer: 1 },
    ...fields,
  }),
});

const person = {
  ...{ name: 'Anjali Kurup', phone: '+919847055101', email: null, pincode: null },
  ...{ details: null, nextStep: null },
};
const details = { source: 'call', interest: 'other', ownerId: 3, nextStepOn: null } as const;
const added = LeadAdded({ leadId: 12, details, consent: null, personal: person });
const contacted = LeadMoved({
  ...{ leadId: 12, from: 'new', to: 'contacted', reason: null, ...NOBODY_ELSE },
});
const lost = LeadMoved({
  ...{ leadId: 12, from: 'contacted', to: 'lost', reason: 'price', ...NOBODY_ELSE },
});
const converted = LeadConverted({ leadId: 12, customerId: 7 });
const deleted = LeadDeleted({ leadId: 12 });

describe('adding a lead', () => {
  it('is whose who writes it down', () => given().when(create()).then(added));

  it('may be anybody’s', () =>
    given()
      .when(create({ ownerId: null }))
      .then(
        LeadAdded({
          leadId: 12,
          details: { ...details, ownerId: null },
          consent: null,
          personal: person,
        }),
      ));

  it('needs a phone or an email', () =>
    given()
      .when(create({ phone: '' }))
      .thenInvalid('phone-or-email-missing'));

  it('needs a user where one is named', () =>
    given()
      .when({ ...create({ ownerId: 99 }), isUser: false })
      .thenInvalid('user-unknown'));

  it('happens once', () => given(added).when(create()).thenRefused('lead-exists'));
});

describe('a request by the public form', () => {
  it('is a lead of whose turn it is, with the consent that was given', () =>
    given()
      .when(receive())
      .then(
        LeadAdded({
          leadId: 12,
          details: { source: 'website', interest: 'health', ownerId: 5, nextStepOn: null },
          consent: { givenOn: TODAY, notice: { version: 2, language: 'en' } },
          personal: { ...person, phone: null, email: 'anjali@example.in' },
        }),
      ));

  it('needs a phone or an email', () =>
    given()
      .when(receive({ email: null }))
      .thenInvalid('phone-or-email-missing'));
});

describe('changing a lead', () => {
  it('says what changed', () =>
    given(added)
      .when(update({ interest: 'vehicle', nextStep: 'Send two offers' }))
      .then(
        LeadChanged({
          ...{ leadId: 12, fields: ['interest', 'nextStep'], details: { interest: 'vehicle' } },
          personal: { nextStep: 'Send two offers' },
        }),
      ));

  it('changes nothing where nothing differs', () =>
    given(added)
      .when(update({ phone: '9847055101' }))
      .thenNothing());

  it('keeps a phone or an email', () =>
    given(added)
      .when(update({ phone: null }))
      .thenInvalid('phone-or-email-missing'));

  it('is refused once the person is erased', () =>
    given({ ...added, data: { ...added.data, personal: null } })
      .when(update({ nextStep: 'Call' }))
      .thenRefused('customer-erased'));
});

describe('moving a lead', () => {
  it('goes on', () => given(added).when(move('contacted')).then(contacted));
  it('is lost for a reason', () => given(added, contacted).when(move('lost', 'price')).then(lost));
  it('is not lost without one', () =>
    given(added).when(move('lost')).thenInvalid('reason-missing'));
  it('has a reason only then', () =>
    given(added).when(move('won', 'price')).thenInvalid('reason-surplus'));
  it('stays where it is', () => given(added).when(move('new')).thenNothing());
  it('is won by hand', () =>
    given(added)
      .when(move('won'))
      .then(LeadMoved({ leadId: 12, from: 'new', to: 'won', reason: null, ...NOBODY_ELSE })));

  it('is quoted by a quotation, and names it', () =>
    given(added, converted)
      .when(move('quoted', undefined, { quotationId: 9 }))
      .then(
        LeadMoved({
          ...{ leadId: 12, from: 'new', to: 'quoted', reason: null },
          ...{ quotationId: 9, policyId: null },
        }),
      ));

  it('is not won by a policy once somebody said that it is lost', () =>
    given(added, contacted, lost)
      .when(move('won', undefined, { policyId: 4 }))
      .thenNothing());
});

describe('the next step', () => {
  const step = { ...facts, type: 'stepDone' } as const;

  it('makes a new lead a contacted one', () => given(added).when(step).then(contacted));

  it('is gone once it is done', () =>
    given(
      LeadAdded({
        leadId: 12,
        details: { ...details, nextStepOn: TODAY },
        consent: null,
        personal: { ...person, nextStep: 'Call' },
      }),
      contacted,
    )
      .when(step)
      .then(
        LeadChanged({
          ...{ leadId: 12, fields: ['nextStepOn', 'nextStep'], details: { nextStepOn: null } },
          personal: { nextStep: null },
        }),
      ));

  it('is put off to a day to come', () => {
    const putOff = (until: string): LeadCommand => ({ ...facts, type: 'putOff', until });
    given(added).when(putOff(TODAY)).thenInvalid('day-past');
    given(added, contacted, lost).when(putOff('2026-12-01')).thenRefused('lead-closed');
    given(added)
      .when(putOff('2026-12-01'))
      .then(
        LeadChanged({
          ...{ leadId: 12, fields: ['nextStepOn'], personal: {} },
          details: { nextStepOn: '2026-12-01' },
        }),
      );
  });
});

describe('becoming a customer', () => {
  const link = (customerId: number, isCustomer = true): LeadCommand => ({
    ...{ ...facts, type: 'link', customerId, isCustomer },
  });

  it('names them', () => given(added).when(link(7)).then(converted));
  it('happens once', () => given(added, converted).when(link(7)).thenNothing());
  it('is of one customer', () =>
    given(added, converted).when(link(8)).thenRefused('lead-converted'));
  it('is of a customer there is', () =>
    given(added).when(link(8, false)).thenInvalid('customer-unknown'));
});

describe('deleting a lead', () => {
  it('takes it out of the lists, and then erases the person', () => {
    given(added)
      .when({ ...facts, type: 'delete' })
      .then(deleted);
    given(added, deleted)
      .when({ ...facts, type: 'confirmErased' })
      .then(LeadErased({ leadId: 12 }));
    given(added)
      .when({ ...facts, type: 'confirmErased' })
      .thenNothing();
  });

  it('is refused once it is a customer’s, with whom it goes', () => {
    given(added, converted)
      .when({ ...facts, type: 'delete' })
      .thenRefused('lead-converted');
    given(added, converted)
      .when({ ...facts, type: 'erase' })
      .then(deleted);
  });
});

describe('whose a lead is', () => {
  const SETTING = '682, 683: meera\n68: jose\n695: gone';

  it.each([
    ['682016', 'meera'],
    ['683101', 'meera'],
    ['685001', 'jose'],
    ['560001', null],
    ['', null],
  ])('of %s is %s by pincode', (pincode, owner) =>
    expect(ownerOfPincode(SETTING, pincode)).toBe(owner),
  );

  it('goes by turns, whoever is named first, and past who is gone', () => {
    const agents = [
      { id: 8, username: 'jose' },
      { id: 5, username: 'meera' },
    ];
    const of = (turn: number, pincode: string | null = null) =>
      ownerOf(agents, { setting: SETTING, pincode, turn });
    expect([1, 2, 3, 4].map((turn) => of(turn))).toEqual([8, 5, 8, 5]);
    expect(of(1, '682016')).toBe(5);
    expect(of(2, '695001')).toBe(5);
    expect(ownerOf([], { setting: null, pincode: null, turn: 1 })).toBeNull();
  });
});
