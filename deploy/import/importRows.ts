import { Refusal } from '@insuremanager/services/platform/errors';
import type { RejectedRows, RowProblem } from './rejectedRows.js';
import type { SheetRow, Spreadsheet } from './spreadsheet.js';

export interface TakenRow {
  /** Something looks wrong about it. */
  warned: boolean;
  /** It was imported before; nothing was written. */
  repeated: boolean;
}

/**
 * Carries one row out. Called in the order of the sheet, while earlier rows are still under way.
 * @throws Refusal, with the input's fields at fault: the row is rejected. Anything else stops the
 *   import.
 */
export type TakeRow = (row: SheetRow) => Promise<TakenRow>;

type RowOutcome =
  | ({ kind: 'accepted' } & TakenRow)
  | { kind: 'rejected'; problems: readonly RowProblem[] };

export interface ImportCounts {
  rows: number;
  accepted: number;
  /** Of the accepted: with something that looks wrong. */
  warned: number;
  /** Of the accepted: imported before, nothing written now. */
  repeated: number;
  rejected: number;
}

interface ImportParts {
  sheet: Spreadsheet;
  rejected: RejectedRows;
  take: TakeRow;
  /** In which column of the sheet a field stands that is refused. */
  columnOf: Readonly<Record<string, string>>;
  onProgress(counts: Readonly<ImportCounts>): void;
  /** Rows under way at once. */
  width: number;
}

/** Streams the sheet through `take`, several rows at a time; the file of rejected rows keeps their order. */
export async function importRows(parts: ImportParts): Promise<ImportCounts> {
  const { sheet, rejected, take, columnOf, onProgress, width } = parts;
  const counts: ImportCounts = { rows: 0, accepted: 0, warned: 0, repeated: 0, rejected: 0 };
  const underWay: { row: SheetRow; outcome: Promise<RowOutcome> }[] = [];

  const settleFirst = async (): Promise<void> => {
    const first = underWay.shift();
    if (!first) return;
    const outcome = await first.outcome;
    counts.rows += 1;
    if (outcome.kind === 'accepted') {
      counts.accepted += 1;
      if (outcome.warned) counts.warned += 1;
      if (outcome.repeated) counts.repeated += 1;
    } else {
      counts.rejected += 1;
      await rejected.add(first.row, outcome.problems);
    }
    onProgress(counts);
  };

  for await (const row of sheet.read()) {
    const outcome = take(row).then(accepted, (error: unknown) => asRejection(error, columnOf));
    // Awaited in order below; until then a failure must not count as unhandled.
    outcome.catch(() => undefined);
    underWay.push({ row, outcome });
    if (underWay.length >= width) await settleFirst();
  }
  while (underWay.length > 0) await settleFirst();
  return counts;
}

const accepted = (taken: TakenRow): RowOutcome => ({ kind: 'accepted', ...taken });

/** Refused for what it says: rejected. Servers that are away are no fault of the row. */
const asRejection = (error: unknown, columnOf: Readonly<Record<string, string>>): RowOutcome => {
  if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
  const problems = error.fields.map(({ field, message }) => ({
    column: columnOf[field] ?? '',
    reason: message,
  }));
  return {
    kind: 'rejected',
    problems: problems.length > 0 ? problems : [{ column: '', reason: error.message }],
  };
};
