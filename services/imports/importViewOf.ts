import {
  IMPORT_ROWS_KEPT_DAYS,
  type ImportCounts,
  type ImportOutcome,
  type ImportSheet,
  type ImportView,
  ROW_OUTCOMES,
} from '@insuremanager/contracts/imports/importViews';
import { type Queryable, query } from '../platform/postgres/postgres.js';
import { type ImportParts, importSeal, sheetsOf } from './importParts.js';
import type { ImportTableRow, RowPlan, RowResult } from './importTables.js';
import { shownCell } from './shownCells.js';

interface CountedRows {
  readonly sheet: number;
  readonly plan: RowPlan | null;
  readonly result: RowResult | null;
  readonly count: number;
}

const countedRows = (pool: Queryable, id: number): Promise<CountedRows[]> =>
  query<CountedRows>(
    pool,
    `SELECT sheet, plan, result, rows AS count FROM imports.counts
     WHERE import_id = $1 AND rows > 0`,
    [id],
  );

/** How many rows there are of what. */
export const countsOf = async (
  pool: Queryable,
  { id, done }: Pick<ImportTableRow, 'id' | 'done'>,
): Promise<ImportCounts> => sumsOf(await countedRows(pool, id), done);

function sumsOf(counted: readonly CountedRows[], done: number): ImportCounts {
  const sum = (holds: (one: CountedRows) => boolean): number =>
    counted.filter(holds).reduce((total, { count }) => total + count, 0);
  const isRefused = ({ result }: CountedRows) => result === 'rejected';
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

/** How many rows of a sheet are what, in the order of the outcomes. */
const outcomesOf = (counted: readonly CountedRows[], sheet: number): ImportOutcome[] =>
  ROW_OUTCOMES.flatMap((outcome) => {
    const rows = counted
      .filter((one) => one.sheet === sheet && (one.result ?? one.plan) === outcome)
      .reduce((total, { count }) => total + count, 0);
    return rows > 0 ? [{ outcome, rows }] : [];
  });

export async function viewOfImport(
  { pool, vault }: Pick<ImportParts, 'pool' | 'vault'>,
  row: ImportTableRow,
): Promise<ImportView> {
  const { id } = row;
  const seal = importSeal(vault, id);
  const [sheets, counted] = await Promise.all([
    sheetsOf(pool, id),
    countedRows(pool, id),
    seal.ready(),
  ]);
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
        outcomes: outcomesOf(counted, sheet.sheet),
        columns: sheet.header.map((header, index) => {
          const field = sheet.columns[index] ?? null;
          return {
            ...{ index, header, field },
            isGuessed: field === (sheet.guessed[index] ?? null),
            examples: (examples[index] ?? []).map((text) => shownCell(field, text)),
            values: [...(values.get(index) ?? [])],
          };
        }),
      };
    }),
    counts: sumsOf(counted, row.done),
    rowsPerSecond: row.rate,
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const keptUntil = (ended: Date): Date =>
  new Date(ended.getTime() + IMPORT_ROWS_KEPT_DAYS * DAY_MS);
