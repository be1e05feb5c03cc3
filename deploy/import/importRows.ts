import { Refusal } from '@insuremanager/services/platform/errors';
import type { RejectedRows, RowProblem } from './rejectedRows.js';
import type { SheetRow, Spreadsheet } from './spreadsheet.js';

/** What became of one row. */
export type RowOutcome =
  | { kind: 'accepted'; warned: boolean; repeated: boolean }
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
  /** Carries one row out. Refusals become rejected rows; anything else stops the import. */
  take(row: SheetRow): Promise<RowOutcome>;
  onProgress(counts: Readonly<ImportCounts>): void;
  /** Rows under way at once. */
  width: number;
}

/** Streams the sheet through `take`, several rows at a time; the file of rejected rows keeps their order. */
export async function importRows(parts: ImportParts): Promise<ImportCounts> {
  const { sheet, rejected, take, onProgress, width } = parts;
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
    const outcome = take(row).catch(asRejection);
    // Awaited in order below; until then a failure must not count as unhandled.
    outcome.catch(() => undefined);
    underWay.push({ row, outcome });
    if (underWay.length >= width) await settleFirst();
  }
  while (underWay.length > 0) await settleFirst();
  return counts;
}

/** Refused for what it says: rejected. Servers that are away are no fault of the row. */
const asRejection = (error: unknown): RowOutcome => {
  if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
  const problems = error.fields.map(({ field, message }) => ({ column: field, reason: message }));
  return {
    kind: 'rejected',
    problems: problems.length > 0 ? problems : [{ column: '', reason: error.message }],
  };
};
