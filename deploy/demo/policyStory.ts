import type { LossReason } from '@insuremanager/contracts/renewals/renewalKinds';
import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { DEMO_ADMIN } from './brokerage.js';
import { type DemoPolicy, demoPolicy, premiumParts } from './covers.js';
import { type Dice, dice } from './dice.js';
import type { Moment, PolicyAct } from './storyActs.js';

/** Seeds that no customer and no policy uses. */
const POLICY_SERIES = 5_000_000_000;
const TERM_DAYS = 365;
/** Numbers of policies: at most so many per customer. */
const MOST_POLICIES = 10;

/**
 * The policies of one customer, from the day on which they were won until yesterday, oldest first.
 * Terms that are over are renewed by most, some days before; the others lapse.
 */
export function policies(customer: number, wonDaysAgo: number, today: Day): Moment[] {
  const throws = dice(POLICY_SERIES + customer);
  const count = throws.pick([0, 1, 1, 1, 2, 2, 3, 4]);
  const moments: Moment[] = [];
  let numbered = 0;
  for (let n = 0; n < count; n += 1) {
    const daysAgo = n === 0 ? wonDaysAgo : 1 + throws.below(wonDaysAgo);
    const [first, second] = [numbered + 1, numbered + 2];
    const terms = termsOf(throws, customer, first, second, daysAgo, today);
    numbered = terms.length > 1 ? second : first;
    moments.push(...terms);
  }
  moments.push(...takenOver(customer, numbered + 1, wonDaysAgo, today));
  return moments.sort((a, b) => b.daysAgo - a.daysAgo);
}

/** One policy, and what became of it. */
function termsOf(
  throws: Dice,
  customer: number,
  policy: number,
  successor: number,
  issuedDaysAgo: number,
  today: Day,
): Moment[] {
  const start = addDays(today, -issuedDaysAgo);
  const issued = demoPolicy(customer * MOST_POLICIES + policy, start);
  const moments: Moment[] = [{ daysAgo: issuedDaysAgo, act: { type: 'issue', policy, ...issued } }];
  const isEndorsed = issuedDaysAgo > 40 && throws.chance(0.08);
  if (isEndorsed) {
    const daysAgo = Math.max(1, issuedDaysAgo - 30 - throws.below(200));
    moments.push({ daysAgo, act: endorsement(issued, policy, addDays(today, -daysAgo)) });
  }
  const boughtAgo = issuedDaysAgo - TERM_DAYS + 4 + throws.below(18);
  const isKept = throws.chance(0.84);
  const daysLeft = TERM_DAYS - 1 - issuedDaysAgo;
  if (boughtAgo >= 1 && isKept) {
    moments.push({ daysAgo: boughtAgo, act: renewal(throws, issued, policy, successor, start) });
  } else if (!isEndorsed && issuedDaysAgo > 60 && boughtAgo < 1 && throws.chance(0.05)) {
    moments.push({ daysAgo: 1 + throws.below(40), act: cancellation(throws, issued, policy) });
  } else {
    const work = dice(RENEWAL_SERIES + customer * MOST_POLICIES + policy);
    moments.push(...renewalWork(work, policy, daysLeft, today));
  }
  return moments;
}

/** Seeds that nothing else uses. */
const RENEWAL_SERIES = 9_000_000_000;
/** From so many days before the end until so many after it, agents are at it. */
const WORKED_WITHIN = 30;

/** What was done in the last days about a term that ends, or ended, and was not renewed. */
function renewalWork(throws: Dice, term: number, daysLeft: number, today: Day): Moment[] {
  if (Math.abs(daysLeft) > WORKED_WITHIN) return [];
  const moments: Moment[] = [];
  if (throws.chance(0.4)) {
    moments.push({ daysAgo: 3, act: { type: 'own', term, owner: DEMO_ADMIN } });
  }
  if (throws.chance(0.45)) moments.push({ daysAgo: 2, act: { type: 'contact', term } });
  if (daysLeft < 12 && throws.chance(0.3)) {
    const [reason, note] = throws.pick(LOSSES);
    moments.push({ daysAgo: 1, act: { type: 'lose', term, reason, note } });
  } else if (moments.length > 0 && throws.chance(0.6)) {
    const followUpOn = addDays(today, throws.below(6) - 1);
    moments.push({ daysAgo: 1, act: { type: 'followUp', term, followUpOn } });
  }
  return moments;
}

/** So many days ago policies were taken over at the latest. */
const TAKEN_OVER_AGO = 40;

/** One in five came with a policy of another agent, which ends these weeks. */
function takenOver(customer: number, policy: number, wonDaysAgo: number, today: Day): Moment[] {
  const throws = dice(RENEWAL_SERIES + customer * MOST_POLICIES + policy);
  if (wonDaysAgo < 2 * TAKEN_OVER_AGO || !throws.chance(1 / 5)) return [];
  const daysLeft = throws.below(2 * WORKED_WITHIN) - WORKED_WITHIN + 5;
  const start = addDays(today, daysLeft - TERM_DAYS + 1);
  const issued = demoPolicy(customer * MOST_POLICIES + policy, start);
  const moments: Moment[] = [
    { daysAgo: TAKEN_OVER_AGO + throws.below(30), act: { type: 'issue', policy, ...issued } },
  ];
  if (throws.chance(0.3)) {
    const daysAgo = 4 + throws.below(10);
    moments.push({ daysAgo, act: renewal(throws, issued, policy, policy + 1, start) });
  } else {
    moments.push(...renewalWork(throws, policy, daysLeft, today));
  }
  return moments;
}

const LOSSES: readonly (readonly [LossReason, string | null])[] = [
  ['price', 'Another agent offered ten percent less'],
  ['price', null],
  ['insurer', 'Wants an insurer with more garages nearby'],
  ['other', 'Moved abroad'],
  ['no_answer', 'Rang three times, letter sent'],
];

function endorsement({ kind, input }: DemoPolicy, policy: number, effectiveFrom: Day): PolicyAct {
  const sumAssured = Number(input.sumAssured);
  const what =
    kind === 'health'
      ? {
          reason: 'Cover raised after the birth of a child',
          changes: { sumAssured: sumAssured * 2, policyType: 'family' },
        }
      : {
          reason: 'Own-damage cover added, declared value agreed anew',
          changes: { coverType: 'comprehensive', sumAssured: sumAssured - 10_000 },
        };
  return { type: 'endorse', policy, effectiveFrom, ...what };
}

/** The same number with a slightly higher premium; a few change the insurer and get a new one. */
function renewal(
  throws: Dice,
  { kind, input }: DemoPolicy,
  policy: number,
  successor: number,
  start: Day,
): PolicyAct {
  const startDate = addDays(endOfTerm(start), 1);
  const premiumAmount = (Number(input.premiumAmount) * (1.02 + throws.below(12) / 100)).toFixed(2);
  const elsewhere = throws.chance(0.15)
    ? { policyNumber: `${input.policyNumber}/R`, insuranceCompany: 'Go Digit' }
    : {};
  return {
    type: 'renew',
    policy,
    successor,
    input: {
      startDate,
      endDate: endOfTerm(startDate),
      premiumAmount,
      ...elsewhere,
      ...(kind === 'vehicle'
        ? { ...premiumParts(successor, { ...input, premiumAmount }), ncbPercent: 20 }
        : {}),
    },
  };
}

const cancellation = (throws: Dice, { kind }: DemoPolicy, policy: number): PolicyAct => ({
  type: 'cancel',
  policy,
  reason: kind === 'vehicle' ? 'sold_vehicle' : throws.pick(['customer_request', 'unpaid_premium']),
  note: null,
});
