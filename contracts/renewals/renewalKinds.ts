import { addDays, type Month, monthOf } from '../rules/calendar.js';
import type { Day } from '../rules/kolkataDay.js';

/** The columns of the board, from left to right. */
export const RENEWAL_COLUMNS = ['due', 'contacted', 'quoted', 'renewed', 'lost'] as const;
export type RenewalColumn = (typeof RENEWAL_COLUMNS)[number];
export const RENEWAL_COLUMN_LABELS: Readonly<Record<RenewalColumn, string>> = {
  due: 'Due',
  contacted: 'Contacted',
  quoted: 'Quoted',
  renewed: 'Renewed',
  lost: 'Lost',
};

/** The columns that a card is moved to by hand; the others follow from policies and quotations. */
export const RENEWAL_MOVES = ['due', 'contacted'] as const;
export type RenewalMove = (typeof RENEWAL_MOVES)[number];

/** Why a customer did not renew. */
export const LOSS_REASONS = ['price', 'insurer', 'sold_vehicle', 'no_answer', 'other'] as const;
export type LossReason = (typeof LOSS_REASONS)[number];
export const LOSS_REASON_LABELS: Readonly<Record<LossReason, string>> = {
  price: 'Price',
  insurer: 'Insurer',
  sold_vehicle: 'Sold vehicle',
  no_answer: 'No answer',
  other: 'Other',
};

/**
 * What became of the renewal of a term that was not cancelled: somebody said that it is lost; it
 * lapsed when it ended and nobody said why.
 */
export const RENEWAL_OUTCOMES = ['renewed', 'lost', 'lapsed', 'open'] as const;
export type RenewalOutcome = (typeof RENEWAL_OUTCOMES)[number];

/** A quotation is about a renewal when it was made at most so many days before the term ends. */
export const QUOTED_WITHIN_DAYS = 60;

/** A term that ended, and was not renewed, stays on the board for so many days. */
export const PAST_DUE_DAYS = 30;

/** The most cards of a column that are shown at once. */
export const MOST_CARDS = 300;
export const USUAL_CARDS = 30;

/** What is known of a term that is due: all that its column follows from. */
export interface RenewalFacts {
  /** Another term renewed it, or somebody marked it as renewed by hand. */
  readonly isRenewed: boolean;
  readonly lossReason: LossReason | null;
  readonly isQuoted: boolean;
  readonly isContacted: boolean;
}

/** The column is derived: what counts most stands first. */
export function renewalColumn(facts: RenewalFacts): RenewalColumn {
  if (facts.isRenewed) return 'renewed';
  if (facts.lossReason !== null) return 'lost';
  if (facts.isQuoted) return 'quoted';
  return facts.isContacted ? 'contacted' : 'due';
}

export const isMonth = (text: string): boolean => /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** The first and the last day of a month. */
export const daysOfMonth = (month: Month): readonly [first: Day, last: Day] => {
  const first = `${month}-01`;
  // Every month has 28 days, so that four more lie in the next one.
  const next = `${monthOf(addDays(`${month}-28`, 4))}-01`;
  return [first, addDays(next, -1)];
};
