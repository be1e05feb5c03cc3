import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { LOSS_REASONS, type RenewalOutcome } from '@insuremanager/contracts/renewals/renewalKinds';
import {
  ageDays,
  KYC_AGES,
  NOBODY,
  REPORTS,
  type ReportName,
  type ReportScope,
} from '@insuremanager/contracts/reports/reports';
import { addDays, monthOf } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Knex } from 'knex';
import { byOwner, CUSTOMERS_BY_KYC } from '../customers/index.js';
import { leadsTable } from '../leads/index.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { POLICY_SUMMARIES, policiesTable, UNDECIDED } from '../policies/index.js';
import { QUOTATION_SUMMARIES } from '../quotations/index.js';

/** How many records are in a cell of a report, and their amount in paise. */
export interface Counted {
  readonly row: string;
  readonly column: string;
  readonly count: number;
  readonly amount: bigint;
}

/** What the figures of each report are read from. */
export const COUNTED: Readonly<
  Record<ReportName, (tables: ReadTables, scope: ReportScope) => Promise<Counted[]>>
> = {
  premium_by_month: (tables, scope) => begun(tables, scope, MONTH('start_month')),
  premium_by_insurer: (tables, scope) => begun(tables, scope, 'insurer_key'),
  premium_by_kind: (tables, scope) => begun(tables, scope, 'type_key'),
  premium_by_owner: (tables, scope) => begun(tables, scope, OWNER),
  renewals: (tables, scope) => due(tables, scope, MONTH('end_month')),
  lost_renewals: lost,
  quotations: (tables, scope) => made(tables, scope, MONTH('created_month')),
  leads: (tables, scope) => asked(tables, scope, `to_char(created_day, 'YYYY-MM')`),
  leads_by_source: (tables, scope) => asked(tables, scope, 'source'),
  kyc_ageing: kycAges,
  expiries: ends,
  agents: async (tables, scope) => {
    const parts = await Promise.all([
      begun(tables, scope, OWNER),
      due(tables, scope, OWNER),
      made(tables, scope, OWNER),
      customersOfOwners(tables),
    ]);
    return agentColumns(parts.flat());
  },
};

/** `2026-04` of the first day of a month. */
const MONTH = (column: string): string => `to_char(${column}, 'YYYY-MM')`;
/** Who has no owner and who was deleted are in nobody's book alike. */
const OWNER = `greatest(owner_key, ${NOBODY})::text`;

interface Row {
  readonly row: string;
  readonly kind: PolicyKind;
  readonly count: string;
  readonly amount: string;
}

const countedRow = (column: string, { row, count, amount }: Omit<Row, 'kind'>): Counted => ({
  ...{ row, column, count: Number(count), amount: BigInt(amount) },
});

/** What a scope narrows a summary by owners down to. */
function within(
  query: Knex.QueryBuilder,
  { kind, insurer, ownerId, withoutOwner }: ReportScope,
  kindColumn = 'kind',
): Knex.QueryBuilder {
  if (kind !== null) query.where(kindColumn, kind);
  if (insurer !== null) query.where('insurer_key', searchKey(insurer));
  if (ownerId !== null) query.where('owner_key', ownerId);
  if (withoutOwner) query.where('owner_key', '<=', Number(NOBODY));
  return query;
}

const summed = (knex: Knex, amount: string) => [
  knex.raw('sum(count)::text AS count'),
  knex.raw(`sum(${amount})::bigint::text AS amount`),
];

/** Terms by their first day of cover. */
async function begun(tables: ReadTables, scope: ReportScope, row: string): Promise<Counted[]> {
  const { knex } = tables;
  const rows: Row[] = await within(tables.from(POLICY_SUMMARIES.begun), scope)
    .whereBetween('start_month', [scope.from, scope.to])
    .select(knex.raw(`${row} AS "row"`), 'kind', ...summed(knex, 'yearly_premium'))
    .groupByRaw('1, kind');
  return rows.map((one) => countedRow(one.kind, one));
}

