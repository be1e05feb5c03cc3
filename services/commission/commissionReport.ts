import type { CommissionRow } from '@insuremanager/contracts/commission/statementViews';
import { addMonths } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf, type Paise } from '@insuremanager/contracts/rules/money';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { invalid } from '../platform/errors.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { policiesTable } from '../policies/index.js';
import { fixedTable, statementsTable } from './commissionTables.js';
import { type ExpectedCommission, endOfMonth, firstOfMonth, sumOf, toPaise } from './expected.js';

export interface ReportRequest {
  /** First days of months, both inclusive. */
  readonly from: Day;
  readonly to: Day;
  readonly insuranceCompany?: string | null;
}

/** Months that a report covers at most. */
const MOST_MONTHS = 24;

export interface StatementRow {
  readonly id: number;
  readonly insurance_company: string;
  readonly insurer_key: string;
  readonly month: Day;
  readonly status: 'open' | 'closed';
  readonly paid: Paise;
  readonly tds: Paise;
  readonly gst: Paise;
  readonly expected: Paise;
  readonly received: Paise;
  readonly disputed: Paise;
}

interface OpenMonths {
  readonly insurerKey: string | null;
  readonly all: readonly StatementRow[];
  readonly first: Day;
  readonly last: Day;
}

interface OpenMonth {
  readonly key: string;
  readonly month: Day;
  readonly name: string;
  readonly expected: Paise;
  readonly count: number;
  readonly unsplit: number;
}

const EMPTY_ROW = {
  ...{ status: 'missing' as const, statementId: null, policies: 0, unsplit: 0 },
  expected: '0.00',
  ...{ received: '0.00', disputed: '0.00', difference: '0.00', tds: '0.00', gst: '0.00' },
};

const rowOf = (row: StatementRow, policies: number): CommissionRow => ({
  ...{ insuranceCompany: row.insurance_company, month: row.month, status: row.status },
  ...{ statementId: row.id, policies, unsplit: 0, expected: decimalOf(row.expected) },
  ...{ received: decimalOf(row.received), disputed: decimalOf(row.disputed) },
  difference: decimalOf(row.received - row.expected),
  ...{ tds: decimalOf(row.tds), gst: decimalOf(row.gst) },
});

/** The statements of an insurer, or of all, by month. */
export const statementsOf = (tables: ReadTables, insurerKey: string | null) => {
  const query = tables.from(statementsTable.name).select('*').orderBy('month');
  return insurerKey === null ? query : query.where('insurer_key', insurerKey);
};

