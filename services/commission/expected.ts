import type { CommissionProduct } from '@insuremanager/contracts/commission/commissionKinds';
import {
  type CommissionTerm,
  commissionOf,
  entriesOf,
  type Rate,
} from '@insuremanager/contracts/commission/commissionRules';
import type { CoverType, PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { EarlierPremium } from '@insuremanager/contracts/policies/premiums';
import { addDays, addMonths, monthOf } from '@insuremanager/contracts/rules/calendar';
import type { GstRate } from '@insuremanager/contracts/rules/gst';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Paise } from '@insuremanager/contracts/rules/money';
import type { PremiumFrequency } from '@insuremanager/contracts/rules/premiumFrequency';
import type { Agency } from '../agency/index.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { policiesTable, premiumOfRow } from '../policies/index.js';
import { fixedTable, linesTable, ratesTable, statementsTable } from './commissionTables.js';

/** A term with whose it is and what it earns. */
export interface TermOfInsurer extends CommissionTerm {
  readonly id: number;
  readonly customerId: number;
  readonly policyNumber: string;
  readonly insurerKey: string;
}

interface TermRow {
  readonly id: number;
  readonly customer_id: number;
  readonly policy_number: string;
  readonly insurer_key: string;
  readonly kind: PolicyKind;
  readonly type_key: CommissionProduct;
  readonly cover_type: CoverType | null;
  readonly premium_amount: Paise;
  readonly own_damage_premium: Paise | null;
  readonly third_party_premium: Paise | null;
  readonly premium_gst: Paise | null;
  readonly earlier_premiums: readonly EarlierPremium[] | null;
  readonly premium_frequency: PremiumFrequency;
  readonly start_date: Day;
  readonly end_date: Day;
  readonly status: string;
  readonly cancelled_on: Day | null;
}

export const endOfMonth = (month: Day): Day => addDays(addMonths(month, 1), -1);
export const firstOfMonth = (day: Day): Day => `${monthOf(day)}-01`;

export function groupedBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const COLUMNS = [
  ...['id', 'customer_id', 'policy_number', 'insurer_key', 'kind', 'type_key', 'cover_type'],
  ...['own_damage_premium', 'third_party_premium', 'premium_gst', 'earlier_premiums'],
  ...['premium_amount', 'premium_frequency', 'start_date', 'end_date', 'status', 'cancelled_on'],
] as const;

/** Which terms: those that run within some days, of an insurer or of all; or some by their numbers. */
type Which =
  | { readonly insurerKey: string | null; readonly from: Day; readonly to: Day }
  | { readonly ids: readonly number[] };

