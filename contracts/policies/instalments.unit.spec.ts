import { describe, expect, it } from 'vitest';
import { endOfTerm } from '../rules/calendar.js';
import { graceOfInstalment, instalmentsOf, unpaidState } from './instalments.js';
import { PaymentInput } from './paymentFields.js';

const monthly = {
  startDate: '2026-04-01',
  endDate: '2027-03-31',
  premiumFrequency: 'monthly',
  premiumAmount: 1_250_05,
  ...{ ownDamagePremium: null, thirdPartyPremium: null, premiumGst: null },
} as const;
const daysOf = (change: Partial<Parameters<typeof instalmentsOf>[0]>) =>
  instalmentsOf({ ...monthly, ...change }).map(({ dueDate }) => dueDate);

describe('the premiums of a term', () => {
  it('are due every so many months from its first day on', () => {
    expect(daysOf({})).toHaveLength(12);
    expect(daysOf({ premiumFrequency: 'quarterly' })).toEqual([
      ...['2026-04-01', '2026-07-01', '2026-10-01', '2027-01-01'],
    ]);
    expect(daysOf({ premiumFrequency: 'half-yearly' })).toEqual(['2026-04-01', '2026-10-01']);
  });

  it('are none in instalments where they are yearly', () =>
    expect(daysOf({ premiumFrequency: 'yearly' })).toEqual([]));

  it('are due on the last day of a month that has no such date, and on the date again later', () =>
    expect(daysOf({ startDate: '2026-12-31', endDate: '2027-12-30' }).slice(0, 5)).toEqual([
      ...['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
    ]));

  it.each(['2024-02-29', '2025-08-31', '2026-01-30', '2026-04-01'])(
    'pay for a year that begins on %s in twelve months, not thirteen',
    (startDate) => expect(daysOf({ startDate, endDate: endOfTerm(startDate) })).toHaveLength(12),
  );

  it('are one more where the term goes on by a day', () =>
    expect(daysOf({ endDate: '2027-04-01' }).at(-1)).toBe('2027-04-01'));

  it('are of the old amount before the day of an endorsement, and of the new one from it on', () =>
    expect(
      instalmentsOf({ ...monthly, premiumFrequency: 'quarterly' }, [
        { ...monthly, premiumAmount: 900_00, until: '2026-07-01' },
        { ...monthly, premiumAmount: 1_000_00, until: '2026-10-01' },
      ]).map(({ amount }) => amount),
    ).toEqual([900_00, 1_000_00, 1_250_05, 1_250_05]));

  it('end, however long the term is said to be', () =>
    expect(daysOf({ endDate: '9999-12-31' })).toHaveLength(600));
});

describe('grace', () => {
  const second = { number: 2, dueDate: '2026-05-01' };
  it('of a health premium is 15 days where it is monthly, 30 otherwise', () => {
    const until = (premiumFrequency: 'monthly' | 'quarterly') =>
      graceOfInstalment({ kind: 'health', premiumFrequency }, second);
    expect([until('monthly'), until('quarterly')]).toEqual(['2026-05-16', '2026-05-31']);
  });
  it('is none of the premium with which a cover begins, and none of motor cover', () => {
    const first = { ...second, number: 1 };
    expect(graceOfInstalment({ kind: 'health', premiumFrequency: 'monthly' }, first)).toBeNull();
    expect(graceOfInstalment({ kind: 'vehicle', premiumFrequency: 'monthly' }, second)).toBeNull();
  });
  it('ends with its last day', () => {
    const on = (today: string) => unpaidState('2026-05-01', '2026-05-16', today);
    expect(['2026-05-01', '2026-05-02', '2026-05-16', '2026-05-17'].map(on)).toEqual([
      ...['upcoming', 'in_grace', 'in_grace', 'overdue'],
    ]);
  });
});

describe('the reference of a payment', () => {
  const problems = (reference: string) =>
    PaymentInput.safeParse({ paidOn: '2026-05-01', means: 'upi', reference }).error?.issues ?? [];
  it('may be that of UPI, of twelve digits', () => expect(problems('412345678901')).toEqual([]));
  it('is no card number, however it is written', () => {
    const alone = ['4111111111111111', '4111 1111 1111 1111', '5500-0000-0000-0004'];
    const within = [
      'Visa 4111 1111 1111 1111',
      '4111111111111111, 12/28',
      'Amex 3782.822463.10005',
    ];
    for (const card of [...alone, ...within]) {
      expect(problems(card)[0]?.message).toContain('card number');
    }
  });
  it('may have as many digits in a longer word', () =>
    expect(problems('SBINR4111111111111111')).toEqual([]));
});
