import {
  type ImportProblem,
  type ImportRow,
  ROW_OUTCOMES,
  type RowsWanted,
} from '@insuremanager/contracts/imports/importViews';
import { stringify } from 'csv-stringify/sync';
import { invalid } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { query } from '../platform/postgres/postgres.js';
import { type ImportServices, importSeal, sheetsOf } from './importParts.js';
import type { ImportRowsPage } from './imports.js';
import { cellsNow, type RowTableRow, type SheetTableRow } from './importTables.js';
import { shownCell } from './shownCells.js';

const ROWS_AT_ONCE = 1_000;

/** What the rows of an import say, and what is wrong with them. */
export function createRowQueries(
  { pool, vault }: Pick<Platform, 'pool' | 'vault'>,
  { customers, policies, quotations, documents, claims, leads }: Omit<ImportServices, 'agency'>,
) {
  /** As `conditionOf`; what cells say is sealed, so those with a text are looked for here. */
  const conditionFor = async (id: number, wanted: RowsWanted) => {
    const { condition, values } = conditionOf(wanted);
    const { sheet, column, text } = wanted;
    if (text === null) return { condition, values };
    const seal = importSeal(vault, id);
    await seal.ready();
    const alike: number[] = [];
    for (let after = 0; ; ) {
      const rows = await query<Pick<RowTableRow, 'row' | 'content'>>(
        pool,
        `SELECT "row", content FROM imports.rows WHERE import_id = $1 AND sheet = $2
         AND "row" > $3 ${condition} ORDER BY "row" LIMIT ${ROWS_AT_ONCE}`,
        [id, sheet, after, ...values],
      );
      for (const { row, content: sealed } of rows) {
        const content = seal.content(sealed);
        if (content && cellsNow(content)[column ?? -1] === text) alike.push(row);
      }
      if (rows.length < ROWS_AT_ONCE) break;
      after = rows.at(-1)?.row ?? 0;
    }
    const of = `${condition} AND "row" = ANY ($${4 + values.length})`;
    return { condition: of, values: [...values, alike] };
  };

  const labelOf = async (rows: readonly RowTableRow[]): Promise<(row: RowTableRow) => string> => {
    const of = (kinds: readonly string[]) =>
      rows.flatMap((row) =>
        row.record_id !== null && kinds.includes(row.record_kind ?? '') ? [row.record_id] : [],
      );
    const [people, terms, offers, papers, losses, asking] = await Promise.all([
      customers.summaries(of(['customer'])),
      policies.findAll(of(['health', 'vehicle'])),
      quotations.listByIds(of(['quotation'])),
      documents.listByIds(of(['document'])),
      claims.listByIds(of(['claim'])),
      leads.listByIds(of(['lead'])),
    ]);
    const fileNames = new Map(papers.map((paper) => [paper.id, paper.fileName]));
    const claimNumbers = new Map(losses.map((claim) => [claim.id, claim.claimNumber]));
    const leadNames = new Map(asking.map((lead) => [lead.id, lead.name]));
    const numbers = new Map(offers.map((offer) => [offer.id, offer.quotationNumber]));
    return ({ record_kind: kind, record_id: id }) => {
      if (id === null) return '';
      if (kind === 'customer') return people.get(id)?.name ?? '';
      if (kind === 'document') return fileNames.get(id) ?? '';
      if (kind === 'claim') return claimNumbers.get(id) ?? '';
      if (kind === 'lead') return leadNames.get(id) ?? '';
      return (kind === 'quotation' ? numbers.get(id) : terms.get(id)?.policyNumber) ?? '';
    };
  };

  return {
    async problems(id: number): Promise<ImportProblem[]> {
      const seal = importSeal(vault, id);
      await seal.ready();
      const found = await query<{
        sheet: number;
        code: string;
        rows: number;
        details: string | null;
      }>(
        pool,
        `WITH kinds AS (
           SELECT sheet, code, count(*)::int AS rows, min("row") AS first
           FROM imports.rows, unnest(codes) AS code
           WHERE import_id = $1 AND codes <> '{}' GROUP BY sheet, code)
         SELECT kinds.sheet, code, kinds.rows, details FROM kinds
         JOIN imports.rows ON import_id = $1 AND rows.sheet = kinds.sheet AND "row" = first
         ORDER BY kinds.rows DESC, kinds.sheet, code LIMIT 200`,
        [id],
      );
      return found.map(({ sheet, code: text, rows, details }) => {
        const [column, code] = splitCode(text);
        const one = seal
          .details(details)
          ?.problems.find((problem) => problem.code === code && problem.column === column);
        return { sheet, column, code, message: one?.message ?? '', rows };
      });
    },

    /** @throws invalid on `after` */
    async rows(id: number, sheet: SheetTableRow, wanted: RowsWanted): Promise<ImportRowsPage> {
      const seal = importSeal(vault, id);
      await seal.ready();
      const { condition, values } = await conditionFor(id, wanted);
      const after = Number(wanted.after ?? 0);
      if (!Number.isSafeInteger(after)) throw invalid([NO_CURSOR]);
      const [rows, [counted]] = await Promise.all([
        query<RowTableRow>(
          pool,
          `SELECT * FROM imports.rows WHERE import_id = $1 AND sheet = $2 AND "row" > $3
           ${condition} ORDER BY "row" LIMIT ${wanted.first + 1}`,
          [id, wanted.sheet, after, ...values],
        ),
        query<{ count: number }>(
          pool,
          `SELECT count(*)::int AS count FROM imports.rows
           WHERE import_id = $1 AND sheet = $2 AND "row" > $3 ${condition}`,
          [id, wanted.sheet, 0, ...values],
        ),
      ]);
      const shown = rows.slice(0, wanted.first);
      const label = await labelOf(shown);
      return {
        items: shown.map((row): ImportRow => {
          const content = seal.content(row.content);
          const details = seal.details(row.details);
          const isBad = (column: number) =>
            details?.problems.some((problem) => problem.column === column) ?? false;
          return {
            row: row.row,
            cells: (content ? cellsNow(content) : []).map((cell, column) =>
              isBad(column) ? cell : shownCell(sheet.columns[column] ?? null, cell),
            ),
            repaired: Object.keys(content?.repairs ?? {}).map(Number),
            outcome: row.result ?? row.plan ?? 'new',
            problems: [...(details?.problems ?? [])],
            record:
              row.record_kind && row.record_id !== null
                ? { kind: row.record_kind, id: row.record_id, label: label(row) }
                : null,
            isTaken: row.is_taken && row.plan === 'new',
            duplicateOfRow:
              row.plan === 'duplicate' && row.of_sheet === row.sheet ? row.of_row : null,
            changes: [...(details?.changes ?? [])],
          };
        }),
        nextCursor: rows.length > shown.length ? String(shown.at(-1)?.row) : null,
        count: counted?.count ?? 0,
      };
    },
  };
}

