import { LEAD_SOURCES } from '@insuremanager/contracts/leads/leadKinds';
import { POLICY_TYPES, VEHICLE_TYPES } from '@insuremanager/contracts/policies/policyKinds';
import { LOSS_REASONS } from '@insuremanager/contracts/renewals/renewalKinds';
import {
  columnsOf,
  KYC_AGES,
  MOST_MONTHS,
  NOBODY,
  type ReportFilter,
  type ReportName,
  type ReportRow,
  type ReportScope,
  type ReportView,
  ROWS,
  type RowKind,
  reportNamed,
  scopeOf,
} from '@insuremanager/contracts/reports/reports';
import { addMonths, monthOf } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import { usernamesTable } from '../audit/index.js';
import type { Clock } from '../platform/clock.js';
import { invalid } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import type { AllTables, ReadTables } from '../platform/readModels/readTables.js';
import { POLICY_SUMMARIES } from '../policies/index.js';
import { printedReport, type ReportPaper } from './reportPdf.js';
import { COUNTED, type Counted } from './reportQueries.js';
import type { Reports, ReportsOfBook } from './reports.js';

/** The figures of all books, and of each. `clock` says which day it is in Kolkata. */
export const createReports = (
  { clock }: Pick<Platform, 'clock'>,
  tables: AllTables,
  paper: ReportPaper,
): Reports => {
  const parts = { clock, paper };
  return {
    ...reportsOver(tables, parts),
    within: (book) => reportsOver(tables.within(book), parts),
  };
};

interface Parts {
  readonly clock: Clock;
  readonly paper: ReportPaper;
}

function reportsOver(tables: ReadTables, { clock, paper }: Parts): ReportsOfBook {
  const report: ReportsOfBook['report'] = async (name, filter) => {
    const scope = checkedScope(name, filter, kolkataDay(clock.now()));
    const counted = await COUNTED[name](tables, scope);
    const columns = columnsOf(name, scope);
    const cells = added(
      counted,
      columns.map(({ key }) => key),
    );
    const adding = columns.filter(({ hasAmount }) => hasAmount).map(({ key }) => key);
    const { rows } = reportNamed(name);
    const keys = [...new Set(cells.map(({ row }) => row))];
    const shown = await rowsOf({ tables, scope, keys }, rows);
    const { from, to, today } = scope;
    return {
      ...{ name, from, to, today },
      rows: inOrder(rows, shown, cells),
      figures: cells.map((one) => ({
        ...{ row: one.row, column: one.column, count: one.count },
        amount: adding.includes(one.column) ? decimalOf(one.amount) : null,
      })),
    } satisfies ReportView;
  };
  return {
    report,
    async pdf(name, filter) {
      const view = await report(name, filter);
      return printedReport(paper, view, scopeOf(name, filter, view.today));
    },
  };
}

/** @throws Refusal `invalid` */
export function checkedScope(name: ReportName, filter: ReportFilter, today: string): ReportScope {
  const scope = scopeOf(name, filter, today);
  const refuse = (code: string, message: string) => invalid([{ field: 'to', code, message }]);
  if (scope.to < scope.from) throw refuse('ends-early', 'The last month is before the first one.');
  if (monthOf(scope.to) > monthOf(addMonths(scope.from, MOST_MONTHS - 1))) {
    throw refuse('too-many-months', `A report covers at most ${MOST_MONTHS} months.`);
  }
  return scope;
}

/** Cells of the same place are one; those of nothing are none. */
function added(counted: readonly Counted[], columns: readonly string[]): Counted[] {
  const cells = new Map<string, Counted>();
  for (const one of counted) {
    const place = `${one.column} ${one.row}`;
    const { count = 0, amount = 0n } = cells.get(place) ?? {};
    cells.set(place, { ...one, count: count + one.count, amount: amount + one.amount });
  }
  return [...cells.values()].filter(({ column, count }) => count !== 0 && columns.includes(column));
}

interface RowsAsked {
  readonly tables: ReadTables;
  readonly scope: ReportScope;
  /** Of the rows that have a figure. */
  readonly keys: readonly string[];
}

/** All rows of a kind, also those without figures where there are few; in their order, or in none. */
async function rowsOf({ tables, scope, keys }: RowsAsked, rows: RowKind): Promise<ReportRow[]> {
  const labelled = (all: readonly string[]): ReportRow[] =>
    all.map((key) => ({ key, label: ROWS[rows].label(key) }));
  switch (rows) {
    case 'month':
      return labelled(monthsBetween(scope));
    case 'reason':
      return labelled(LOSS_REASONS);
    case 'age':
      return labelled(KYC_AGES);
    case 'source':
      return labelled(LEAD_SOURCES);
    case 'day':
      return labelled([...keys].sort());
    case 'type': {
      const types = [...POLICY_TYPES, ...VEHICLE_TYPES];
      return labelled(types.filter((type) => keys.includes(type)));
    }
    case 'insurer':
      return insurers(tables, keys);
    case 'owner':
      return owners(tables, keys);
  }
}

function monthsBetween({ from, to }: ReportScope): string[] {
  const months: string[] = [];
  for (let day = from; day <= to; day = addMonths(day, 1)) months.push(monthOf(day));
  return months;
}

/** The spelling of each is the one that most policies have. */
async function insurers(tables: ReadTables, keys: readonly string[]): Promise<ReportRow[]> {
  const rows: { key: string; label: string }[] = await tables
    .from(POLICY_SUMMARIES.byInsurer)
    .whereIn('insurer_key', keys)
    .groupBy('insurer_key')
    .select({ key: 'insurer_key' })
    .select(
      tables.knex.raw(
        '(array_agg(insurance_company ORDER BY count DESC, insurance_company))[1] AS label',
      ),
    );
  return rows;
}

async function owners(tables: ReadTables, keys: readonly string[]): Promise<ReportRow[]> {
  const known: { user_id: number; username: string }[] = await tables
    .from(usernamesTable.name)
    .whereIn('user_id', keys.map(Number))
    .select('user_id', 'username');
  const names = new Map(known.map(({ user_id, username }) => [String(user_id), username]));
  return keys.map((key) => ({
    key,
    label: key === NOBODY ? 'No owner' : (names.get(key) ?? `User ${key}`),
  }));
}

/** Names stand with the highest figures first, and those of nobody last; all else in its own order. */
function inOrder(
  rows: RowKind,
  shown: readonly ReportRow[],
  cells: readonly Counted[],
): ReportRow[] {
  if (rows !== 'insurer' && rows !== 'owner') return [...shown];
  const weight = (key: string): readonly [bigint, number] => {
    const own = cells.filter(({ row }) => row === key);
    return [
      own.reduce((sum, { amount }) => sum + amount, 0n),
      own.reduce((sum, { count }) => sum + count, 0),
    ];
  };
  const weights = new Map(shown.map(({ key }) => [key, weight(key)]));
  const isNobody = ({ key }: ReportRow): boolean => rows === 'owner' && key === NOBODY;
  return [...shown].sort((a, b) => {
    const [amountA, countA] = weights.get(a.key) ?? [0n, 0];
    const [amountB, countB] = weights.get(b.key) ?? [0n, 0];
    return (
      Number(isNobody(a)) - Number(isNobody(b)) ||
      Number(amountB - amountA) ||
      countB - countA ||
      (a.label < b.label ? -1 : 1)
    );
  });
}
