import { addDays } from '../rules/calendar.js';
import type { Day } from '../rules/kolkataDay.js';

/**
 * Where the work of a day comes from, what earns most first: a promise to call, a cover that ends, a
 * premium without which it does, a task, an offer that ends. What is added here is shown, in this order.
 */
export const DAY_KINDS = [
  'follow_up',
  'renewal',
  'premium',
  'lead',
  'task',
  'quotation',
  'failed_message',
  'claim_documents',
  'birthday',
] as const;
export type DayKind = (typeof DAY_KINDS)[number];

/** Where an item leads. */
export const DAY_RECORDS = [
  'health',
  'vehicle',
  'quotation',
  'claim',
  'customer',
  'task',
  'lead',
] as const;

/** At most so many of a kind are in a day. */
export const MOST_OF_KIND = 50;
export const MOST_ITEMS = MOST_OF_KIND * DAY_KINDS.length;

/** Kinds that have no command of their own to be put off: they are set aside, for good or until a day. */
export const SET_ASIDE_KINDS: readonly DayKind[] = [
  'premium',
  'quotation',
  'failed_message',
  'claim_documents',
  'birthday',
];

export const RENEWAL_DAYS = 15;
/** Days before a premium is due from which on it is asked after. */
export const PREMIUM_DAYS = 7;
/** Days after it was due until which it is: a policy is over by then, or the payment not recorded. */
export const LATE_PREMIUM_DAYS = 45;
export const QUOTATION_DAYS = 7;
export const FAILURE_DAYS = 7;

interface Ranked {
  readonly key: string;
  readonly kind: DayKind;
  /** When it is over, or was to be done. */
  readonly day: Day | null;
  /** HH:MM of that day. */
  readonly hour: string | null;
  /** Rupees at stake, with two digits; null: none that are known. */
  readonly amount: string | null;
}

/** Within so many days there may be no second chance: the largest premium goes first. */
const LAST_DAYS = 3;

/**
 * In the order in which a day earns most: what has an hour and what ends in the last days before the
 * rest of its kind; of those the largest premium, then the earliest day. What was promised for one day
 * goes by its premium.
 */
export function inDayOrder<Item extends Ranked>(items: readonly Item[], today: Day): Item[] {
  const lastDay = addDays(today, LAST_DAYS);
  const ranksOf = ({ kind, day, hour, amount }: Item): readonly (number | string)[] => {
    const isPressing = day !== null && day <= lastDay;
    // Of what was promised for an hour the hour counts, not what it is worth.
    const ofDay = day ?? '9999-12-31';
    const byWorth = kind === 'renewal' || kind === 'premium' || kind === 'quotation';
    const worth = -Number(amount);
    return [
      DAY_KINDS.indexOf(kind),
      isPressing ? 0 : 1,
      byWorth ? worth : 0,
      ofDay,
      hour ?? '99:99',
      worth,
    ];
  };
  // Once for each: they cost more than all comparisons.
  const ranked = items.map((item) => ({ item, ranks: ranksOf(item) }));
  ranked.sort((a, b) => {
    const differing = a.ranks.findIndex((rank, nth) => rank !== b.ranks[nth]);
    if (differing < 0) return a.item.key < b.item.key ? -1 : 1;
    return (a.ranks[differing] as number) < (b.ranks[differing] as number) ? -1 : 1;
  });
  return ranked.map(({ item }) => item);
}