const splitCode = (text: string): [column: number | null, code: string] => {
  const [column = '', ...code] = text.split(':');
  return [column === '' ? null : Number(column), code.join(':')];
};

/** Beside the number of the row, which is the third parameter. */
function conditionOf({ only, column }: RowsWanted): { condition: string; values: unknown[] } {
  if (only === null) return { condition: '', values: [] };
  const outcome = ROW_OUTCOMES.find((one) => one === only);
  if (outcome) {
    return { condition: 'AND coalesce(result, plan) = $4', values: [outcome] };
  }
  return { condition: 'AND $4 = ANY (codes)', values: [`${column ?? ''}:${only}`] };
}

const NO_CURSOR = { field: 'after', code: 'invalid-cursor', message: 'after is no cursor' };

/** SQL: whether a row was not written. */
export const IS_REJECTED = `coalesce(result, plan) IN ('problem', 'rejected', 'duplicate')`;

/** Rows that were not written, as they came, under their header. */
export async function* rejectedRows(
  { pool, vault }: Pick<Platform, 'pool' | 'vault'>,
  id: number,
): AsyncIterable<Uint8Array> {
  const seal = importSeal(vault, id);
  await seal.ready();
  yield Buffer.from('\uFEFF');
  const line = (cells: readonly (string | number)[]) => Buffer.from(stringify([cells.map(plain)]));
  for (const { sheet, name, header, kind } of await sheetsOf(pool, id)) {
    if (kind === null) continue;
    let isFirst = true;
    for (let after = 0; ; ) {
      const rows = await query<RowTableRow>(
        pool,
        `SELECT * FROM imports.rows WHERE import_id = $1 AND sheet = $2 AND "row" > $3
           AND ${IS_REJECTED}
         ORDER BY "row" LIMIT ${ROWS_AT_ONCE}`,
        [id, sheet, after],
      );
      for (const row of rows) {
        const content = seal.content(row.content);
        if (!content) continue;
        if (isFirst) yield line(['Sheet', 'Row', 'Field', 'Reason', ...header]);
        isFirst = false;
        const problems = seal.details(row.details)?.problems ?? [];
        const fields = problems.flatMap(({ column }) => (column === null ? [] : [header[column]]));
        const reasons =
          row.plan === 'duplicate' && !row.result
            ? ['Looks like a record that exists, or an earlier row.']
            : problems.map(({ message }) => message);
        yield line([name, row.row, fields.join('; '), reasons.join(' '), ...content.cells]);
      }
      if (rows.length < ROWS_AT_ONCE) break;
      after = rows.at(-1)?.row ?? 0;
    }
  }
}

/** What a spreadsheet program would take for a formula is text. */
const plain = (cell: string | number): string | number =>
  typeof cell === 'string' && /^[=+@\t\r-]/.test(cell) && !/^[+-]?[\d\s.,()-]*$/.test(cell)
    ? `'${cell}`
    : cell;