/** What is expected of policies, worked out when it is asked for from what lists show of them. */
export function expectedCommission(tables: ReadTables, agency: Pick<Agency, 'gstRates'>) {
  const { knex } = tables;

  async function terms(which: Which): Promise<TermOfInsurer[]> {
    const query = tables.from(policiesTable.name).select(...COLUMNS);
    if ('ids' in which) query.whereRaw('id = ANY(?)', [[...which.ids]]);
    else {
      query.where('start_date', '<=', which.to).where('end_date', '>=', which.from);
      if (which.insurerKey !== null) query.where('insurer_key', which.insurerKey);
    }
    const rows: TermRow[] = await query.orderBy('id');
    return rows.map((row) => ({
      ...{ id: row.id, customerId: row.customer_id, policyNumber: row.policy_number },
      ...{ insurerKey: row.insurer_key, kind: row.kind, product: row.type_key },
      ...{ coverType: row.cover_type, premium: premiumOfRow(row) },
      ...{ frequency: row.premium_frequency, startDate: row.start_date, endDate: row.end_date },
      ...{ earlier: row.earlier_premiums ?? [], cancelledOn: cancelledOn(row) },
    }));
  }

  async function rates(): Promise<(insurerKey: string) => readonly Rate[]> {
    const rows: {
      insurer_key: string;
      product: CommissionProduct;
      valid_from: Day;
      own_damage: number;
      third_party: number;
      net: number;
    }[] = await tables.from(ratesTable.name).select('*');
    const byInsurer = groupedBy(
      rows.map((row) => ({
        ...{ insurerKey: row.insurer_key, product: row.product, validFrom: row.valid_from },
        ...{ ownDamage: row.own_damage, thirdParty: row.third_party, net: row.net },
      })),
      ({ insurerKey }) => insurerKey,
    );
    return (insurerKey) => byInsurer.get(insurerKey) ?? [];
  }

  /** What earns commission on a day, of some terms. */
  async function earnings(found: readonly TermOfInsurer[]) {
    const [ratesOf, gstRates] = await Promise.all([rates(), agency.gstRates()]);
    return earningsBy(found, ratesOf, gstRates);
  }

  return {
    terms,
    earnings,

    /** What was fixed of the terms of an insurer in months that are closed. */
    async fixed(insurerKey: string): Promise<ReadonlyMap<number, Paise>> {
      const rows: { term_id: number; amount: string }[] = await tables
        .from(fixedTable.name)
        .where('insurer_key', insurerKey)
        .select('term_id', knex.raw('sum(amount)::text AS amount'))
        .groupBy('term_id');
      return new Map(rows.map(({ term_id, amount }) => [term_id, Number(amount)]));
    },

    /**
     * What was received for some terms by statements that are closed, but for one.
     * @param until the last month that counts; null: all do
     */
    async received(
      ids: readonly number[],
      { but, until }: { readonly but: number; readonly until: Day | null },
    ): Promise<ReadonlyMap<number, Paise>> {
      const query = tables
        .from(linesTable.name)
        .where('is_received', true)
        .whereRaw('term_id = ANY(?)', [[...ids]])
        .whereNot('statement_id', but);
      if (until !== null) {
        const inTime = tables.from(statementsTable.name).select('id').where('month', '<=', until);
        query.whereIn('statement_id', inTime);
      }
      const rows: { term_id: number; amount: string }[] = await query
        .select('term_id', knex.raw('sum(commission)::text AS amount'))
        .groupBy('term_id');
      return new Map(rows.map(({ term_id, amount }) => [term_id, Number(amount)]));
    },
  };
}
export type ExpectedCommission = ReturnType<typeof expectedCommission>;

export interface Earning {
  readonly term: TermOfInsurer;
  readonly on: Day;
  readonly amount: Paise;
  readonly isUnsplit: boolean;
}

const earningsBy = (
  terms: readonly TermOfInsurer[],
  ratesOf: (insurerKey: string) => readonly Rate[],
  gstRates: readonly GstRate[],
): Earning[] =>
  terms.flatMap((term) => {
    const rates = ratesOf(term.insurerKey);
    if (rates.length === 0) return [];
    return entriesOf(term).map((entry) => ({
      ...{ term, on: entry.on, ...commissionOf(entry, term, rates, gstRates) },
    }));
  });

/** By hand and without a day a policy is cancelled as if it had never begun. */
const cancelledOn = ({ status, cancelled_on, start_date }: TermRow): Day | null => {
  if (status !== 'cancelled') return null;
  return cancelled_on ?? addDays(start_date, -1);
};

/** What some terms earned within days, both inclusive. */
export function earnedByTerm(
  earnings: readonly Earning[],
  [from, to]: readonly [Day, Day],
): Map<number, Paise> {
  const sums = new Map<number, Paise>();
  for (const { term, on, amount } of earnings) {
    if (on >= from && on <= to) sums.set(term.id, (sums.get(term.id) ?? 0) + amount);
  }
  return sums;
}

/** Terms of which not all is known that they earned within days, both inclusive. */
export const unsplitTerms = (
  earnings: readonly Earning[],
  [from, to]: readonly [Day, Day],
): ReadonlySet<number> =>
  new Set(
    earnings
      .filter(({ on, isUnsplit }) => isUnsplit && on >= from && on <= to)
      .map(({ term }) => term.id),
  );

/** Of a decimal with two digits. */
export const toPaise = (decimal: string): Paise => Number(decimal.replace('.', ''));

export const sumOf = (amounts: Iterable<Paise>): Paise => {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return sum;
};
