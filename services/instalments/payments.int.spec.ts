import { randomBytes } from 'node:crypto';
import { PaymentInput, TakenBackInput } from '@insuremanager/contracts/policies/paymentFields';
import { PAYMENT_MEANS } from '@insuremanager/contracts/policies/paymentKinds';
import type {
  PaymentListRequest,
  PaymentView,
} from '@insuremanager/contracts/policies/paymentViews';
import { endorsementOf } from '@insuremanager/contracts/policies/policyInputs';
import { decimalOf, parsePaise } from '@insuremanager/contracts/rules/money';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../platform/errors.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import { projectOnce } from '../platform/readModels/testing/projectTwice.js';
import { by } from '../platform/testing/serviceFixture.js';
import type { TermRef } from '../policies/index.js';
import { openPolicyFixture, refOf } from '../policies/testing/policyFixture.js';
import { instalmentsSlice } from './index.js';
import { paymentQueries } from './paymentQueries.js';

const fixture = testFixture((servers: Parameters<typeof openPolicyFixture>[0]) =>
  openPolicyFixture(servers, randomBytes(32), [instalmentsSlice]),
);
const paymentsOf = (tables: Parameters<typeof paymentQueries>[0] = fixture.readModels) =>
  paymentQueries(tables, createListCursors(fixture.platform.vault));

let count = 0;
const issued = async (customerId: number, fields: object = {}) => {
  count += 1;
  const policyNumber = `PAID/${count}`;
  const typed = { customerId, policyNumber, premiumFrequency: 'monthly', ...fields };
  return refOf((await fixture.issue('health', typed)).record);
};
const pay = (ref: TermRef, fields: object = {}) => {
  const input = PaymentInput.parse({ paidOn: '2026-04-01', means: 'upi', ...fields });
  return fixture.policies.payInstalments(ref, input, by());
};
const takeBack = (ref: TermRef) =>
  fixture.policies.takeBackInstalment(ref, TakenBackInput.parse({ reason: 'Returned' }), by());

const asked = (filter: PaymentListRequest['filter'], more: Partial<PaymentListRequest> = {}) =>
  ({ filter, sort: 'paid', direction: 'desc', limit: 100, ...more }) as const;
const listed = async (filter: PaymentListRequest['filter']): Promise<PaymentView[]> => {
  await fixture.caughtUp();
  return (await paymentsOf().list(asked(filter))).items;
};
const sumOf = (amounts: readonly string[]): string =>
  decimalOf(amounts.reduce((sum, amount) => sum + (parsePaise(amount) ?? 0), 0));

const step = fc.record({
  does: fc.constantFrom('pay', 'pay', 'pay', 'takeBack', 'endorse', 'move', 'remove'),
  policy: fc.nat(3),
  number: fc.integer({ min: 1, max: 4 }),
  amount: fc.integer({ min: 1, max: 999_999_99 }),
  means: fc.constantFrom(...PAYMENT_MEANS),
});

