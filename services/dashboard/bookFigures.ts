import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { addDays, addMonths, monthOf } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { monthlyRevenue } from '@insuremanager/contracts/rules/money';
import type { PremiumFrequency } from '@insuremanager/contracts/rules/premiumFrequency';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { POLICY_SUMMARIES } from '../policies/index.js';

/** A renewal is due from so many days before the last day of cover, that day included. */
export const RENEWAL_DUE_DAYS = 30;

/** What is in force. */
export interface InForce {
  readonly active: Readonly<Record<PolicyKind, number>>;
  /** Premiums brought to a month, in paise. */
  readonly monthlyRevenue: bigint;
}

interface ActiveRow {
  kind: PolicyKind;
  premium_frequency: PremiumFrequency;
  count: number;
  premium_amount: string;
}

export async function inForce(tables: ReadTables): Promise<InForce> {
  const rows: ActiveRow[] = await tables
    .from(POLICY_SUMMARIES.byStatus)
    .select('kind', 'premium_frequency', 'count', 'premium_amount')
    .where({ status: 'active' });
  const countOf = (kind: PolicyKind) =>
    rows.filter((row) => row.kind === kind).reduce((sum, { count }) => sum + count, 0);
  const premiums: Partial<Record<PremiumFrequency, bigint>> = {};
  for (const { premium_frequency: frequency, premium_amount } of rows) {
    premiums[frequency] = (premiums[frequency] ?? 0n) + BigInt(premium_amount);
  }
  const [health, vehicle] = POLICY_KINDS.map(countOf);
  return {
    active: { health: health ?? 0, vehicle: vehicle ?? 0 },
    monthlyRevenue: monthlyRevenue(premiums),
  };
}

/** How many policies end, and begin, in the days that the dashboard looks at. */
export interface Turnover {
  readonly dueRenewals: number;
  /** Terms that begin from the first of this month to today. */
  readonly begun: number;
  /** Those of the month before, to the same date; to its last day when it has no such date. */
  readonly begunBefore: number;
}

export async function turnover(tables: ReadTables, today: Day): Promise<Turnover> {
  const counted = (summary: string, column: string, from: Day, to: Day) =>
    tables
      .from(summary)
      .whereBetween(column, [from, to])
      .select(tables.knex.raw('coalesce(sum(count), 0)'));
  const begun = (to: Day) => counted(POLICY_SUMMARIES.byStart, 'start_date', firstOf(to), to);
  const row: Record<keyof Turnover, string> = await tables.knex
    .select({
      dueRenewals: counted(
        POLICY_SUMMARIES.activeByEnd,
        'end_date',
        today,
        addDays(today, RENEWAL_DUE_DAYS),
      ),
      begun: begun(today),
      begunBefore: begun(addMonths(today, -1)),
    })
    .first();
  return {
    dueRenewals: Number(row.dueRenewals),
    begun: Number(row.begun),
    begunBefore: Number(row.begunBefore),
  };
}

/** In whole percent, halves up; null when there was nothing to grow from. */
export const growth = ({ begun, begunBefore }: Turnover): number | null =>
  begunBefore === 0 ? null : Math.round(((begun - begunBefore) * 100) / begunBefore);

export const firstOf = (day: Day): Day => `${monthOf(day)}-01`;
