import type { Services } from '../roles/openServices.js';
import type { TakeRow } from './importRows.js';
import type { Columns, Spreadsheet } from './spreadsheet.js';

/** What can be imported: how its sheet looks and how a row of it is carried out. */
export interface ImportKind {
  /** As a person reads it beside the progress. */
  readonly label: string;
  readonly columns: Columns;
  /** In which column of the sheet a field of the input stands. */
  readonly columnOf: Readonly<Record<string, string>>;
  /**
   * Makes ready to take the rows of one sheet, once.
   * @throws UnusableFile when the sheet as a whole makes no sense here.
   */
  begin(services: Services, sheet: Spreadsheet, correlationId: string): Promise<TakeRow>;
}
