import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { EXPIRING_SOON_DAYS } from '@insuremanager/contracts/policies/policyTerm';
import type { PolicyCards, PolicyHoldings } from '@insuremanager/contracts/policies/policyViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import { monthsOf } from '@insuremanager/contracts/rules/premiumFrequency';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Clock } from '../platform/clock.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { POLICY_TALLIES, policiesTable } from './policyTables.js';
import type { PolicyRow } from './policyView.js';

const INSURERS = 20;

/** Figures about policies: of a whole list from the totals kept with it, and of one customer. */
export const policyFigures = (tables: ReadTables, clock: Clock) => ({
  async cards(kind: PolicyKind): Promise<PolicyCards> {
    const today = kolkataDay(clock.now());
    const { knex } = tables;
    const expiringSoon = tables
      .from(POLICY_TALLIES.activeByEnd)
      .where({ kind })
      .whereBetween('end_date', [addDays(today, 1), addDays(today, EXPIRING_SOON_DAYS)])
      .select(knex.raw('coalesce(sum(count), 0)'));
    // One statement, so that all four figures are of the same moment.
    const [row] = await tables
      .from(POLICY_TALLIES.byStatus)
      .where({ kind })
      .select<{ total: string; active: string; premium: string; soon: string }[]>(
        knex.raw('coalesce(sum(count), 0) AS total'),
        knex.raw(`coalesce(sum(count) FILTER (WHERE status = 'active'), 0) AS active`),
        knex.raw('coalesce(sum(premium_amount), 0) AS premium'),
        knex.raw('(?) AS soon', [expiringSoon]),
      );
    return {
      total: Number(row?.total ?? 0),
      active: Number(row?.active ?? 0),
      totalPremium: decimalOf(BigInt(row?.premium ?? 0)),
      expiringSoon: Number(row?.soon ?? 0),
    };
  },

  /** The spelling of each insurer is the one that most policies have. */
  async insurers(prefix: string): Promise<string[]> {
    const { knex } = tables;
    const rows: { insurer: string }[] = await tables
      .from(POLICY_TALLIES.byInsurer)
      .whereRaw('starts_with(insurer_key, ?)', [searchKey(prefix)])
      .groupBy('insurer_key')
      .select(knex.raw('(array_agg(insurance_company ORDER BY count DESC))[1] AS insurer'))
      .orderByRaw('sum(count) DESC, insurer_key')
      .limit(INSURERS);
    return rows.map(({ insurer }) => insurer);
  },

  async holdings(customerId: number): Promise<PolicyHoldings> {
    type Held = Pick<PolicyRow, 'status' | 'premium_amount' | 'premium_frequency' | 'end_date'>;
    const today = kolkataDay(clock.now());
    const held: Held[] = await tables
      .from(policiesTable.name)
      .where('customer_id', customerId)
      .select('status', 'premium_amount', 'premium_frequency', 'end_date');
    const active = held.filter(({ status }) => status === 'active');
    const yearly = active.reduce(
      (sum, row) => sum + BigInt(row.premium_amount * (12 / monthsOf(row.premium_frequency))),
      0n,
    );
    const ends = active.map(({ end_date }) => end_date).filter((day) => day >= today);
    return {
      policies: held.length,
      active: active.length,
      yearlyPremium: decimalOf(yearly),
      nextExpiry: ends.sort()[0] ?? null,
    };
  },
});
