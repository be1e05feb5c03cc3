import { INSTALMENT_STATES } from '@insuremanager/contracts/policies/instalments';
import { PaymentInput, TakenBackInput } from '@insuremanager/contracts/policies/paymentFields';
import { endorsementOf } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { PREMIUM_FREQUENCIES } from '@insuremanager/contracts/rules/premiumFrequency';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../platform/errors.js';
import { by } from '../platform/testing/serviceFixture.js';
import type { Policies, TermRef } from './index.js';
import { openPolicyFixture, refOf } from './testing/policyFixture.js';

const fixture = testFixture(openPolicyFixture);
let customerId: number;
let count = 0;

beforeAll(async () => {
  fixture.setTime('2026-04-01T06:00:00Z');
  customerId = (await fixture.customer('Anitha Nair')).id;
});

const issued = async (fields: object = {}, kind: 'health' | 'vehicle' = 'health') => {
  count += 1;
  const policyNumber = `INST/${count}`;
  const typed = { customerId, policyNumber, premiumFrequency: 'quarterly', ...fields };
  return refOf((await fixture.issue(kind, typed)).record);
};
const payment = (fields: object = {}) =>
  PaymentInput.parse({
    ...{ paidOn: '2026-04-01', means: 'upi', reference: '412345678901' },
    ...fields,
  });
const pay = (ref: TermRef, fields: object = {}, policies: Policies = fixture.policies) =>
  policies.payInstalments(ref, payment(fields), by());
const listed = async ({ id }: TermRef): Promise<PolicyView> => {
  await fixture.caughtUp();
  const view = await fixture.policies.find(id);
  if (!view) throw new Error('The policy is in no list');
  return view;
};
const dueIn = async (filter: object): Promise<string[]> => {
  await fixture.caughtUp();
  const request = { filter: { customerId, ...filter }, sort: 'due', direction: 'asc' } as const;
  const { items } = await fixture.policies.list({ ...request, limit: 500 });
  return items.map(({ policyNumber }) => policyNumber);
};

describe('the next premium of a term', () => {
  it('is in the list what the stream says, for any start, end and frequency', async () => {
    const starts = ['2024-02-29', '2025-08-31', '2025-10-30', '2026-03-31', '2026-04-01'];
    for (const startDate of starts) {
      for (const premiumFrequency of PREMIUM_FREQUENCIES) {
        for (const endDate of [endOfTerm(startDate), addDays(startDate, 200)]) {
          const ref = await issued({ startDate, endDate, premiumFrequency });
          const { instalments } = await listed(ref);
          for (let paid = 0; paid <= instalments; paid += Math.max(1, instalments - 1)) {
            if (paid > 0) await pay(ref, { number: paid });
            const row = await listed(ref);
            expect(row).toEqual(await fixture.policies.current(ref.id));
            expect(row.instalmentsPaid).toBe(paid);
            expect(row.nextDueDate === null).toBe(paid === instalments);
          }
        }
      }
    }
  });

  it('is the former amount until the day of an endorsement', async () => {
    const ref = await issued();
    const input = { effectiveFrom: '2026-07-01', reason: 'Child', changes: { premiumAmount: 200 } };
    await fixture.policies.endorse(ref, endorsementOf('health').parse(input), by());
    expect(await listed(ref)).toMatchObject({ nextDueAmount: '12500.50', premiumAmount: '200.00' });
    await pay(ref);
    expect(await listed(ref)).toMatchObject({ nextDueDate: '2026-07-01', nextDueAmount: '200.00' });
    expect(await listed(ref)).toEqual(await fixture.policies.current(ref.id));
  });

  it('is found by how it stands, until its policy is cancelled', async () => {
    const upcoming = await issued({ startDate: '2026-04-01', endDate: '2027-03-31' });
    const inGrace = await issued({ startDate: '2025-12-15', endDate: '2026-12-14' });
    await pay(inGrace);
    const overdue = await issued({ startDate: '2025-12-10', endDate: '2026-12-09' }, 'vehicle');
    await pay(overdue);
    const numbers = async (ref: TermRef) => (await listed(ref)).policyNumber;
    const own = [await numbers(upcoming), await numbers(inGrace), await numbers(overdue)];
    const [one, two, three] = own;
    const of = async (due: string) =>
      (await dueIn({ dues: [due] })).filter((number) => own.includes(number));
    expect([await of('upcoming'), await of('in_grace'), await of('overdue')]).toEqual([
      [one],
      [two],
      [three],
    ]);
    expect(await listed(inGrace)).toMatchObject({
      ...{ nextDueState: 'in_grace', nextDueDate: '2026-03-15', nextGraceUntil: '2026-04-14' },
    });
    await fixture.policies.cancel(inGrace, { reason: 'unpaid_premium' }, by());
    expect(await of('in_grace')).toEqual([]);
  });
});

