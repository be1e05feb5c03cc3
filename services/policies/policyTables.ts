import {
  graceOfInstalment,
  instalmentsOf,
  type PremiumSchedule,
  unpaidState,
} from '@insuremanager/contracts/policies/instalments';
import type { PolicyInstalment } from '@insuremanager/contracts/policies/paymentFields';
import { policyFields } from '@insuremanager/contracts/policies/policyFields';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { daysUntilExpiry, graceUntil } from '@insuremanager/contracts/policies/policyTerm';
import {
  type PolicyView,
  policyList,
  policySystemFields,
} from '@insuremanager/contracts/policies/policyViews';
import type { EarlierPremium, PremiumAmounts } from '@insuremanager/contracts/policies/premiums';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { monthsOf, PREMIUM_FREQUENCIES } from '@insuremanager/contracts/rules/premiumFrequency';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { customersTable } from '../customers/index.js';
import type { Column, Table } from '../platform/readModels/projector.js';
import { type RowOf, recordColumns } from '../platform/readModels/recordColumns.js';
import { searchColumn } from '../platform/search/searchPatterns.js';
import { ERASED_IDENTITY, nextOf, type Policy, type Term } from './policy.js';

/** Totals over the list that the database keeps. */
export const POLICY_SUMMARIES = {
  byStatus: 'policies_by_status',
  activeByEnd: 'policies_active_by_end',
  byStart: 'policies_by_start',
  byInsurer: 'policies_by_insurer',
  /** Of whatever status, by the first day of cover, with whose they are. */
  begun: 'policies_begun',
  /** By the last day of cover, all but cancelled ones, with what became of their renewal. */
  due: 'policies_due',
  /** Of those whose renewal is undecided, by the last day itself. */
  undecided: 'policies_undecided',
  endsByOwner: 'policies_end_by_owner',
  endsByInsurer: 'policies_end_by_insurer',
} as const;

/** How many premiums fall due in a year, in SQL. */
export const PREMIUMS_A_YEAR = `CASE premium_frequency ${PREMIUM_FREQUENCIES.map(
  (frequency) => `WHEN '${frequency}' THEN ${12 / monthsOf(frequency)}`,
).join(' ')} END`;

/** The months that a premium pays for, in SQL. */
const MONTHS = `CASE premium_frequency ${PREMIUM_FREQUENCIES.map(
  (frequency) => `WHEN '${frequency}' THEN ${monthsOf(frequency)}`,
).join(' ')} END`;
const NEXT_DUE = `(start_date + make_interval(months => instalments_paid * ${MONTHS}))::date`;

/**
 * The first day of the next premium that is not paid, of terms in instalments that are in force or
 * were renewed: `instalmentsOf`, in SQL. It is none when the whole term is paid for.
 */
const NEXT_DUE_DATE = `CASE WHEN premium_frequency <> 'yearly' AND status IN ('active', 'renewed')
    AND (instalments_paid = 0 OR ${NEXT_DUE} + CASE
      WHEN extract(day FROM ${NEXT_DUE}) < extract(day FROM start_date) THEN 1 ELSE 0 END <= end_date)
  THEN ${NEXT_DUE} END`;

/** The first day of the month of a day, in SQL. */
const monthIn = (day: string): string => `${day} - (extract(day FROM ${day})::integer - 1)`;

/** Neither renewed nor said to be lost: see `renewal_state`. */
export const UNDECIDED = 'undecided';
const NOT_CANCELLED = `status <> 'cancelled'`;
const IS_UNDECIDED = `renewal_state = '${UNDECIDED}'`;

/** What a policy of a kind is found by; null for the other kind. */
const searchColumnOf = (kind: PolicyKind, ...values: string[]): Column => {
  const column = searchColumn(...values);
  const generatedAs = `CASE WHEN kind = '${kind}' THEN ${column.generatedAs} END`;
  return { ...column, nullable: true, generatedAs };
};

/** The column that holds the search text of a kind. */
export const SEARCH_COLUMNS = {
  health: 'health_search',
  vehicle: 'vehicle_search',
} as const satisfies Record<PolicyKind, string>;

/**
 * The indexes that lists of one kind walk. Each sort's goes on with what lists are filtered by, so
 * that rows that do not fit are passed by the index alone; those by days are there once more within
 * a status, as a status is a matter of days, too. What leaves few rows is found by insurer, type
 * and status, by days, or by premium, and sorted. Whose a row is stands in each, too: of a book, the
 * rows of others are passed by it.
 */
const listIndexes = (kind: PolicyKind): string[] =>
  [
    '(created_at, id, status, type_key, kind_insurer, end_date, premium_amount) INCLUDE (customer_id)',
    // With what the renewal board groups and adds up by.
    `(end_date, id, status, type_key, kind_insurer, premium_amount, created_at)
      INCLUDE (customer_id, successor_id, vehicle_number)`,
    '(premium_amount, id, status, type_key, kind_insurer, end_date) INCLUDE (customer_id)',
    '(number_key, id, status, type_key, kind_insurer, end_date, premium_amount) INCLUDE (customer_id)',
    '(start_date, id, status, type_key, kind_insurer, premium_amount, created_at)',
    '(status, created_at, id)',
    '(status, end_date, id)',
    '(kind_insurer, type_key, status)',
    `USING gin (${SEARCH_COLUMNS[kind]} gin_trgm_ops)`,
  ].map((index) => `${index} WHERE kind = '${kind}'`);

