import { z } from 'zod';
import { instantText } from '../fields/dayFields.js';
import { SHEET_KINDS } from './importTargets.js';

/** The file that is uploaded, in bytes. */
export const LARGEST_SHEET_FILE = 100 * 1024 * 1024;
export const SHEET_FILE_TOO_LARGE =
  'The file is larger than 100 MB. Split it, and import its parts.';
/** In all sheets of one file together. */
export const MOST_IMPORTED_ROWS = 300_000;
/** Rows of an import can be looked at for so long after it has ended; undone it can be later, too. */
export const IMPORT_ROWS_KEPT_DAYS = 90;
/** One that was never started goes after so long. */
export const UNSTARTED_IMPORT_DAYS = 14;
/** At most so many are listed, the newest first. */
export const IMPORTS_LISTED = 50;
/** Of each column, distinct ones. */
export const EXAMPLES_SHOWN = 5;
/** Texts of a choice field that are shown, the most frequent first. */
export const VALUES_SHOWN = 100;

/**
 * `reading`: the file. `mapping`: what its columns are can be said, and nothing is checked.
 * `checked`: what it would write is known, and it can be started. `done`: it has ended, and can be
 * undone. `failed`: the file cannot be read.
 */
export const IMPORT_STATES = [
  'reading',
  'mapping',
  'checking',
  'checked',
  'running',
  'paused',
  'done',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/**
 * What a row is: in a dry run what it would do, afterwards what became of it. `duplicate`: looks
 * like a record that exists, or an earlier row, and is not written unless that is said. `rejected`:
 * was refused while the import ran. `kept`: not undone, as a person has changed the record since.
 */
export const ROW_OUTCOMES = [
  'new',
  'changes',
  'same',
  'duplicate',
  'problem',
  'done',
  'rejected',
  'undone',
  'kept',
] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export const IMPORTED_RECORDS = [
  ...(['customer', 'health', 'vehicle', 'quotation', 'document', 'claim', 'lead'] as const),
] as const;
export type ImportedRecord = (typeof IMPORTED_RECORDS)[number];

export const ImportValue = z.object({
  text: z.string().describe('As it stands in the sheet'),
  meaning: z.string().nullable().describe('One of the options of the field; null: not understood'),
  count: z.int().describe('Rows that have it'),
});
export type ImportValue = z.infer<typeof ImportValue>;

export const ImportColumn = z.object({
  index: z.int(),
  header: z.string(),
  field: z.string().nullable().describe('The field that it fills; null: it is not imported'),
  isGuessed: z.boolean().describe('Nobody has said what it is: it is as it was guessed'),
  examples: z.array(z.string()),
  values: z
    .array(ImportValue)
    .describe('Of a choice field: texts that are not understood, or whose meaning was said'),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

export const ImportOutcome = z.object({ outcome: z.enum(ROW_OUTCOMES), rows: z.int() });
export type ImportOutcome = z.infer<typeof ImportOutcome>;

export const ImportSheet = z.object({
  index: z.int(),
  name: z.string().describe('As the tab is called; empty for a file that has none'),
  kind: z.enum(SHEET_KINDS).nullable().describe('Null: the sheet is not imported'),
  dateOrder: z.enum(DATE_ORDERS).describe('Of days such as 03/04/2024'),
  isRemembered: z.boolean().describe('Its columns are as they were said of such a sheet before'),
  rowCount: z.int(),
  outcomes: z.array(ImportOutcome).describe('How many of its rows are what, once it is checked'),
  columns: z.array(ImportColumn),
});
export type ImportSheet = z.infer<typeof ImportSheet>;

export const ImportCounts = z.object({
  rows: z.int(),
  created: z.int().describe('New records: to be written, or written'),
  changed: z.int().describe('Records that are changed'),
  same: z.int().describe('Rows that say nothing new'),
  duplicates: z.int().describe('Rows that are left out, as they look like a record that exists'),
  rejected: z.int().describe('Rows with problems, and rows that were refused'),
  done: z.int().describe('Rows that the phase under way is through with'),
  undone: z.int(),
  kept: z.int().describe('Not undone, as a person has changed the record since'),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

export const ImportView = z.object({
  id: z.int(),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  startedBy: z.string().describe('The username of who uploaded the file'),
  uploadedAt: instantText(),
  startedAt: instantText().nullable(),
  endedAt: instantText().nullable().describe('When its last row was written'),
  undoneAt: instantText().nullable(),
  rowsUntil: instantText()
    .nullable()
    .describe('Until then its rows are kept; null while it has not ended'),
  hasRows: z.boolean().describe('False: its rows were removed; it can be undone still'),
  problem: z.string().nullable().describe('Why it does not go on, and what to do'),
  sheets: z.array(ImportSheet),
  counts: ImportCounts,
  rowsPerSecond: z.int().nullable().describe('Of the phase under way, or of the run that ended'),
});
export type ImportView = z.infer<typeof ImportView>;

/** What is wrong with rows of a sheet, by kind. */
export const ImportProblem = z.object({
  sheet: z.int(),
  column: z.int().nullable().describe('Null: the row as a whole, or a column that is missing'),
  code: z.string(),
  message: z.string().describe('What the form would say'),
  rows: z.int(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

export const ImportCellProblem = z.object({
  column: z.int().nullable(),
  code: z.string(),
  message: z.string(),
});
export type ImportCellProblem = z.infer<typeof ImportCellProblem>;

export const ImportRecordRef = z.object({
  kind: z.enum(IMPORTED_RECORDS),
  id: z.int(),
  label: z.string().describe('A name or a number'),
});
export type ImportRecordRef = z.infer<typeof ImportRecordRef>;

export const ImportFieldChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ImportFieldChange = z.infer<typeof ImportFieldChange>;

export const ImportRow = z.object({
  row: z.int().describe('As the spreadsheet program numbers it'),
  cells: z.array(z.string()).describe('As typed, or as repaired; readable Aadhaar numbers masked'),
  repaired: z.array(z.int()).describe('Columns whose cells were repaired'),
  outcome: z.enum(ROW_OUTCOMES),
  problems: z.array(ImportCellProblem).describe('Also why a record was kept'),
  record: ImportRecordRef.nullable().describe('What it was found to be, or became'),
  isTaken: z.boolean().describe('Written although it looks like a duplicate, as somebody said'),
  duplicateOfRow: z.int().nullable().describe('The earlier row of the sheet that it looks like'),
  changes: z.array(ImportFieldChange).describe('Fields that it changes, in words'),
});
export type ImportRow = z.infer<typeof ImportRow>;

export const MOST_SHEET_ROWS_SHOWN = 200;

const LONGEST_CELL = 10_000;
const cellText = () =>
  z.string().max(LONGEST_CELL, `A cell can have at most ${LONGEST_CELL} characters`);
const index = () => z.int().nonnegative();

/** How a sheet is to be read. */
export const SheetMapping = z.object({
  kind: z.enum(SHEET_KINDS).nullable(),
  columns: z
    .array(z.string().max(100).nullable())
    .max(1_000)
    .describe('The field of each column; null where it is not imported'),
  dateOrder: z.enum(DATE_ORDERS),
  values: z
    .array(z.object({ column: index(), text: cellText(), meaning: z.string().max(100).nullable() }))
    .max(1_000)
    .describe('What texts of choice fields mean, in addition to those that are understood'),
});
export type SheetMapping = z.output<typeof SheetMapping>;

/** What one cell is to be. */
export const CellRepair = z.object({
  sheet: index(),
  row: z.int().positive(),
  column: index(),
  text: cellText(),
});
export type CellRepair = z.output<typeof CellRepair>;

/** What all cells of a column with this text are to be. */
export const CellsRepair = z.object({
  sheet: index(),
  column: index(),
  from: cellText(),
  to: cellText(),
});
export type CellsRepair = z.output<typeof CellsRepair>;

/** Which rows of a sheet are looked at. */
export interface RowsWanted {
  readonly sheet: number;
  /** An outcome, or the code of a problem; null: all. */
  readonly only: string | null;
  /** With a code, or a text: in this column. */
  readonly column: number | null;
  /** Those whose cell in the column has it; null: any. */
  readonly text: string | null;
  /** The number of the row before the first that is wanted, as text. */
  readonly after: string | null;
  readonly first: number;
}

/** Where a file is uploaded, and what was rejected of it is downloaded. */
export const IMPORTS_PATH = '/api/imports';
export const rejectedRowsPath = (id: number): string => `${IMPORTS_PATH}/${id}/rejected.csv`;
