import { LARGEST_SHEET_FILE, MOST_IMPORTED_ROWS } from './importViews.js';

/** Spreadsheets that can be imported, by the ends of their names; the content decides. */
const SHEET_EXTENSIONS = ['csv', 'tsv', 'txt', 'xlsx', 'ods'] as const;

const LARGEST_SAID = `${LARGEST_SHEET_FILE / 1024 ** 2} MB`;
const MOST_SAID = MOST_IMPORTED_ROWS.toLocaleString('en-IN');

/** Of sheets, or of documents, or of both. */
const ARCHIVE = 'zip';
const ACCEPTED = [...SHEET_EXTENSIONS, ARCHIVE];

/** For the browser's own choice of files. */
export const SHEET_FILES_ACCEPTED = ACCEPTED.map((extension) => `.${extension}`).join();

export const SHEET_FILES_SAID = `CSV, TSV, Excel (.xlsx) or OpenDocument (.ods), or a ZIP of documents, up to ${LARGEST_SAID} and ${MOST_SAID} rows`;

export const SHEET_FILE_SENTENCES = {
  oldExcel:
    'Excel files of the old kind (.xls) cannot be read. Save it as .xlsx or CSV in Excel, then choose that.',
  wrongKind:
    'This is no spreadsheet. Choose a CSV, TSV, Excel (.xlsx) or OpenDocument (.ods) file, or a ZIP of documents.',
  empty: 'This file is empty.',
  tooLarge: `This file is larger than ${LARGEST_SAID}. Split it into several.`,
} as const;

/** What can be seen to be wrong with a file before it is looked into; null where nothing is. */
export function faultOfSheetFile({ name, size }: { name: string; size: number }): string | null {
  const file = name.toLowerCase();
  if (/\.xls[mb]?$/.test(file)) return SHEET_FILE_SENTENCES.oldExcel;
  if (!ACCEPTED.some((extension) => file.endsWith(`.${extension}`)))
    return SHEET_FILE_SENTENCES.wrongKind;
  if (size === 0) return SHEET_FILE_SENTENCES.empty;
  return size > LARGEST_SHEET_FILE ? SHEET_FILE_SENTENCES.tooLarge : null;
}