describe('the list of payments', () => {
  it('is what the premiums of all policies say, to the paisa, however it came to be', async () => {
    const people = [await fixture.customer('Anitha Nair'), await fixture.customer('Rahul Menon')];
    const [mine = 0, others = 0] = people.map(({ id }) => id);
    await fixture.customers.reassign(others, 2, by({ actor: { ...by().actor, role: 'admin' } }));
    const refs: TermRef[] = [];
    for (const customerId of [mine, mine, others, others]) refs.push(await issued(customerId));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        for (const { does, policy, number, amount, means } of steps) {
          const ref = refs[policy] as TermRef;
          const changes = { premiumAmount: decimalOf(amount) };
          const endorsement = { effectiveFrom: '2026-06-01', reason: 'Child', changes };
          try {
            if (does === 'pay') await pay(ref, { number, means, amount: decimalOf(amount) });
            else if (does === 'takeBack') await takeBack(ref);
            else if (does === 'endorse')
              await fixture.policies.endorse(ref, endorsementOf('health').parse(endorsement), by());
            else if (does === 'move') await fixture.update(ref, { customerId: others });
            else {
              await fixture.remove(ref);
              refs[policy] = await issued(mine);
            }
          } catch (error) {
            // What may not be done then writes nothing.
            if (!(error instanceof Refusal)) throw error;
          }
        }
        const said = await Promise.all(
          refs.map(async (ref) => {
            const policy = await fixture.policies.current(ref.id);
            const all = await fixture.policies.instalments(ref);
            return all
              .filter(({ state }) => state === 'paid')
              .map(({ number, amount, paidOn, means }) => ({
                ...{ id: `${ref.id}-${number}`, customerId: policy?.customerId },
                ...{ amount, paidOn, means },
              }));
          }),
        );
        const all = said.flat();
        const rows = await listed({ status: 'paid' });
        const shown = rows.map(({ id, customerId, amount, paidOn, means }) => ({
          ...{ id, customerId, amount, paidOn, means },
        }));
        const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
        expect(shown.sort(byId)).toEqual(all.sort(byId));

        // Kept by the database, added up of one customer, and within a book.
        const totals = await paymentsOf().totals({});
        expect(totals).toMatchObject({ count: all.length, amount: sumOf(all.map(amountIn)) });
        expect(sumOf(totals.byMeans.map(amountIn))).toBe(totals.amount);
        const theirs = all.filter(({ customerId }) => customerId === others);
        const sums = await Promise.all([
          paymentsOf().totals({ customerId: others }),
          paymentsOf().totals({ ownerId: 2 }),
          paymentsOf(fixture.readModels.within({ ownerId: 2 })).totals({}),
        ]);
        for (const { amount } of sums) expect(amount).toBe(sumOf(theirs.map(amountIn)));
      }),
      { numRuns: 6 },
    );
    // Whatever was drawn may have been taken out again.
    await pay(await issued(mine));
    const parts = { ...fixture, ...fixture.platform };
    const followed = await projectOnce(parts, { maxBatch: 3, isComplete: true });
    expect(await projectOnce(parts, { maxBatch: 500 })).toEqual(followed);
    expect(followed.payments?.length).toBeGreaterThan(0);
  });

  it('tells of one that was taken back until it is paid again, in no sum', async () => {
    const { id: customerId } = await fixture.customer('Leela Pillai');
    const ref = await issued(customerId);
    await pay(ref, { number: 2 });
    await takeBack(ref);
    const before = { status: 'taken_back', takenBackOn: '2026-04-01', id: `${ref.id}-2` };
    expect(await listed({ customerId, status: 'taken_back' })).toMatchObject([before]);
    const sums = { count: 1, amount: '12500.50', takenBack: 1 };
    expect(await paymentsOf().totals({ customerId })).toMatchObject(sums);
    await pay(ref, { means: 'cash', amount: '100' });
    expect(await listed({ customerId, means: ['cash'] })).toMatchObject([
      { status: 'paid', takenBackOn: null, amount: '100.00', recordedBy: 'anitha' },
    ]);
    expect((await paymentsOf().totals({ customerId })).takenBack).toBe(0);
  });

  it('is found by reference, person and policy, and by days, page after page', async () => {
    const { id: customerId } = await fixture.customer('Searched Person', { phone: '9447012345' });
    const ref = await issued(customerId);
    await pay(ref, { number: 11, paidOn: '2026-03-30', reference: 'Chq 004512' });
    await pay(ref, { paidOn: '2026-03-31', reference: 'AXIS998877' });
    const numbersOf = (payments: readonly PaymentView[]) =>
      payments.map(({ instalment }) => instalment);
    expect(numbersOf(await listed({ search: 'axis9988' }))).toEqual([12]);
    expect(await listed({ search: '004512' })).toHaveLength(11);
    const { policyNumber } = (await listed({ search: 'axis9988' }))[0] as PaymentView;
    for (const search of ['searched', '94470 12345', policyNumber]) {
      expect((await listed({ search })).map((one) => one.customerId)).toEqual(
        Array.from({ length: 12 }, () => customerId),
      );
      expect((await paymentsOf().totals({ search })).count).toBe(12);
    }
    expect(await listed({ customerId, paidFrom: '2026-03-31', paidTo: '2026-04-01' })).toHaveLength(
      1,
    );
    const met: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await paymentsOf().list(asked({ customerId }, { limit: 5, cursor }));
      met.push(...numbersOf(page.items));
      cursor = page.nextCursor;
    } while (cursor);
    expect(met).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('loses the reference with the one who paid', async () => {
    const [from, to] = [
      await fixture.customer('Former Holder'),
      await fixture.customer('Next One'),
    ];
    const ref = await issued(from.id);
    await pay(ref, { reference: 'SECRETUPI99' });
    await fixture.update(ref, { customerId: to.id });
    expect(await listed({ customerId: to.id })).toMatchObject([{ reference: null }]);
    expect(await listed({ customerId: from.id })).toEqual([]);
    await pay(ref, { reference: 'SECRETUPI98' });
    await fixture.remove(ref);
    expect(await listed({ customerId: to.id })).toEqual([]);
    const { schema } = fixture.readModels;
    const { rows } = await fixture.platform.pool.query(
      `SELECT 1 FROM ${schema}.payments WHERE reference LIKE 'SECRETUPI%'`,
    );
    expect(rows).toEqual([]);
  });
});

const amountIn = ({ amount }: { amount: string }): string => amount;