/** The forms in which a number is searched: in one piece, and as written where it has spaces. */
function numberSearch(policyNumber: string): string {
  const written = searchKey(policyNumber);
  const compact = written.replaceAll(' ', '');
  return compact === written ? compact : `${compact} ${written}`;
}

export const policyColumns = recordColumns({
  fields: policyFields,
  system: policySystemFields,
  list: policyList,
  keys: {
    number_key: ['policyNumber', policyNumberKey],
    number_search: ['policyNumber', numberSearch],
    insurer_key: ['insuranceCompany', searchKey],
  },
});

/**
 * One row per existing term of a policy, of both kinds. Amounts are whole paise. `*_key`
 * columns are the forms in which values are compared, searched and sorted. Nothing of the
 * policyholder is here but their number.
 */
export const policiesTable: Table = {
  name: 'policies',
  key: 'id',
  columns: {
    ...policyColumns.columns,
    next_due_date: { type: 'date', nullable: true, generatedAs: NEXT_DUE_DATE },
    due_key: { type: 'date', generatedAs: `coalesce(${NEXT_DUE_DATE}, '9999-12-31'::date)` },
    /** What was due before the premium was endorsed: `EarlierPremium`s, the oldest first. */
    earlier_premiums: { type: 'jsonb', nullable: true },
    /** Numbers of customers whom a health policy names as insured. */
    insured_customers: { type: 'jsonb', nullable: true },
    /** Of persons whom it names who are no customers, as they are searched for. */
    insured_names: { type: 'text', nullable: true },
    expired_for: { type: 'date', nullable: true },
    /** Null also of what somebody said to be cancelled, by hand and without a day. */
    cancelled_on: { type: 'date', nullable: true },
    /** Why somebody said that its renewal is lost, also where it was renewed after all. */
    loss_reason: { type: 'text', nullable: true },
    /** `cancelled`, `renewed` (also by hand), `undecided`, or why it was lost. */
    renewal_state: {
      type: 'text',
      generatedAs: `CASE WHEN status = 'cancelled' THEN 'cancelled'
        WHEN successor_id IS NOT NULL OR status = 'renewed' THEN 'renewed'
        ELSE coalesce(loss_reason, '${UNDECIDED}') END`,
    },
    yearly_premium: { type: 'bigint', generatedAs: `premium_amount * ${PREMIUMS_A_YEAR}` },
    start_month: { type: 'date', generatedAs: monthIn('start_date') },
    end_month: { type: 'date', generatedAs: monthIn('end_date') },
    // By kind, so that Postgres knows how many of a kind an insurer has.
    kind_insurer: { type: 'text', generatedAs: `kind || ' ' || insurer_key` },
    // The words of the two kinds differ, so that one column filters both.
    type_key: { type: 'text', generatedAs: `coalesce(policy_type, vehicle_type, '')` },
    // A text of each kind, so that a search in one kind is planned and answered by that kind alone.
    health_search: searchColumnOf('health', 'number_search', 'insurer_key', 'insured_names'),
    vehicle_search: searchColumnOf(
      'vehicle',
      'number_search',
      'insurer_key',
      'lower(vehicle_number)',
    ),
  },
  book: 'customer_id',
  indexes: [
    ...POLICY_KINDS.flatMap(listIndexes),
    // With what the figures of a book add up, which are read from this alone.
    `(customer_id, kind, status)
      INCLUDE (start_date, end_date, premium_frequency, premium_amount)`,
    '(policy_id)',
    'USING gin (insured_customers jsonb_path_ops) WHERE insured_customers IS NOT NULL',
    ...POLICY_KINDS.map(
      (kind) => `(due_key, id, status, kind_insurer) INCLUDE (end_date, customer_id)
        WHERE kind = '${kind}'`,
    ),
    // Whose cover ends within some days, of any status, read from these alone.
    '(end_date, customer_id, id, status, kind)',
    `(third_party_end_date, customer_id, id, status, kind, end_date)
      WHERE third_party_end_date IS NOT NULL`,
    '(vehicle_number) WHERE vehicle_number IS NOT NULL',
    '(successor_id) WHERE successor_id IS NOT NULL',
  ],
  summaries: [
    {
      name: POLICY_SUMMARIES.byStatus,
      by: ['kind', 'status', 'premium_frequency'],
      sums: ['premium_amount'],
    },
    { name: POLICY_SUMMARIES.activeByEnd, by: ['kind', 'end_date'], where: `status = 'active'` },
    { name: POLICY_SUMMARIES.byStart, by: ['kind', 'start_date'], sums: ['premium_amount'] },
    { name: POLICY_SUMMARIES.byInsurer, by: ['insurer_key', 'insurance_company'] },
    {
      name: POLICY_SUMMARIES.begun,
      by: ['start_month', 'kind', 'insurer_key', 'type_key'],
      ...{ sums: ['yearly_premium'], ownedBy: customersTable.name },
    },
    {
      name: POLICY_SUMMARIES.due,
      by: ['end_month', 'kind', 'insurer_key', 'renewal_state'],
      ...{ sums: ['yearly_premium'], where: NOT_CANCELLED, ownedBy: customersTable.name },
    },
    {
      name: POLICY_SUMMARIES.undecided,
      by: ['end_date', 'kind', 'insurer_key'],
      ...{ sums: ['yearly_premium'], where: IS_UNDECIDED, ownedBy: customersTable.name },
    },
    {
      name: POLICY_SUMMARIES.endsByOwner,
      by: ['end_date', 'kind'],
      ...{ where: NOT_CANCELLED, ownedBy: customersTable.name },
    },
    {
      name: POLICY_SUMMARIES.endsByInsurer,
      by: ['end_date', 'kind', 'insurer_key'],
      where: NOT_CANCELLED,
    },
  ],
};

