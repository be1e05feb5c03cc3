import { type Sheet, UnusableFile } from './sheet.js';

/**
 * The tables of a file, CSV or a workbook by what it is and not by what it is called.
 * @param fileName as it was uploaded; only told in sentences.
 * @throws UnusableFile with a sentence that says what to do.
 */
export async function openSheets(path: string, fileName: string): Promise<readonly Sheet[]> {
  throw new UnusableFile(`${fileName} cannot be read yet (${path}).`);
}