/** What was received beside what was expected, by insurer and month. */
export function commissionReport(tables: ReadTables, expectation: ExpectedCommission) {
  async function report({ from, to, insuranceCompany = null }: ReportRequest) {
    const [first, last] = [firstOfMonth(from), firstOfMonth(to)];
    if (first > last || addMonths(first, MOST_MONTHS) <= last) {
      const message = `Choose ${MOST_MONTHS} months at most.`;
      throw invalid([{ field: 'to', code: 'too-many-months', message }]);
    }
    const insurerKey = insuranceCompany === null ? null : searchKey(insuranceCompany);
    const all: StatementRow[] = await statementsOf(tables, insurerKey);
    const rows = new Map<string, CommissionRow>();
    const policies = await policiesFixed(all);
    for (const row of all) {
      if (row.month < first || row.month > last) continue;
      rows.set(`${row.insurer_key} ${row.month}`, rowOf(row, policies.get(row.id) ?? 0));
    }
    const open = await openMonths({ insurerKey, all, first, last });
    for (const { key, month, name, expected, count, unsplit } of open) {
      const at = `${key} ${month}`;
      const known = rows.get(at);
      const row = known ?? { ...EMPTY_ROW, insuranceCompany: name, month };
      const received = toPaise(row.received);
      rows.set(at, {
        ...{ ...row, expected: decimalOf(expected), policies: count, unsplit },
        difference: decimalOf(received - expected),
      });
    }
    return [...rows.values()].sort(
      (a, b) =>
        b.month.localeCompare(a.month) || a.insuranceCompany.localeCompare(b.insuranceCompany),
    );
  }

  /** Terms of which something was fixed, by their statement. */
  async function policiesFixed(statements: readonly StatementRow[]): Promise<Map<number, number>> {
    const ids = statements.filter(({ status }) => status === 'closed').map(({ id }) => id);
    const rows: { statement_id: number; count: number }[] = await tables
      .from(fixedTable.name)
      .whereIn('statement_id', ids)
      .select('statement_id', tables.knex.raw('count(*)::integer AS count'))
      .groupBy('statement_id');
    return new Map(rows.map(({ statement_id, count }) => [statement_id, count]));
  }

  /**
   * What falls due in months that are not closed. What was closed and is worked out otherwise by now
   * is due in the first month after it.
   */
  async function openMonths({ insurerKey, all, first, last }: OpenMonths): Promise<OpenMonth[]> {
    const insurers = new Map<string, { since: Day; lastClosed: Day; name: string }>();
    for (const { insurer_key: key, insurance_company: name, month, status } of all) {
      if (status !== 'closed') continue;
      const since = insurers.get(key)?.since ?? month;
      insurers.set(key, { since, lastClosed: month, name });
    }
    const begun = [...insurers.values()].map(({ since }) => since);
    const from = begun.reduce((earliest, one) => (one < earliest ? one : earliest), first);
    const terms = await expectation.terms({ insurerKey, from, to: endOfMonth(last) });
    const names = await insurerNames([...new Set(terms.map((term) => term.insurerKey))]);
    const sums = new Map<string, Map<number, Paise>>();
    const unsplit = new Map<string, Set<number>>();
    const add = (key: string, month: Day, termId: number, amount: Paise) => {
      const at = `${month} ${key}`;
      const ofMonth = sums.get(at) ?? new Map<number, Paise>();
      ofMonth.set(termId, (ofMonth.get(termId) ?? 0) + amount);
      sums.set(at, ofMonth);
    };
    for (const { term, on, amount, isUnsplit } of await expectation.earnings(terms)) {
      const closed = insurers.get(term.insurerKey);
      const at = firstOfMonth(on);
      const isOpen = !closed || at > closed.lastClosed || at < closed.since;
      const month = isOpen ? at : addMonths(closed.lastClosed, 1);
      add(term.insurerKey, month, term.id, amount);
      if (!isUnsplit) continue;
      const ofMonth = unsplit.get(`${month} ${term.insurerKey}`) ?? new Set();
      unsplit.set(`${month} ${term.insurerKey}`, ofMonth.add(term.id));
    }
    for (const [key, { lastClosed }] of insurers) {
      const next = addMonths(lastClosed, 1);
      for (const [termId, amount] of await expectation.fixed(key)) add(key, next, termId, -amount);
    }
    return [...sums].flatMap(([at, byTerm]) => {
      const [month, key] = [at.slice(0, 10), at.slice(11)];
      const amounts = [...byTerm.values()].filter((amount) => amount !== 0);
      const missing = unsplit.get(at)?.size ?? 0;
      if (month < first || month > last || amounts.length + missing === 0) return [];
      const name = names.get(key) ?? insurers.get(key)?.name ?? key;
      const counts = { count: amounts.length, unsplit: missing };
      return [{ key, month, name, expected: sumOf(amounts), ...counts }];
    });
  }

  async function insurerNames(keys: readonly string[]): Promise<Map<string, string>> {
    const rows: { insurer_key: string; name: string }[] = await tables
      .from(policiesTable.name)
      .whereIn('insurer_key', keys)
      .select('insurer_key', tables.knex.raw('min(insurance_company) AS name'))
      .groupBy('insurer_key');
    return new Map(rows.map(({ insurer_key, name }) => [insurer_key, name]));
  }

  return report;
}