export type PolicyRow = RowOf<typeof policyColumns> & {
  readonly earlier_premiums: readonly EarlierPremium[] | null;
};

/** @param today the Kolkata day from which days are counted. */
export function viewOfTerm(policy: Policy, term: Term, today: Day): PolicyView {
  const { id: policyId, kind } = policy;
  const { cover, identity, previousId: predecessorId } = term;
  const values = {
    ...{ ...term, ...(identity ?? ERASED_IDENTITY), ...cover, kind, policyId, predecessorId },
    quotationId: predecessorId === null ? policy.quotationId : null,
    successorId: nextOf(policy, term)?.id ?? null,
    ...{ createdAt: term.issuedAt, updatedAt: term.changedAt },
    instalmentsPaid: term.payments.length,
    insuredMembers: term.members.length,
    nextDueDate: nextDueOf(term)?.dueDate ?? null,
  };
  const view = policyColumns.toView(values);
  return { ...view, ...daysOf(view, term.cover, term.earlierPremiums, today) };
}

/** @param today the Kolkata day from which days are counted. */
export function viewOfRow(row: PolicyRow, today: Day): PolicyView {
  const view = policyColumns.fromRow(row);
  const schedule = { ...view, ...premiumOfRow(row) };
  return Object.assign(view, daysOf(view, schedule, row.earlier_premiums ?? [], today));
}

/** What the premium of a row consists of, in paise. */
export const premiumOfRow = (
  row: Pick<
    PolicyRow,
    'premium_amount' | 'own_damage_premium' | 'third_party_premium' | 'premium_gst'
  >,
): PremiumAmounts => ({
  ...{ premiumAmount: row.premium_amount, ownDamagePremium: row.own_damage_premium },
  ...{ thirdPartyPremium: row.third_party_premium, premiumGst: row.premium_gst },
});

/** The next instalment of a term that is to be paid: see `NEXT_DUE_DATE`. */
const nextDueOf = ({ cover, payments, earlierPremiums, status }: Term) =>
  status === 'active' || status === 'renewed'
    ? instalmentsOf(cover, earlierPremiums)[payments.length]
    : undefined;

type Dated = Pick<PolicyView, 'kind' | 'status' | 'instalmentsPaid' | 'nextDueDate'>;

/** What is derived from the day and from the schedule of premiums, not stored. */
const daysOf = (
  term: Dated,
  schedule: PremiumSchedule,
  earlier: readonly EarlierPremium[],
  today: Day,
) => {
  const dates = { ...term, ...schedule };
  const instalments = instalmentsOf(schedule, earlier);
  const next = term.nextDueDate === null ? undefined : instalments[term.instalmentsPaid];
  const grace = next ? graceOfInstalment(dates, next) : null;
  return {
    daysUntilExpiry: daysUntilExpiry(dates, today),
    graceUntil: graceUntil(dates, today),
    instalments: instalments.length,
    nextDueAmount: next ? decimalOf(next.amount) : null,
    nextDueState: next ? unpaidState(next.dueDate, grace, today) : null,
    nextGraceUntil: grace,
  };
};

/** The premiums of a term, paid or not. */
export const instalmentViews = (
  { kind }: Policy,
  { cover, payments, earlierPremiums }: Term,
  today: Day,
): PolicyInstalment[] =>
  instalmentsOf(cover, earlierPremiums).map((instalment) => {
    const { number, dueDate } = instalment;
    const payment = payments[number - 1];
    if (payment) {
      const { paidOn, means, reference } = payment;
      const amount = decimalOf(payment.amount);
      const dates = { dueDate: payment.dueDate, graceUntil: null, paidOn };
      return { number, amount, state: 'paid', ...dates, means, reference };
    }
    const graceUntil = graceOfInstalment({ kind, ...cover }, instalment);
    return {
      ...{ number, dueDate, amount: decimalOf(instalment.amount) },
      ...{ state: unpaidState(dueDate, graceUntil, today), graceUntil },
      ...{ paidOn: null, means: null, reference: null },
    };
  });
