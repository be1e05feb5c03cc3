import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { Fields } from '@insuremanager/contracts/fields/field';
import { isMissing } from '@insuremanager/contracts/rules/text';
import type { Actor } from '@insuremanager/services/platform/codec/recordedEvent';
import { invalid, Refusal } from '@insuremanager/services/platform/errors';
import { stringify } from 'csv-stringify/sync';
import type { Services } from '../roles/openServices.js';
import type { Columns, SheetRow, Spreadsheet } from './spreadsheet.js';

/** What can be imported: how its sheet looks and how a row of it is carried out. */
export interface ImportKind {
  /** As a person reads it beside the progress. */
  readonly label: string;
  /** In which column of the sheet a field of the input stands; and the columns that must be there. */
  readonly columnOf: Readonly<Record<string, string>>;
  readonly required: readonly string[];
  /**
   * Makes ready to take the rows of one sheet, once.
   * @throws UnusableFile when the sheet as a whole makes no sense here.
   */
  begin(services: Services, sheet: Spreadsheet, correlationId: string): Promise<TakeRow>;
}

export const columnsOf = ({ columnOf, required }: ImportKind): Columns => ({
  required,
  optional: Object.values(columnOf).filter((column) => !required.includes(column)),
});

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

/** In whose name an import writes. */
export const importer: Actor = { userId: 0, username: 'import', role: 'system' };

/** The column of each field: it has the field's name, unless sheets call it otherwise. */
export const columnsOfFields = <Of extends Fields>(
  fields: Of,
  called: Partial<Record<keyof Of, string>>,
): Record<keyof Of & string, string> => {
  const columns = Object.keys(fields).map((name) => [
    name,
    called[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  ]);
  return Object.fromEntries(columns);
};

/** What a row says, by the fields of the input: '' where it says nothing. */
export const rowFields = <Field extends string>(
  { cells }: SheetRow,
  columnOf: Readonly<Record<Field, string>>,
): Record<Field, string> =>
  Object.fromEntries(
    Object.entries<string>(columnOf).map(([field, column]) => [field, cells[column] ?? '']),
  ) as Record<Field, string>;

/** Without the fields of which a row says nothing: they are left open. */
export const givenFields = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => !isMissing(text)));

/** What a schema says against a row, as the refusal of a command would say it. */
export const refusalOf = (
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Refusal =>
  invalid(
    issues.map(({ path, message }) => ({
      field: String(path[0] ?? ''),
      code: 'invalid-input',
      message,
    })),
  );

interface RowProblem {
  /** The column at fault; '' when it is the row as a whole. */
  readonly column: string;
  readonly reason: string;
}

export function rejectedRowsBeside(file: string) {
  const path = `${file.replace(/\.csv$/i, '')}.rejected.csv`;
  const unfinished = `${path}.part`;
  let stream: WriteStream | null = null;

  const write = async (cells: string[]): Promise<void> => {
    if (stream && !stream.write(stringify([cells]))) await once(stream, 'drain');
  };

  return {
    async add({ row, cells }: SheetRow, problems: readonly RowProblem[]) {
      if (!stream) {
        stream = createWriteStream(unfinished, { mode: 0o600 });
        stream.write('\uFEFF');
        await write(['Row', 'Field', 'Reason', ...Object.keys(cells)]);
      }
      const columns = problems.map(({ column }) => column).filter(Boolean);
      const reasons = problems.map(({ reason }) => reason);
      await write([String(row), columns.join('; '), reasons.join('; '), ...Object.values(cells)]);
    },

    /** The path of the finished file, or null when nothing was rejected. */
    async finish() {
      if (!stream) {
        await rm(path, { force: true });
        return null;
      }
      stream.end();
      await finished(stream);
      await rename(unfinished, path);
      return path;
    },
  };
}

/**
 * `FILE.rejected.csv`: what is wrong, row by row, and the row itself, so that it can be corrected
 * and imported again. Comes into being only when something was rejected, and only when complete.
 */
type RejectedRows = ReturnType<typeof rejectedRowsBeside>;
