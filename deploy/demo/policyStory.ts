import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { type DemoPolicy, demoPolicy } from './covers.js';
import { type Dice, dice } from './dice.js';

/** What is done with a policy, as typed. `policy` counts a customer's from 1 and is not yet an id. */
export type PolicyAct =
  | { type: 'issue'; policy: number; kind: DemoPolicy['kind']; input: DemoPolicy['input'] }
  | { type: 'endorse'; policy: number; effectiveFrom: Day; reason: string; changes: object }
  | { type: 'renew'; policy: number; successor: number; input: object }
  | { type: 'cancel'; policy: number; reason: string; note: string | null };

/** When, in days before today, and what. */
export interface PolicyMoment {
  readonly daysAgo: number;
  readonly act: PolicyAct;
}

/** Seeds that no customer and no policy uses. */
const SERIES = 5_000_000_000;
const TERM_DAYS = 365;
/** Numbers of policies: at most so many per customer. */
const MOST = 10;

/**
 * The policies of one customer, from the day on which they were won until yesterday, oldest first.
 * Terms that are over are renewed by most, some days before; the others lapse.
 */
export function policyStory(customer: number, wonDaysAgo: number, today: Day): PolicyMoment[] {
  const throws = dice(SERIES + customer);
  const count = throws.pick([0, 1, 1, 1, 2, 2, 3, 4]);
  const moments: PolicyMoment[] = [];
  let numbered = 0;
  for (let n = 0; n < count; n += 1) {
    const daysAgo = n === 0 ? wonDaysAgo : 1 + throws.below(wonDaysAgo);
    const [first, second] = [numbered + 1, numbered + 2];
    const terms = termsOf(throws, customer, first, second, daysAgo, today);
    numbered = terms.length > 1 ? second : first;
    moments.push(...terms);
  }
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
): PolicyMoment[] {
  const start = addDays(today, -issuedDaysAgo);
  const issued = demoPolicy(customer * MOST + policy, start);
  const moments: PolicyMoment[] = [
    { daysAgo: issuedDaysAgo, act: { type: 'issue', policy, ...issued } },
  ];
  const isEndorsed = issuedDaysAgo > 40 && throws.chance(0.08);
  if (isEndorsed) {
    const daysAgo = Math.max(1, issuedDaysAgo - 30 - throws.below(200));
    moments.push({ daysAgo, act: endorsement(issued, policy, addDays(today, -daysAgo)) });
  }
  const boughtAgo = issuedDaysAgo - TERM_DAYS + 4 + throws.below(18);
  const isKept = throws.chance(0.84);
  if (boughtAgo >= 1 && isKept) {
    moments.push({ daysAgo: boughtAgo, act: renewal(throws, issued, policy, successor, start) });
  } else if (!isEndorsed && issuedDaysAgo > 60 && boughtAgo < 1 && throws.chance(0.05)) {
    moments.push({ daysAgo: 1 + throws.below(40), act: cancellation(throws, issued, policy) });
  }
  return moments;
}

function endorsement({ kind, input }: DemoPolicy, policy: number, effectiveFrom: Day): PolicyAct {
  return kind === 'health'
    ? {
        type: 'endorse',
        policy,
        effectiveFrom,
        reason: 'Cover raised after the birth of a child',
        changes: { sumAssured: Number(input.sumAssured) * 2, policyType: 'family' },
      }
    : {
        type: 'endorse',
        policy,
        effectiveFrom,
        reason: 'Own-damage cover added, declared value agreed anew',
        changes: { coverType: 'comprehensive', sumAssured: Number(input.sumAssured) - 10_000 },
      };
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
      ...(kind === 'vehicle' ? { ncbPercent: 20 } : {}),
    },
  };
}

const cancellation = (throws: Dice, { kind }: DemoPolicy, policy: number): PolicyAct => ({
  type: 'cancel',
  policy,
  reason: kind === 'vehicle' ? 'sold_vehicle' : throws.pick(['customer_request', 'unpaid_premium']),
  note: null,
});
