import type { RateEvent } from '@insuremanager/contracts/commission/rateEvents';
import { rateRecord } from '@insuremanager/contracts/commission/rateViews';
import type { ShareEvent } from '@insuremanager/contracts/commission/shareEvents';
import { shareRecord } from '@insuremanager/contracts/commission/shareViews';
import type { StatementEvent } from '@insuremanager/contracts/commission/statementEvents';
import { statementRecord } from '@insuremanager/contracts/commission/statementViews';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { listIndexes } from '../platform/readModels/listFilter.js';
import { defineProjector, type Table } from '../platform/readModels/projector.js';
import { added, recordColumns, rowChange } from '../platform/readModels/recordColumns.js';
import { searchColumn } from '../platform/search/searchPatterns.js';

export const rateColumns = recordColumns({
  ...rateRecord,
  keys: { insurer_key: ['insuranceCompany', searchKey] },
});
export const RATE_SORTS = { insurer: 'insurer_key', validFrom: 'valid_from' } as const;
export const ratesTable = {
  name: 'commission_rates',
  key: 'id',
  columns: { ...rateColumns.columns, search_text: searchColumn('insurer_key') },
  book: 'none',
  indexes: ['USING gin (search_text gin_trgm_ops)', ...listIndexes(rateRecord.list, RATE_SORTS)],
} as const satisfies Table;
const changeRate = rowChange(ratesTable, 'rateId');

export const rateProjector = defineProjector<RateEvent>()({
  name: 'commissionRates',
  version: 1,
  tables: [ratesTable],
  on: {
    CommissionRateAdded: ({ data, at, revision }, rows) =>
      rows.put(
        ratesTable.name,
        { id: data.rateId, ...added(at, revision) },
        rateColumns.toRow(data.details),
      ),
    CommissionRateChanged: (event, rows) =>
      changeRate(event, rows, rateColumns.toRow(event.data.details)),
    CommissionRateDeleted: ({ data }, rows) => rows.remove(ratesTable.name, data.rateId),
  },
});

export const shareColumns = recordColumns(shareRecord);
export const SHARE_SORTS = { subAgent: 'user_id', validFrom: 'valid_from' } as const;
export const sharesTable = {
  name: 'commission_shares',
  key: 'id',
  columns: { ...shareColumns.columns, search_text: { type: 'text', generatedAs: `''::text` } },
  book: 'none',
  indexes: listIndexes(shareRecord.list, SHARE_SORTS),
} as const satisfies Table;
const changeShare = rowChange(sharesTable, 'shareId');

export const shareProjector = defineProjector<ShareEvent>()({
  name: 'commissionShares',
  version: 1,
  tables: [sharesTable],
  on: {
    CommissionShareAdded: ({ data, at, revision }, rows) =>
      rows.put(
        sharesTable.name,
        { id: data.shareId, ...added(at, revision) },
        shareColumns.toRow(data.details),
      ),
    CommissionShareChanged: (event, rows) =>
      changeShare(event, rows, shareColumns.toRow(event.data.details)),
    CommissionShareDeleted: ({ data }, rows) => rows.remove(sharesTable.name, data.shareId),
  },
});

export const statementColumns = recordColumns({
  ...statementRecord,
  keys: { insurer_key: ['insuranceCompany', searchKey] },
});
export const STATEMENT_SORTS = { month: 'month', insurer: 'insurer_key' } as const;
export const statementsTable = {
  name: 'commission_statements',
  key: 'id',
  columns: { ...statementColumns.columns, search_text: searchColumn('insurer_key') },
  book: 'none',
  indexes: [
    'USING gin (search_text gin_trgm_ops)',
    ...listIndexes(statementRecord.list, STATEMENT_SORTS),
  ],
} as const satisfies Table;

/** One row for each line of a statement. */
export const linesTable = {
  name: 'commission_lines',
  key: 'id',
  columns: {
    /** `<statement>-<line>`. */
    id: { type: 'text' },
    statement_id: { type: 'integer' },
    line: { type: 'integer' },
    term_id: { type: 'integer', nullable: true },
    commission: { type: 'bigint' },
    /** Its statement is closed and it was accepted. */
    is_received: { type: 'boolean' },
    share_user_id: { type: 'integer', nullable: true },
    share_amount: { type: 'bigint', nullable: true },
  },
  // Asked for by those who read all books.
  book: 'none',
  indexes: [
    '(statement_id, line)',
    '(term_id, statement_id) INCLUDE (commission) WHERE is_received',
    '(share_user_id, statement_id, line) WHERE share_user_id IS NOT NULL',
  ],
} as const satisfies Table;

