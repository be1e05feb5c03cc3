import { readFile, writeFile } from 'node:fs/promises';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import type { Page } from '@playwright/test';
import { dragFiles } from '../support/documents.js';
import { cellOf, csvOf, importState, kindOfRows } from '../support/imports.js';
import { expectGoodLooks } from '../support/looks.js';
import { hold } from '../support/network.js';
import {
  addCustomer,
  changeCustomer,
  findCustomers,
  newAadhaar,
  newMobile,
  newPan,
  newWord,
} from '../support/people.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

/** At what lies between: each run looks at the columns, the rows, a cell, the end and the list. */
const lookInTurn: typeof expectGoodLooks = async (...at) => {
  if (isExhaustive(import.meta.url)) await expectGoodLooks(...at);
};

const HEADER = [
  ...['Ref', 'Name', 'Phone', 'Email', 'Aadhaar', 'PAN', 'DOB', 'Address', 'City', 'State'],
  ...['Pincode', 'KYC'],
];

/** With a column of its own, no sheet is read as one before was. */
const headerOf = (surname: string) => [...HEADER, `Remarks ${surname}`];

/** A row as the agencies' old system writes it; `given` by the heading of a column. */
function rowOf(surname: string, nth: number, given: Readonly<Record<string, string>> = {}) {
  const usual: Readonly<Record<string, string>> = {
    Ref: `${surname}-${nth}`,
    Name: `Priya${'abcdefghijklmnop'.charAt(nth)} ${surname}`,
    Phone: newMobile(),
    Email: `priya${nth}.${surname.toLowerCase()}@example.com`,
    DOB: '21/12/1958',
    Address: '779, MG Road',
    City: 'Kannur',
    State: 'Kerala',
    Pincode: '670220',
    KYC: 'Verified',
  };
  return [...HEADER.map((heading) => given[heading] ?? usual[heading] ?? ''), 'walk-in'];
}

/** Drops a sheet, and has its columns as they were guessed. */
async function drop(
  page: Page,
  surname: string,
  rows: readonly (readonly string[])[],
): Promise<void> {
  await page.goto('/import');
  await expect(page.getByRole('button', { name: 'Choose File' })).toBeVisible();
  const file = csvOf(`${surname}.csv`, [headerOf(surname), ...rows]);
  await dragFiles(page, 'dragenter', [file]);
  await expect(page.getByText('Drop to import')).toBeVisible();
  await dragFiles(page, 'drop', [file]);
  await expect(page).toHaveURL(/\/import\/\d+$/);
  await expect(importState(page)).toHaveText('Columns');
}

async function check(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Check \d+ rows$/ });
  await expect(button).toBeEnabled();
  await button.press('Enter');
  await expect(importState(page)).toHaveText('Checked');
}