/** Leads are few enough to be counted: some thousands of a year. */
async function asked(
  tables: ReadTables,
  { from, to, ownerId, withoutOwner }: ReportScope,
  row: string,
): Promise<Counted[]> {
  const { knex } = tables;
  const query = tables
    .from(leadsTable.name)
    .whereBetween('created_day', [from, to])
    .select(knex.raw(`${row} AS "row"`), 'status', 'is_customer')
    .select(knex.raw('count(*)::text AS count'))
    .groupByRaw('1, status, is_customer');
  if (ownerId !== null) query.where('owner_id', ownerId);
  if (withoutOwner) query.whereNull('owner_id');
  const rows: { row: string; status: string; is_customer: boolean; count: string }[] = await query;
  return rows.flatMap((one) => {
    const columns = ['leads', one.status, ...(one.is_customer ? ['customers'] : [])];
    return columns.map((column) => countedRow(column, { ...one, amount: '0' }));
  });
}

interface DueRow extends Row {
  readonly month: Day;
  readonly state: string;
}

/**
 * Terms by their last day of cover, and what became of them. Of this month some have lapsed and some
 * are open: these are known by their days, in the same statement, so of the same moment.
 */
async function due(tables: ReadTables, scope: ReportScope, row: string): Promise<Counted[]> {
  const { knex } = tables;
  const { from, to, today } = scope;
  const thisMonth = `${monthOf(today)}-01`;
  const totals = within(tables.from(POLICY_SUMMARIES.due), scope)
    .whereBetween('end_month', [from, to])
    .select(knex.raw(`${row} AS "row"`), 'kind', { month: 'end_month', state: 'renewal_state' })
    .select(summed(knex, 'yearly_premium'))
    .groupByRaw('1, kind, end_month, renewal_state');
  const lapsed =
    thisMonth >= from && thisMonth <= to && today > thisMonth
      ? [lapsedBetween(tables, scope, { row, from: thisMonth, to: addDays(today, -1) })]
      : [];
  const rows: DueRow[] = await knex.unionAll([totals, ...lapsed], true);
  const outcomeOf = ({ state, month }: DueRow): RenewalOutcome => {
    if (state === 'renewed') return 'renewed';
    if (state !== UNDECIDED) return 'lost';
    return month < thisMonth ? 'lapsed' : 'open';
  };
  return rows.flatMap((one) =>
    one.state === LAPSED
      ? [countedRow(`${one.kind}_lapsed`, one), negative(countedRow(`${one.kind}_open`, one))]
      : [countedRow(`${one.kind}_${outcomeOf(one)}`, one)],
  );
}

/** Of undecided terms whose last day was before today. */
const LAPSED = 'lapsed';

const negative = (one: Counted): Counted => ({
  ...{ ...one, count: -one.count, amount: -one.amount },
});

/** Undecided terms that ended within some days of a month, in the columns of a `DueRow`. */
function lapsedBetween(
  tables: ReadTables,
  scope: ReportScope,
  { row, from, to }: { row: string; from: Day; to: Day },
): Knex.QueryBuilder {
  const { knex } = tables;
  return within(tables.from(POLICY_SUMMARIES.undecided), scope)
    .whereBetween('end_date', [from, to])
    .select(knex.raw(`${row.replace('end_month', 'end_date')} AS "row"`))
    .select('kind', knex.raw('NULL::date AS month, ? AS state', [LAPSED]))
    .select(summed(knex, 'yearly_premium'))
    .groupByRaw('1, kind');
}

/** The terms themselves, narrowed down by a scope. */
function termsOf(tables: ReadTables, scope: ReportScope): Knex.QueryBuilder {
  const { kind, insurer, ownerId, withoutOwner } = scope;
  const terms = byOwner(tables, tables.from(policiesTable.name), { ownerId, withoutOwner });
  if (kind !== null) terms.where({ kind });
  if (insurer !== null) terms.where('insurer_key', searchKey(insurer));
  return terms;
}

async function lost(tables: ReadTables, scope: ReportScope): Promise<Counted[]> {
  const { knex } = tables;
  const rows: Row[] = await within(tables.from(POLICY_SUMMARIES.due), scope)
    .whereBetween('end_month', [scope.from, scope.to])
    .whereIn('renewal_state', LOSS_REASONS)
    .select({ row: 'renewal_state' }, 'kind', ...summed(knex, 'yearly_premium'))
    .groupBy('renewal_state', 'kind');
  return rows.map((one) => countedRow(one.kind, one));
}

