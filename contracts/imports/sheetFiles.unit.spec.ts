import { describe, expect, it } from 'vitest';
import { LARGEST_SHEET_FILE } from './importViews.js';
import { faultOfSheetFile, SHEET_FILE_SENTENCES, SHEET_FILES_SAID } from './sheetFiles.js';

const { oldExcel, wrongKind, empty, tooLarge } = SHEET_FILE_SENTENCES;

describe('a file that is to be imported', () => {
  it.each(['customers.csv', 'Book 1.XLSX', 'policies.ods', 'list.tsv', 'list.txt', 'papers.ZIP'])(
    'may be called %s',
    (name) => expect(faultOfSheetFile({ name, size: 1 })).toBeNull(),
  );

  it.each([
    ['book.xls', 1, oldExcel],
    ['book.xlsm', 1, oldExcel],
    ['scan.pdf', 1, wrongKind],
    ['csv', 1, wrongKind],
    ['customers.csv', 0, empty],
    ['customers.csv', LARGEST_SHEET_FILE + 1, tooLarge],
  ])('is refused as %s of %i bytes', (name, size, sentence) =>
    expect(faultOfSheetFile({ name, size })).toBe(sentence),
  );

  it('is said to be so large at most', () =>
    expect(SHEET_FILES_SAID).toContain('up to 100 MB and 3,00,000 rows'));

  it('may be as large as is said', () =>
    expect(faultOfSheetFile({ name: 'a.csv', size: LARGEST_SHEET_FILE })).toBeNull());
});
