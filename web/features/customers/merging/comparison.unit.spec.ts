import { MOST_NOMINEES } from '@insuremanager/contracts/customers/nominees';
import { describe, expect, it } from 'vitest';
import {
  type Compared,
  consentRows,
  type FieldRow,
  fieldRows,
  holdingRows,
  likelihood,
  movesAlong,
  namesOfFields,
  outcomeOf,
  proposedToRemain,
  proposedValue,
  reasonInWords,
  takenOver,
} from './comparison';

type Person = Compared['first'];
type Holdings = Compared['firstHoldings'];

const person = (given: Partial<Person>): Person => ({
  ...{ id: 12, name: 'Anitha Nair', kycStatus: 'pending', version: 3, isHeld: false },
  registeredAt: '2026-04-01T04:00:00.000Z',
  ...given,
});
const holdings = (given: Partial<Holdings> = {}): Holdings => ({
  ...{ policies: 0, documents: 0, quotations: 0, reminders: 0 },
  ...{ consents: 0, nominees: 0, requests: 0, openRequests: 0 },
  ...given,
});

interface Given extends Partial<Omit<Compared, 'first' | 'second'>> {
  first?: Partial<Person>;
  second?: Partial<Person>;
}
const compared = ({ first = {}, second = {}, ...given }: Given): Compared => ({
  ...{ first: person(first), second: person({ id: 340, ...second }) },
  ...{ firstHoldings: holdings(), secondHoldings: holdings(), fields: [], consents: [] },
  ...given,
});
const row = (
  field: FieldRow['field'],
  first: string | null,
  second: string | null,
  isSame = first === second,
) => ({ field, label: field, first, second, isSame });

it('fields are those that differ, and those that are alike; what both leave empty is neither', () => {
  const fields = [
    row('aadhaarNumber', 'XXXX XXXX 1234', 'XXXX XXXX 1234', false),
    row('city', 'Kochi', 'Thrissur'),
    row('email', null, null),
    row('panNumber', 'ABCPN1234K', 'ABCPN1234K'),
  ] as Compared['fields'];
  const { differing, alike } = fieldRows(compared({ fields, first: { kycStatus: 'verified' } }));
  expect(differing.map(({ field }) => field)).toEqual(['aadhaarNumber', 'city', 'kycStatus']);
  expect(alike.map(({ field }) => field)).toEqual(['panNumber']);
});

describe('what is proposed', () => {
  it('to remain is who has more, is verified, or was there first', () => {
    const more = { secondHoldings: holdings({ policies: 2 }) };
    expect(proposedToRemain(compared({ ...more, first: { kycStatus: 'verified' } }))).toBe(
      'second',
    );
    expect(proposedToRemain(compared({ second: { kycStatus: 'verified' } }))).toBe('second');
    expect(proposedToRemain(compared({}))).toBe('first');
    expect(proposedToRemain(compared({ first: { id: 341 } }))).toBe('second');
  });

  it('of values is what remains, unless it is empty or less than verified', () => {
    expect(proposedValue(row('city', 'Kochi', 'Thrissur'), 'first')).toBe('first');
    expect(proposedValue(row('city', 'Kochi', 'Thrissur'), 'second')).toBe('second');
    expect(proposedValue(row('email', null, 'a@b.in'), 'first')).toBe('second');
    expect(proposedValue(row('kycStatus', 'pending', 'verified'), 'first')).toBe('second');
    expect(proposedValue(row('kycStatus', 'pending', 'verified'), 'second')).toBe('second');
    expect(proposedValue(row('kycStatus', 'pending', 'rejected'), 'first')).toBe('first');
  });
});

it('what is chosen by hand stays when another one is to remain', () => {
  const rows = [
    row('city', 'Kochi', 'Thrissur'),
    row('state', 'Kerala', 'Tamil Nadu'),
    row('kycStatus', 'verified', 'pending'),
  ];
  const taken = (remains: 'first' | 'second') =>
    takenOver(outcomeOf(rows, remains, { city: 'second' }), remains);
  expect(taken('first')).toEqual({ fields: ['city'], takesKyc: false });
  expect(taken('second')).toEqual({ fields: [], takesKyc: true });
  expect(namesOfFields(['phone', 'city', 'kycStatus'])).toBe('Phone, City and KYC status');
});

it('consents that neither has told are not shown', () => {
  const none = { first: null, firstGivenOn: null, second: null, secondGivenOn: null };
  const rows = consentRows(
    compared({
      consents: [
        { ...none, purpose: 'reminders', channel: 'sms', remains: null },
        {
          ...{ ...none, purpose: 'reminders', channel: 'email' },
          ...{ second: 'withdrawn', secondGivenOn: '2026-02-01', remains: 'withdrawn' },
        },
      ],
    }),
  );
  const told = { first: null, second: { choice: 'withdrawn', givenOn: '2026-02-01' } };
  expect(rows).toEqual([{ label: 'Reminders by email', told, remains: 'withdrawn' }]);
});

describe('what moves along', () => {
  it('is counted in words', () => {
    const both = compared({ secondHoldings: holdings({ policies: 1, reminders: 3 }) });
    expect(movesAlong(holdingRows(both, 'first'))).toBe('1 policy and 3 reminders move along.');
    expect(movesAlong(holdingRows(both, 'second'))).toBeNull();
    const one = compared({ firstHoldings: holdings({ requests: 1 }) });
    expect(movesAlong(holdingRows(one, 'second'))).toBe('1 privacy request moves along.');
  });

  it('are nominees as far as there is room', () => {
    const both = compared({
      firstHoldings: holdings({ nominees: MOST_NOMINEES - 1 }),
      secondHoldings: holdings({ nominees: 3 }),
    });
    expect(movesAlong(holdingRows(both, 'first'))).toBe('1 nominee moves along.');
  });
});

it('says how likely it is, and how names differ', () => {
  expect([100, 70, 40].map((score) => likelihood(score).word)).toEqual([
    'Very likely',
    'Likely',
    'Perhaps',
  ]);
  expect(reasonInWords('name', ['Anitha Nair', 'anitha nair'])).toBe('Same name');
  expect(reasonInWords('name', ['Anitha Nair', 'Anita Nair'])).toBe(
    'Same name in another spelling',
  );
  expect(reasonInWords('nameAndBirthday', ['Anitha Nair', 'അനിത നായർ'])).toBe(
    'Same birthday, same name in another script',
  );
  expect(reasonInWords('phone', ['a', 'b'])).toBe('Same phone');
});
