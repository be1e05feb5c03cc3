import { dragFiles } from '../support/documents.js';
import { cellOf, csvOf, importState, kindOfRows } from '../support/imports.js';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer, findCustomers, newMobile, newWord } from '../support/people.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

further(
  'a duplicate is taken and taken back, and what was imported leads to its records',
  async ({ page, request }) => {
    const surname = newWord();
    const twin = await addCustomer(request, { name: `Beena ${surname}` });
    // With a column of its own, no sheet is read as one before was.
    const header = ['Name', 'Phone', 'City', `Remarks ${surname}`];
    const rows = [
      [`Asha ${surname}`, newMobile(), 'Kollam', 'walk-in'],
      [twin.name, twin.phone, 'Vadakara', 'walk-in'],
      [`Deepa ${surname}`, newMobile(), 'Kannur', 'walk-in'],
      [`Deepa ${surname}`, '', 'Kannur', 'walk-in'],
    ];
    await page.goto('/import');
    await expect(page.getByRole('button', { name: 'Choose File' })).toBeVisible();
    await dragFiles(page, 'drop', [csvOf(`${surname}.csv`, [header, ...rows])]);
    await expect(importState(page)).toHaveText('Columns');
    await page.getByRole('button', { name: 'Check 4 rows' }).click();
    await expect(importState(page)).toHaveText('Checked');

    await kindOfRows(page, /^Looks like a duplicate 1$/).press('Enter');
    await page.getByRole('button', { name: 'Import row 3 anyway' }).press('Enter');
    await expect(kindOfRows(page, /^New 3$/)).toBeVisible();
    const back = page.getByRole('button', { name: 'Leave row 3 out' });
    await expectGoodLooks(page, 'a duplicate is taken');
    await back.press('Enter');
    await expect(kindOfRows(page, /^New 2$/)).toBeVisible();
    await expect(kindOfRows(page, /^Looks like a duplicate 1$/)).toBeVisible();
    await page.getByRole('button', { name: 'Import row 3 anyway' }).press('Enter');
    await expect(kindOfRows(page, /^New 3$/)).toBeVisible();

    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await page
      .getByRole('alertdialog', { name: 'Import 3 rows?' })
      .getByRole('button', { name: 'Import' })
      .click();
    await expect(importState(page)).toHaveText('Imported');
    const cities = (await findCustomers(request, surname)).map(({ name, city }) => [name, city]);
    expect(cities.toSorted()).toEqual(
      [
        [`Asha ${surname}`, 'Kollam'],
        [twin.name, 'Vadakara'],
        [twin.name, twin.city],
        [`Deepa ${surname}`, 'Kannur'],
      ].toSorted(),
    );

    // From what is left out to what was written, to one of the records, and back to the rows.
    await kindOfRows(page, /^With problems 1$/).press('Enter');
    await expect(cellOf(page, 5, 0)).toBeVisible();
    await page.getByRole('link', { name: /^Customers 3$/ }).press('Enter');
    await expect(kindOfRows(page, /^Imported 3$/)).toHaveAttribute('aria-current', 'true');
    await expectGoodLooks(page, 'the records of an import');
    await page.getByRole('link', { name: `Deepa ${surname}` }).press('Enter');
    await expect(page).toHaveURL(/\/customers\?.*customer=\d+/);
    await expect(page.getByRole('heading', { name: `Deepa ${surname}` })).toBeVisible();
    await page.goBack();
    await expect(kindOfRows(page, /^Imported 3$/)).toHaveAttribute('aria-current', 'true');
  },
);