interface MadeRow extends Omit<Row, 'kind'> {
  readonly status: string;
  readonly is_emailed: boolean;
  readonly became_policy: boolean;
}

/** Quotations by the day on which they were made. */
async function made(tables: ReadTables, scope: ReportScope, row: string): Promise<Counted[]> {
  const { knex } = tables;
  const summary = tables.from(QUOTATION_SUMMARIES.made);
  const rows: MadeRow[] = await within(summary, scope, 'insurance_type')
    .whereBetween('created_month', [scope.from, scope.to])
    .select(knex.raw(`${row} AS "row"`), 'status', 'is_emailed', 'became_policy')
    .select(summed(knex, 'total_amount'))
    .groupByRaw('1, status, is_emailed, became_policy');
  return rows.flatMap((one) =>
    [
      'quoted',
      ...(one.is_emailed ? ['emailed'] : []),
      ...(one.status === 'accepted' ? ['accepted'] : []),
      ...(one.became_policy ? ['converted'] : []),
    ].map((column) => countedRow(column, one)),
  );
}

/** Customers whose KYC is pending, by the days since they were added. */
async function kycAges(tables: ReadTables, scope: ReportScope): Promise<Counted[]> {
  const { knex } = tables;
  const ages = KYC_AGES.map(
    (key) => `WHEN created_day > ?::date - ${(ageDays(key)[1] ?? 0) + 1}
    THEN '${key}'`,
  );
  const others = ages.pop() && KYC_AGES.at(-1);
  const rows: Omit<Row, 'kind'>[] = await within(tables.from(CUSTOMERS_BY_KYC), scope)
    .where('kyc_status', 'pending')
    .select(
      knex.raw(
        `CASE ${ages.join(' ')} ELSE '${others}' END AS "row"`,
        ages.map(() => scope.today),
      ),
      knex.raw(`sum(count)::text AS count, '0' AS amount`),
    )
    .groupByRaw('1');
  return rows.map((one) => countedRow('pending', one));
}

/** Terms by their last day. Both by owner and by insurer, they are counted themselves. */
async function ends(tables: ReadTables, scope: ReportScope): Promise<Counted[]> {
  const { insurer, ownerId, withoutOwner, from, to } = scope;
  const isByOwner = ownerId !== null || withoutOwner;
  const { knex } = tables;
  const counts = (query: Knex.QueryBuilder, count: string): PromiseLike<Row[]> =>
    query
      .whereBetween('end_date', [from, to])
      .select({ row: 'end_date' }, 'kind', knex.raw(`${count}::text AS count, '0' AS amount`))
      .groupBy('end_date', 'kind') as never;
  const rows: Row[] = await (insurer !== null && isByOwner
    ? counts(termsOf(tables, scope).where('status', '<>', 'cancelled'), 'count(*)')
    : counts(
        within(
          tables.from(
            insurer === null ? POLICY_SUMMARIES.endsByOwner : POLICY_SUMMARIES.endsByInsurer,
          ),
          scope,
        ),
        'sum(count)',
      ));
  return rows.map((one) => countedRow(one.kind, one));
}

async function customersOfOwners(tables: ReadTables): Promise<Counted[]> {
  const { knex } = tables;
  const rows: (Omit<Row, 'kind'> & { kyc_status: string })[] = await tables
    .from(CUSTOMERS_BY_KYC)
    .select(knex.raw(`${OWNER} AS "row"`), 'kyc_status')
    .select(knex.raw(`sum(count)::text AS count, '0' AS amount`))
    .groupByRaw('1, kyc_status');
  return rows.flatMap((one) => [
    countedRow('customers', one),
    ...(one.kyc_status === 'pending' ? [countedRow('pending', one)] : []),
  ]);
}

/** Terms that are not renewed are one column where agents stand side by side; open ones are none. */
function agentColumns(counted: readonly Counted[]): Counted[] {
  const known: readonly string[] = REPORTS.agents.columns.map(({ key }) => key);
  return counted
    .map((one) => ({ ...one, column: one.column.replace('_lapsed', '_lost') }))
    .filter(({ column }) => known.includes(column));
}