test('a sheet is dropped, mapped, repaired, imported and undone, by the keyboard', async ({
  page,
  request,
}) => {
  const surname = newWord();
  const known = await addCustomer(request, {
    ...{ name: `Anil ${surname}`, aadhaarNumber: newAadhaar(), city: 'Kochi' },
    panNumber: newPan(surname),
  });
  const twin = await addCustomer(request, { name: `Beena ${surname}` });
  const rows = [
    ...[0, 1, 2, 3].map((nth) => rowOf(surname, nth)),
    rowOf(surname, 4, { Email: 'not-an-email' }),
    rowOf(surname, 5, { Email: 'not-an-email' }),
    rowOf(surname, 6, { DOB: '31/02/1980' }),
    rowOf(surname, 7, { Name: known.name, Phone: known.phone, PAN: known.panNumber ?? '' }),
    rowOf(surname, 8, { Name: twin.name, Phone: twin.phone }),
  ];

  await page.goto('/import');
  await expect(page.getByRole('button', { name: 'Choose File' })).toBeVisible();
  await dragFiles(page, 'drop', [
    { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
  ]);
  await expect(page.getByRole('alert').filter({ hasText: 'This is no spreadsheet' })).toBeVisible();
  await lookInTurn(page, 'refused');
  await drop(page, surname, rows);

  const at = (row: number, heading: string) => cellOf(page, row, HEADER.indexOf(heading));
  const becomes = (heading: string) => page.getByRole('combobox', { name: heading, exact: true });
  await expect(becomes('Phone')).toHaveValue('phone');
  await expect(becomes('Phone')).toHaveAccessibleDescription('Guessed');
  await expect(becomes(`Remarks ${surname}`)).toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'What the rows are' })).toHaveValue('customers');
  await expect(page.getByRole('combobox', { name: 'Dates' })).toHaveText(/is 3 April 2025/);
  await expectGoodLooks(page, 'columns');

  // What is missing is said, and nothing is checked without it.
  await becomes('Name').selectOption('');
  await expect(page.getByText('Choose the column with the name')).toBeVisible();
  // Not before what was chosen is saved.
  await expect(page.getByRole('button', { name: /^Check/ })).toBeEnabled();
  await page.getByRole('button', { name: /^Check/ }).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'the name' })).toBeFocused();
  await lookInTurn(page, 'a column is missing');
  await becomes('Name').selectOption('name');
  await becomes(`Remarks ${surname}`).selectOption('occupation');
  await expect(becomes(`Remarks ${surname}`)).toHaveAccessibleDescription('Chosen');
  await expect(page.getByText('Choose the column with the name')).toBeHidden();
  await check(page);

  await expect(kindOfRows(page, /^With problems 3$/)).toHaveAttribute('aria-current', 'true');
  await expect(kindOfRows(page, /^New 4$/)).toBeVisible();
  await expect(kindOfRows(page, /^Email .* 2$/)).toBeVisible();
  await expect(kindOfRows(page, /^DOB .* 1$/)).toBeVisible();
  await expectGoodLooks(page, 'problems');
  await kindOfRows(page, /^Changes what exists 1$/).press('Enter');
  const city = at(9, 'City');
  await expect(city).toHaveText('Kannurwas Kochi');
  await expect(page.getByRole('grid').getByRole('link', { name: known.name })).toBeVisible();
  await lookInTurn(page, 'changes');
  await kindOfRows(page, /^Looks like a duplicate 1$/).press('Enter');
  await expect(page.getByRole('grid').getByRole('link', { name: twin.name })).toBeVisible();
  await lookInTurn(page, 'duplicates');

  // The same for all alike.
  await kindOfRows(page, /^Email .* 2$/).press('Enter');
  const email = at(6, 'Email');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await email.focus();
  await page.keyboard.press('Enter');
  const editor = page.getByRole('textbox', { name: 'Email, row 6' });
  await expect(editor).toBeFocused();
  await expect(page.getByRole('button', { name: /^All 2 alike/ })).toBeVisible();
  await expectGoodLooks(page, 'a cell is edited');
  await page.keyboard.press('Escape');
  await expect(email).toBeFocused();
  await page.keyboard.press('F2');
  await expect(page.getByRole('button', { name: /^All 2 alike/ })).toBeVisible();
  await editor.fill('');
  await page.keyboard.press('Control+Enter');
  await expect(kindOfRows(page, /^With problems 1$/)).toBeVisible();
  await expect(kindOfRows(page, /^Email/)).toBeHidden();

  // One by itself: its row stays where it is, and says what it is now.
  await kindOfRows(page, /^DOB .* 1$/).press('Enter');
  const birthday = at(8, 'DOB');
  await birthday.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(at(8, 'PAN')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'DOB, row 8' }).fill('28/02/1980');
  await page.keyboard.press('Tab');
  await expect(at(8, 'Address')).toBeFocused();
  await expect(birthday).not.toHaveAttribute('aria-invalid');
  await expect(page.getByRole('grid').getByText('New', { exact: true })).toBeVisible();
  await expect(kindOfRows(page, /^New 7$/)).toBeVisible();

  await page.getByRole('button', { name: 'Import 8 rows' }).press('Enter');
  const asked = page.getByRole('alertdialog', { name: 'Import 8 rows?' });
  await expect(asked).toContainText('7 records are added, 1 is changed.');
  await lookInTurn(page, 'asked before it is written');
  await asked.getByRole('button', { name: 'Import' }).press('Enter');
  await expect(importState(page)).toHaveText('Imported');
  await expect(page.getByText('Import Done')).toBeVisible();
  await expectGoodLooks(page, 'done');
  expect(await findCustomers(request, surname)).toHaveLength(9);

  // What somebody has changed since is kept.
  const [first] = await findCustomers(request, `Priyaa ${surname}`);
  await changeCustomer(request, first?.id ?? 0, { city: 'Thalassery' });
  await page.getByRole('button', { name: 'Undo Import' }).press('Enter');
  const undone = page.getByRole('alertdialog', { name: 'Undo this import?' });
  await expect(undone).toContainText('7 records that were added are deleted');
  await lookInTurn(page, 'asked before it is undone');
  await undone.getByRole('button', { name: 'Undo Import' }).press('Enter');
  await expect(importState(page)).toHaveText('Undone');
  await expect(kindOfRows(page, /^Kept.* 1$/)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('grid').getByText('Kept', { exact: true })).toBeVisible();
  await lookInTurn(page, 'undone');
  const left = (await findCustomers(request, surname)).map((one) => [one.name, one.city]);
  expect(left.toSorted()).toEqual([
    [known.name, 'Kochi'],
    [twin.name, twin.city],
    [`Priyaa ${surname}`, 'Thalassery'],
  ]);

  await page.getByRole('link', { name: 'Imports', exact: true }).click();
  const listed = page.getByRole('row', { name: new RegExp(`^${surname}.csv`) });
  await expect(listed).toContainText('7 undone, 1 kept');
  await expectGoodLooks(page, 'all imports');
});