describe('the schedule of a term', () => {
  it('says of each premium how it stands, and of a paid one by what', async () => {
    const ref = await issued({ startDate: '2025-10-02', endDate: '2026-10-01' });
    await pay(ref, { means: 'cheque', reference: '004512' });
    const schedule = await fixture.policies.instalments(ref);
    expect(schedule.map(({ state }) => state)).toEqual([
      ...['paid', 'overdue', 'upcoming', 'upcoming'],
    ]);
    expect(schedule[0]).toEqual({
      ...{ number: 1, dueDate: '2025-10-02', amount: '12500.50', state: 'paid', graceUntil: null },
      ...{ paidOn: '2026-04-01', means: 'cheque', reference: '004512' },
    });
    expect(INSTALMENT_STATES).toContain(schedule[1]?.state);
    const input = TakenBackInput.parse({ reason: 'Cheque returned' });
    await fixture.policies.takeBackInstalment(ref, input, by());
    expect((await fixture.policies.instalments(ref))[0]).toMatchObject({ state: 'overdue' });
    expect(await fixture.summaries(ref)).toEqual([
      'Policy issued',
      'Instalment 1 paid on 01/04/2026: ₹12,500.50 (Cheque)',
      'Payment of instalment 1 taken back',
    ]);
  });

  it('is not found under the other kind of policy', async () => {
    const { id } = await issued();
    await expect(fixture.policies.instalments({ kind: 'vehicle', id })).rejects.toMatchObject({
      code: 'policy-not-found',
    });
  });
});

describe('several who mark the same instalment', () => {
  it('at once: it is paid once, and the others are told', async () => {
    const ref = await issued();
    const processes = [fixture.over({}), fixture.over({}), fixture.over({}), fixture.over({})];
    const races = await Promise.allSettled(processes.map((one) => pay(ref, { number: 1 }, one)));
    const lost = races.flatMap((race) => (race.status === 'rejected' ? [race.reason] : []));
    expect(lost).toHaveLength(3);
    for (const reason of lost) {
      expect(reason).toBeInstanceOf(Refusal);
      expect(reason.code).toBe('instalment-paid');
    }
    expect(await fixture.summaries(ref)).toHaveLength(2);
  });

  it('under one key: it is paid once, and all are answered the same', async () => {
    const ref = await issued();
    const context = by();
    const twice = [1, 2].map(() => fixture.policies.payInstalments(ref, payment(), context));
    const [one, other] = await Promise.all(twice);
    expect(one?.record).toEqual(other?.record);
    expect((await listed(ref)).instalmentsPaid).toBe(1);
  });
});

describe('what was paid by whom', () => {
  it('is nowhere in the clear in the log, and gone with the key of the person', async () => {
    const { id } = await fixture.customer('Quite Unmistakable');
    const ref = await issued({ customerId: id });
    await pay(ref, { reference: 'SECRETUPI77' });
    const input = TakenBackInput.parse({ reason: 'Unmistakable called' });
    await fixture.policies.takeBackInstalment(ref, input, by());
    await pay(ref, { reference: 'SECRETUPI78' });
    expect(await fixture.wholeLog()).not.toMatch(/SECRETUPI|unmistakable/i);
    await fixture.platform.vault.destroyKey(`customer-${id}`);
    const left = [await fixture.policies.instalments(ref), await fixture.policies.history(ref)];
    expect(JSON.stringify(left)).not.toMatch(/SECRETUPI|unmistakable/i);
    expect((await fixture.policies.instalments(ref))[0]).toMatchObject({ state: 'paid' });
  });
});
