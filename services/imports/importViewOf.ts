import {
  IMPORT_ROWS_KEPT_DAYS,
  type ImportCounts,
  type ImportSheet,
  type ImportView,
} from '@insuremanager/contracts/imports/importViews';
import { type Queryable, query } from '../platform/postgres/postgres.js';
import { importSeal, type ImportParts, sheetsOf } from './importParts.js';
import type { ImportTableRow, RowPlan, RowResult } from './importTables.js';
import { shownCell } from './shownCells.js';

/** How many rows there are of what. */
export async function countsOf(
  pool: Queryable,
  { id, done }: Pick<ImportTableRow, 'id' | 'done'>,
): Promise<ImportCounts> {
  const counted = await query<{ plan: RowPlan | null; result: RowResult | null; count: number }>(
    pool,
    `SELECT plan, result, count(*)::int AS count FROM imports.rows
     WHERE import_id = $1 GROUP BY plan, result`,
    [id],
  );
  const sum = (holds: (one: (typeof counted)[number]) => boolean): number =>
    counted.filter(holds).reduce((total, { count }) => total + count, 0);
  const isRefused = ({ result }: { result: RowResult | null }) => result === 'rejected';
  return {
    rows: sum(() => true),
    created: sum((one) => one.plan === 'new' && !isRefused(one)),
    changed: sum((one) => one.plan === 'changes' && !isRefused(one)),
    same: sum(({ plan }) => plan === 'same'),
    duplicates: sum(({ plan }) => plan === 'duplicate'),
    rejected: sum((one) => one.plan === 'problem' || isRefused(one)),
    done,
    undone: sum(({ result }) => result === 'undone'),
    kept: sum(({ result }) => result === 'kept'),
  };
}

export async function viewOfImport(
  { pool, vault }: Pick<ImportParts, 'pool' | 'vault'>,
  row: ImportTableRow,
): Promise<ImportView> {
  const { id } = row;
  const seal = importSeal(vault, id);
  const [sheets, counts] = await Promise.all([sheetsOf(pool, id), countsOf(pool, row), seal.ready()]);
  const instant = (at: Date | null) => at?.toISOString() ?? null;
  const rowsUntil =
    row.ended_at && !row.rows_removed_at ? keptUntil(row.undone_at ?? row.ended_at) : null;
  return {
    id,
    fileName: seal.text(row.file_name) || `Import ${id}`,
    state: row.state,
    startedBy: row.username,
    uploadedAt: row.uploaded_at.toISOString(),
    startedAt: instant(row.started_at),
    endedAt: instant(row.ended_at),
    undoneAt: instant(row.undone_at),
    rowsUntil: instant(rowsUntil),
    hasRows: row.rows_removed_at === null,
    problem: row.problem,
    sheets: sheets.map((sheet): ImportSheet => {
      const examples = seal.examples(sheet.examples);
      const values = new Map(seal.found(sheet.found));
      return {
        index: sheet.sheet,
        name: sheet.name,
        kind: sheet.kind,
        dateOrder: sheet.date_order,
        isRemembered: sheet.is_remembered,
        rowCount: sheet.row_count,
        columns: sheet.header.map((header, index) => {
          const field = sheet.columns[index] ?? null;
          return {
            ...{ index, header, field },
            examples: (examples[index] ?? []).map((text) => shownCell(field, text)),
            values: [...(values.get(index) ?? [])],
          };
        }),
      };
    }),
    counts,
    rowsPerSecond: row.rate,
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const keptUntil = (ended: Date): Date =>
  new Date(ended.getTime() + IMPORT_ROWS_KEPT_DAYS * DAY_MS);
