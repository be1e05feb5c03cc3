import { MOST_NOMINEES } from '@insuremanager/contracts/customers/nominees';
import { describe, expect, it } from 'vitest';
import type { Customer } from '../customer';
import {
  type Compared,
  comparedConsents,
  comparedFields,
  comparedHoldings,
  likelihood,
  movesAlong,
  namesOfFields,
  outcomeOf,
  proposedToRemain,
  proposedValue,
  reasonInWords,
  takenOver,
} from './comparison';

const customer = (given: Partial<Customer>): Customer => ({
  ...{ id: 12, name: 'Anitha Nair', phone: '+919847012345', email: null, aadhaarNumber: null },
  ...{ panNumber: null, dateOfBirth: null, occupation: null, address: null, city: null },
  ...{ state: null, pincode: null, language: null, kycStatus: 'pending', kycDocumentId: null },
  ...{ reminderEmailConsent: null, reminderSmsConsent: null, reminderWhatsappConsent: null },
  ...{ quotationEmailConsent: null, ownerId: null, version: 0 },
  ...{ createdAt: '2026-04-01T04:00:00.000Z', updatedAt: '2026-04-01T04:00:00.000Z' },
  ...given,
});

type Told = readonly ['given' | 'withdrawn', string];

function compared(given: Partial<Customer>, counts: Partial<Counts> = {}, told?: Told): Compared {
  const count = (name: keyof Counts) => ({ count: { count: counts[name] ?? 0, exact: true } });
  return {
    customer: customer(given),
    legalHolds: [],
    nominees: [],
    customerConsents: {
      standing: [
        {
          ...{ purpose: 'reminders', channel: 'email', how: told ? 'phone' : null },
          ...{ choice: told?.[0] ?? null, givenOn: told?.[1] ?? null },
          ...{ noticeVersion: null, noticeLanguage: null },
        },
      ],
    },
    policies: count('policies'),
    documents: count('documents'),
    quotations: count('quotations'),
    reminders: count('reminders'),
  };
}
type Counts = Record<'policies' | 'documents' | 'quotations' | 'reminders', number>;

describe('the fields of two customers', () => {
  const one = customer({ city: 'Kochi', panNumber: 'ABCPN1234K', aadhaarNumber: 'XXXX XXXX 1234' });

  it('are those that differ, and those that are alike; what both leave empty is neither', () => {
    const other = customer({ id: 340, city: 'Thrissur', panNumber: 'ABCPN1234K', email: 'a@b.in' });
    const { differing, alike } = comparedFields({ one, other }, []);
    expect(differing).toEqual(['email', 'aadhaarNumber', 'city']);
    expect(alike).toEqual(['name', 'phone', 'panNumber', 'kycStatus']);
  });

  it('do not take Aadhaar numbers for alike by their last digits', () => {
    const other = customer({ id: 340, aadhaarNumber: 'XXXX XXXX 1234' });
    expect(comparedFields({ one, other }, ['phone']).differing).toContain('aadhaarNumber');
    expect(comparedFields({ one, other }, ['aadhaarNumber']).alike).toContain('aadhaarNumber');
  });

  it('take a status that rests on another document for another one', () => {
    const pair = { one: customer({ kycDocumentId: 5 }), other: customer({ id: 340 }) };
    expect(comparedFields(pair, []).differing).toEqual(['kycStatus']);
  });
});

describe('what is proposed', () => {
  it('to remain is who has more, is verified, or was there first', () => {
    const verified = { kycStatus: 'verified' } as const;
    const [few, many] = [compared({}), compared({ id: 340 }, { policies: 2 })];
    expect(proposedToRemain({ one: few, other: many })).toBe('other');
    expect(proposedToRemain({ one: many, other: few })).toBe('one');
    expect(proposedToRemain({ one: few, other: compared({ id: 340, ...verified }) })).toBe('other');
    expect(proposedToRemain({ one: compared({ id: 340 }), other: few })).toBe('other');
    expect(proposedToRemain({ one: few, other: compared({ id: 340 }) })).toBe('one');
  });

  it('of values is what remains, unless it is empty or less than verified', () => {
    const pair = {
      one: customer({ city: 'Kochi' }),
      other: customer({ id: 340, city: 'Thrissur', email: 'a@b.in', kycStatus: 'verified' }),
    };
    expect(proposedValue('city', 'one', pair)).toBe('one');
    expect(proposedValue('city', 'other', pair)).toBe('other');
    expect(proposedValue('email', 'one', pair)).toBe('other');
    expect(proposedValue('kycStatus', 'one', pair)).toBe('other');
    expect(proposedValue('kycStatus', 'other', pair)).toBe('other');
  });
});

it('what is chosen by hand stays when another one is to remain', () => {
  const pair = {
    one: customer({ city: 'Kochi', state: 'Kerala', kycStatus: 'verified' }),
    other: customer({ id: 340, city: 'Thrissur', state: 'Tamil Nadu' }),
  };
  const fields = comparedFields(pair, []).differing;
  const taken = (remains: 'one' | 'other') =>
    takenOver(outcomeOf(fields, remains, pair, { city: 'other' }), remains);
  expect(taken('one')).toEqual({ fields: ['city'], takesKyc: false });
  expect(taken('other')).toEqual({ fields: [], takesKyc: true });
  expect(namesOfFields(['phone', 'city', 'kycStatus'])).toBe('Phone, City and KYC status');
});

describe('consents', () => {
  const stands = (one: Told | undefined, other: Told | undefined) =>
    comparedConsents({ one: compared({}, {}, one), other: compared({}, {}, other) }, 'one').map(
      (row) => row.stands,
    );

  it('stand as they were told later, of the same day as withdrawn', () => {
    expect(stands(['given', '2026-01-05'], ['withdrawn', '2026-02-01'])).toEqual(['other']);
    expect(stands(['given', '2026-02-05'], ['withdrawn', '2026-02-01'])).toEqual(['one']);
    expect(stands(['given', '2026-02-01'], ['withdrawn', '2026-02-01'])).toEqual(['other']);
    expect(stands(undefined, ['given', '2026-02-01'])).toEqual(['other']);
  });

  it('that neither has told are not shown', () => expect(stands(undefined, undefined)).toEqual([]));
});

it('what moves along is counted in words', () => {
  const rows = comparedHoldings({
    one: compared({}),
    other: compared({}, { policies: 1, reminders: 3 }),
  });
  expect(movesAlong(rows, 'other')).toBe('1 policy and 3 reminders');
  expect(movesAlong(rows, 'one')).toBeNull();
});

it('nominees come along as far as there is room', () => {
  const named = (count: number): Compared => ({
    ...compared({}),
    nominees: Array.from({ length: count }, (_, nth) => ({
      ...{ id: nth + 1, name: 'Sudha', relation: 'Daughter', phone: null, email: null },
      recordedOn: '2026-02-01',
    })),
  });
  const pair = { one: named(MOST_NOMINEES - 1), other: named(3) };
  expect(movesAlong(comparedHoldings(pair), 'other')).toBe('1 nominee');
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
