import { openDocumentSheets } from './openDocument.js';
import { UnusableFile } from './sheet.js';
import type { RawSheet } from './table.js';
import { xlsxSheets } from './xlsx.js';
import { openPackage } from './zipPackage.js';

/** The sheets of a workbook of Excel (ECMA-376) or LibreOffice (OpenDocument). @throws UnusableFile */
export async function openWorkbook(path: string): Promise<readonly RawSheet[]> {
  const parts = await openPackage(path);
  const has = (pattern: RegExp): boolean => parts.paths.some((name) => pattern.test(name));
  if (has(/^xl\/workbook\.xml$/i)) return xlsxSheets(parts);
  if (has(/^content\.xml$/)) return openDocumentSheets(parts);
  throw new UnusableFile(OTHERS.find(([pattern]) => has(pattern))?.[1] ?? NO_WORKBOOK);
}

const SAVE_AS = 'Save it as “Excel Workbook (.xlsx)”, and upload that.';
const NO_WORKBOOK = `This is a ZIP archive and no workbook. Unpack it, and upload the sheets in it.`;
const OTHERS: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/^xl\/workbook\.bin$/i, `This is a binary workbook (.xlsb). ${SAVE_AS}`],
  [/^xl\//i, `This workbook is of a kind that cannot be read. ${SAVE_AS}`],
  [/^word\//i, 'This is a Word document. Copy its table into a spreadsheet, and upload that.'],
  [
    /^Index\/.*\.iwa$|^Index\.zip$/,
    'This is a document of Numbers. Export it as Excel, and upload that.',
  ],
];