/** What was expected of a term in a month that is closed. */
export const fixedTable = {
  name: 'commission_fixed',
  key: 'id',
  columns: {
    /** `<statement>-<term>`. */
    id: { type: 'text' },
    statement_id: { type: 'integer' },
    term_id: { type: 'integer' },
    insurer_key: { type: 'text' },
    month: { type: 'date' },
    amount: { type: 'bigint' },
  },
  book: 'none',
  indexes: ['(insurer_key, term_id) INCLUDE (amount)', '(statement_id)'],
} as const satisfies Table;

const lineId = (statementId: number, line: number): string => `${statementId}-${line}`;
const changeStatement = rowChange(statementsTable, 'statementId');
const NO_AMOUNTS = {
  ...{ line_count: 0, paid: 0, tds: 0, gst: 0, expected: 0, received: 0, disputed: 0 },
};

export const statementProjector = defineProjector<StatementEvent>()({
  name: 'commissionStatements',
  version: 1,
  tables: [statementsTable, linesTable, fixedTable],
  on: {
    CommissionStatementAdded: ({ data, at, revision }, rows) => {
      const { statementId: id, ...details } = data;
      rows.put(
        statementsTable.name,
        { id, status: 'open', closed_at: null, ...NO_AMOUNTS, ...added(at, revision) },
        statementColumns.toRow(details),
      );
    },
    CommissionStatementChanged: (event, rows) => {
      const { insuranceCompany, month } = event.data;
      changeStatement(event, rows, statementColumns.toRow({ insuranceCompany, month }));
    },
    CommissionLinesAdded: (event, rows) => {
      const { statementId, lines } = event.data;
      changeStatement(event, rows);
      const amounts = { line_count: lines.length, paid: 0, tds: 0, gst: 0 };
      for (const { line, termId, commission, tds, gst } of lines) {
        amounts.paid += commission;
        amounts.tds += tds;
        amounts.gst += gst;
        rows.put(linesTable.name, {
          ...{ id: lineId(statementId, line), statement_id: statementId, line },
          ...{ term_id: termId, commission, is_received: false },
          ...{ share_user_id: null, share_amount: null },
        });
      }
      rows.increment(statementsTable.name, statementId, amounts);
    },
    CommissionLinesRemoved: (event, rows) => {
      const { statementId, lastLine } = event.data;
      changeStatement(event, rows, { line_count: 0, paid: 0, tds: 0, gst: 0 });
      for (let line = 1; line <= lastLine; line += 1) {
        rows.remove(linesTable.name, lineId(statementId, line));
      }
    },
    CommissionLineMatched: (event, rows) => {
      const { statementId, line, termId } = event.data;
      changeStatement(event, rows);
      rows.patch(linesTable.name, lineId(statementId, line), { term_id: termId });
    },
    CommissionLineDecided: (event, rows) => changeStatement(event, rows),
    CommissionStatementClosed: (event, rows) => {
      const { statementId, insuranceCompany, month, expected, accepted, shares, totals } =
        event.data;
      changeStatement(event, rows, { ...totals, status: 'closed', closed_at: event.at });
      const insurer_key = searchKey(insuranceCompany);
      for (const { termId, amount } of expected) {
        rows.put(fixedTable.name, {
          ...{ id: lineId(statementId, termId), statement_id: statementId, term_id: termId },
          ...{ insurer_key, month, amount },
        });
      }
      for (const line of accepted) {
        rows.patch(linesTable.name, lineId(statementId, line), { is_received: true });
      }
      for (const { line, userId, amount } of shares) {
        const share = { share_user_id: userId, share_amount: amount };
        rows.patch(linesTable.name, lineId(statementId, line), share);
      }
    },
    CommissionStatementDeleted: ({ data }, rows) =>
      rows.remove(statementsTable.name, data.statementId),
  },
});
