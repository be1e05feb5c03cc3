import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { addCustomer, newWord } from '../support/people.js';
import { customerRow, customerRows } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

/** Chooses a file in the menu of the list, or of what is chosen. */
async function choose(page: Page, part: string, nth: number): Promise<Download> {
  const within =
    part === 'all'
      ? page.locator('.page-toolbar')
      : page.getByRole('region', { name: 'Selection' });
  await within.getByRole('button', { name: 'Export' }).click();
  const items = page.getByRole('menu', { name: 'Export' }).getByRole('menuitem');
  await expect(items).toHaveText([
    'Excel, columns shown',
    'CSV, columns shown',
    'Excel, all details',
    'CSV, all details',
  ]);
  const [download] = await Promise.all([page.waitForEvent('download'), items.nth(nth).click()]);
  return download;
}

const linesOf = async (download: Download): Promise<string[]> =>
  (await readFile(await download.path(), 'utf8')).replace('\ufeff', '').trimEnd().split('\r\n');

const SHOWN = 'Name,KYC status,Phone,Email,City,Aadhaar number,Added';

further('chosen records are exported with the columns of the list', async ({ page }) => {
  const word = newWord();
  for (const first of ['Abe', 'Bea', 'Cal']) {
    await addCustomer(page.request, { name: `${first} ${word}`, city: 'Kochi' });
  }
  await page.goto(`/customers?sort=name&q=${word}`);
  await expect(customerRows(page)).toHaveCount(3);
  await page.getByRole('checkbox', { name: `Select Bea ${word}` }).check();
  await page.getByRole('checkbox', { name: `Select Cal ${word}` }).check();

  const csv = await choose(page, 'chosen', 1);
  expect(csv.suggestedFilename()).toMatch(/^customers-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = await linesOf(csv);
  expect(head).toBe(SHOWN);
  expect(lines.map((line) => line.split(',')[0])).toEqual([`Bea ${word}`, `Cal ${word}`]);
  const [all] = await linesOf(await choose(page, 'chosen', 3));
  expect(all).toContain('Number,Name,Phone,Email,');

  const workbook = await choose(page, 'chosen', 0);
  expect(workbook.suggestedFilename()).toMatch(/^customers-\d{4}-\d\d-\d\d\.xlsx$/);
  expect((await readFile(await workbook.path())).subarray(0, 2).toString()).toBe('PK');
});

test('a searched list is exported, and no address says for whom', async ({ page }) => {
  const word = newWord();
  const { name } = await addCustomer(page.request, { name: `Abe ${word}` });
  await page.goto(`/customers?q=${word}`);
  await expect(customerRow(page, name)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const [head, line, ...more] = await linesOf(await choose(page, 'all', 1));
  expect([head, line?.split(',')[0], more]).toEqual([SHOWN, name, []]);
  expect(asked.filter((url) => url.includes('/api/exports/'))).toEqual([
    expect.stringMatching(/\/api\/exports\/customers\.csv$/),
  ]);
});

further('every column that a list can show is in its file', async ({ page }) => {
  const lists = [
    [
      '/customers?columns=name,born,pan,language,state,pincode,occupation',
      'Name,Date of birth,PAN,',
    ],
    ['/health-insurance?columns=number,cover,left,reminded,phone', 'Policy number,Sum assured,'],
    [
      '/vehicle-insurance?columns=number,cover,cover-type,ncb,third-party,left,reminded,phone',
      'Policy number,Insured declared value (IDV),Cover,',
    ],
    [
      '/quotations?columns=number,type,gst,charges,emailed,phone,status',
      'Quotation number,Insurance type,GST,',
    ],
  ] as const;
  for (const [address, headings] of lists) {
    await page.goto(address);
    const [head] = await linesOf(await choose(page, 'all', 1));
    expect(head).toContain(headings);
  }
});
