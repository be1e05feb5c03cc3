import type { Locator, Page } from '@playwright/test';
import type { TestFile } from './files.js';

/** A spreadsheet of such rows, as Excel saves one as CSV. */
export const csvOf = (name: string, rows: readonly (readonly string[])[]): TestFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`\ufeff${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`),
});

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** The state of the import that the page shows. */
export const importState = (page: Page): Locator => page.locator('.import-title .badge');

/** A kind of rows with how many there are. */
export const kindOfRows = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Kinds of rows' }).getByRole('link', { name });

/** A cell of the grid, by the number that the sheet gives its row and the place of its column. */
export function cellOf(page: Page, row: number, column: number): Locator {
  const grid = page.getByRole('grid');
  return grid
    .locator('[role=row]', { has: page.locator(`.import-number:text-is("${row}")`) })
    .locator(`[aria-colindex="${column + 3}"]`);
}