further('what is rejected is downloaded with the reasons', async ({ page }) => {
  const surname = newWord();
  const rows = [rowOf(surname, 0), rowOf(surname, 1, { Phone: '' })];
  await drop(page, surname, rows);
  await check(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Rejected Rows' }).press('Enter'),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain(`${surname}-1`);
  expect(text).not.toContain(`${surname}-0`);
  expect(text).toContain('Phone is required');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/import');
  await expect(page.getByRole('button', { name: 'Choose File' })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`^${surname}.csv`) })).toBeHidden();
});

further('on a phone the kinds of rows come first, and rows are cards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const surname = newWord();
  await drop(page, surname, [rowOf(surname, 0), rowOf(surname, 1, { DOB: '31/02/1980' })]);
  await expectGoodLooks(page, 'columns on a phone');
  await check(page);
  await expectGoodLooks(page, 'kinds of rows on a phone');
  await kindOfRows(page, /^DOB .* 1$/).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Row 3' });
  await expect(card).toContainText('31/02/1980');
  await expectGoodLooks(page, 'cards');
  await card.getByRole('button', { name: 'Edit DOB of row 3' }).click();
  await page.getByRole('textbox', { name: 'DOB, row 3' }).fill('28/02/1980');
  await page.keyboard.press('Enter');
  await expect(card.getByText('New', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Kinds of rows' }).click();
  await expect(kindOfRows(page, /^New 2$/)).toBeVisible();
  await page.goto('/import');
  await expectGoodLooks(page, 'imports on a phone');
});

further('a file that is dropped before the screen has come is not lost', async ({ page }) => {
  const surname = newWord();
  const file = csvOf(`${surname}.csv`, [headerOf(surname), rowOf(surname, 0)]);
  const path = test.info().outputPath(file.name);
  await writeFile(path, file.buffer);
  // As somebody drops it who works with the browser, which opens what no page takes.
  const browser = await page.context().newCDPSession(page);
  const dropFile = async () => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      const data = { items: [], files: [path], dragOperationsMask: 1 };
      await browser.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
    }
  };
  const code = await hold(page, (request) => /\/ImportsScreen-[^/]*\.js$/.test(request.url()));
  await page.goto('/import', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Import' })).toBeVisible();
  await dropFile();
  code.release();
  await expect(page).toHaveURL(/\/import\/\d+$/);
  await expect(importState(page)).toHaveText('Columns');

  // Where nothing takes files, the page stays too.
  await dropFile();
  await expect(page.getByRole('combobox', { name: 'Phone', exact: true })).toHaveValue('phone');
  await expect(page).toHaveURL(/\/import\/\d+$/);
});
