import { QUOTATION_STATUSES } from '@insuremanager/contracts/quotations/quotationKinds';
import {
  daysOfMonth,
  LOSS_REASONS,
  PAST_DUE_DAYS,
  QUOTED_WITHIN_DAYS,
  RENEWAL_COLUMNS,
  type RenewalColumn,
  renewalColumn,
} from '@insuremanager/contracts/renewals/renewalKinds';
import { addDays, daysBetween, monthOf } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf, parsePaise } from '@insuremanager/contracts/rules/money';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import { refOf } from '../policies/testing/policyFixture.js';
import { openRenewalFixture } from './testing/renewalFixture.js';

const fixture = testFixture(openRenewalFixture);

const TODAY = '2026-04-10';
const MONTHS = ['2026-03', '2026-04', '2026-05'];
const MEERA = 11;

/** What becomes of a term, of a customer of its own. */
const life = fc.record({
  endsIn: fc.integer({ min: -45, max: 45 }),
  kind: fc.constantFrom('health' as const, 'vehicle' as const),
  premiumAmount: fc.constantFrom('0', '1000.50', '99999999.99'),
  isContacted: fc.boolean(),
  lossReason: fc.constantFrom(null, null, ...LOSS_REASONS),
  isOwned: fc.boolean(),
  ends: fc.constantFrom('not', 'not', 'not', 'renewed', 'cancelled', 'deleted'),
  quotation: fc.option(
    fc.record({
      daysAgo: fc.integer({ min: 0, max: 40 }),
      validityDays: fc.constantFrom(1, 30, 365),
      status: fc.constantFrom(...QUOTATION_STATUSES),
      isOfItsKind: fc.boolean(),
    }),
  ),
});
type Life = typeof life extends fc.Arbitrary<infer Of> ? Of : never;

const at = (day: Day): void => fixture.setTime(`${day}T06:00:00Z`);
let lives = 0;

/** Lives through it, up to today. @returns the id of the term. */
async function live(insuranceCompany: string, of: Life): Promise<number> {
  const { kind, quotation, premiumAmount } = of;
  lives += 1;
  const customer = await fixture.customer(`Customer ${lives}`);
  const endDate = addDays(TODAY, of.endsIn);
  const term = await fixture.issue(kind, {
    customerId: customer.id,
    insuranceCompany,
    premiumAmount,
    policyNumber: `L/${lives}`,
    startDate: addDays(endDate, -364),
    endDate,
  });
  if (quotation) {
    const quoted = quotation.isOfItsKind === (kind === 'health') ? 'health' : 'vehicle';
    at(addDays(TODAY, -quotation.daysAgo));
    await fixture.create({
      customerId: customer.id,
      insuranceType: quoted,
      status: quotation.status,
      validityDays: String(quotation.validityDays),
    });
    at(TODAY);
  }
  if (of.isContacted) await fixture.move(term.id, 'contacted');
  if (of.lossReason) await fixture.lose(term.id, { reason: of.lossReason });
  if (of.isOwned) await fixture.assign(term.id, MEERA);
  if (of.ends === 'renewed') await fixture.renew(refOf(term), { policyNumber: `L/${lives}/2` });
  if (of.ends === 'deleted') {
    await fixture.projected(await fixture.policies.delete(refOf(term), by()));
  }
  if (of.ends === 'cancelled') {
    const cancelledOn = addDays(endDate, -1);
    const cancellation = { cancelledOn, reason: 'other' as const, note: null };
    await fixture.projected(await fixture.policies.cancel(refOf(term), cancellation, by()));
  }
  return term.id;
}

/** The column in which a board should show it, by the words of the decision; null: on none. */
function expectedColumn(of: Life, month: string): RenewalColumn | null {
  const { quotation, lossReason, isContacted, ends } = of;
  if (ends === 'cancelled' || ends === 'deleted') return null;
  const endDate = addDays(TODAY, of.endsIn);
  const isRenewed = ends === 'renewed';
  const madeBefore = quotation && daysBetween(addDays(TODAY, -quotation.daysAgo), endDate);
  const isValid =
    quotation?.status === 'accepted' ||
    (quotation?.status === 'pending' && quotation.validityDays >= quotation.daysAgo);
  const isQuoted =
    Boolean(quotation?.isOfItsKind) &&
    isValid &&
    (madeBefore ?? 0) <= QUOTED_WITHIN_DAYS &&
    (madeBefore ?? 0) >= -PAST_DUE_DAYS;
  const column = renewalColumn({ isRenewed, lossReason, isQuoted, isContacted });
  const isClosed = isRenewed || lossReason !== null;
  const isPastDue = of.endsIn < 0 && of.endsIn >= -PAST_DUE_DAYS;
  const [first, last] = daysOfMonth(month);
  if (endDate >= first && endDate <= last) {
    return of.endsIn >= 0 || isPastDue || isClosed ? column : null;
  }
  const isCarriedOver = month === monthOf(TODAY) && endDate < first && isPastDue && !isClosed;
  return isCarriedOver ? column : null;
}

it('shows every term in its column, and totals that are those of the cards', async () => {
  at(TODAY);
  let boards = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 10 }), async (all) => {
      boards += 1;
      at(TODAY);
      const insurer = `Board ${boards}`;
      const terms: (Life & { id: number })[] = [];
      for (const of of all) terms.push({ ...of, id: await live(insurer, of) });
      await fixture.policies.expireDue(kolkataDay(new Date(`${TODAY}T06:00:00Z`)));
      await fixture.caughtUp();
      for (const month of MONTHS) {
        for (const ownerId of [null, MEERA]) {
          const board = await fixture.board({ month, insurer, ownerId });
          for (const [place, name] of RENEWAL_COLUMNS.entries()) {
            const expected = terms
              .filter((term) => ownerId === null || term.isOwned)
              .filter((term) => expectedColumn(term, month) === name);
            const column = board.columns[place];
            const shown = column?.cards.map(({ termId }) => termId) ?? [];
            expect([...shown].sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id));
            expect(column?.count).toBe(expected.length);
            const premium = expected.reduce(
              (sum, { premiumAmount }) => sum + BigInt(parsePaise(premiumAmount) ?? 0),
              0n,
            );
            expect(column?.premium).toBe(decimalOf(premium));
          }
        }
      }
    }),
    { numRuns: 10 },
  );
});
