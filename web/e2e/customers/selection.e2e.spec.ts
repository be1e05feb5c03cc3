import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer, newWord } from '../support/people.js';
import { customerGrid, customerRow, customerRows, ON_NAME } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

/** Five customers whom one search finds, in the order of their names. */
async function openFive(page: Page): Promise<string[]> {
  const word = newWord();
  const names = ['Abe', 'Bea', 'Cal', 'Dia', 'Eve'].map((first) => `${first} ${word}`);
  for (const name of names) await addCustomer(page.request, { name });
  await page.goto(`/customers?sort=name&q=${word}`);
  await expect(customerRows(page)).toHaveCount(5);
  return names;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
const selected = (page: Page) => customerGrid(page).getByRole('row', { selected: true });

async function expectSelected(page: Page, names: readonly string[]): Promise<void> {
  await expect(selected(page)).toHaveCount(names.length);
  for (const name of names) {
    await expect(customerRow(page, name)).toHaveAttribute('aria-selected', 'true');
  }
  if (names.length > 0) await expect(bar(page)).toContainText(`${names.length} selected`);
  else await expect(bar(page)).toHaveCount(0);
}

further('rows are chosen with the mouse: one, a range, all', async ({ page }) => {
  const [abe = '', bea = '', cal = '', dia = '', eve = ''] = await openFive(page);
  await expect(customerGrid(page)).toHaveAttribute('aria-multiselectable', 'true');
  await box(page, bea).check();
  await expectSelected(page, [bea]);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await box(page, dia).click({ modifiers: ['Shift'] });
  await expectSelected(page, [bea, cal, dia]);
  await customerRow(page, cal).click({ modifiers: ['Shift'] });
  await expectSelected(page, [bea, cal]);
  await customerRow(page, eve).click({ modifiers: ['Control'] });
  await expectSelected(page, [bea, cal, eve]);
  await box(page, cal).uncheck();
  await expectSelected(page, [bea, eve]);

  await page.getByRole('checkbox', { name: 'Select all customers that are shown' }).click();
  await expectSelected(page, [abe, bea, cal, dia, eve]);
  await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  await expectSelected(page, []);
  await customerRow(page, abe).click(ON_NAME);
  await expect(page.getByRole('dialog', { name: abe })).toBeVisible();
});

further('rows are chosen with the keyboard', async ({ page }) => {
  const [abe = '', bea = '', cal = '', dia = '', eve = ''] = await openFive(page);
  await customerRow(page, abe).focus();
  await page.keyboard.press('Space');
  await expectSelected(page, [abe]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expectSelected(page, [abe, cal]);
  await page.keyboard.press('Shift+ArrowDown');
  await expect(customerRow(page, dia)).toBeFocused();
  await page.keyboard.press('Shift+ArrowDown');
  await expectSelected(page, [abe, cal, dia, eve]);
  await page.keyboard.press('Shift+ArrowUp');
  await expectSelected(page, [abe, cal, dia]);
  await page.keyboard.press('Control+a');
  await expectSelected(page, [abe, bea, cal, dia, eve]);
  await page.keyboard.press('Escape');
  await expectSelected(page, []);
  await expect(customerRow(page, dia)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: dia })).toBeVisible();
});

further(
  'keys that come faster than the screen is painted are for the row they have led to',
  async ({ page }) => {
    const [abe = '', , cal = '', dia = ''] = await openFive(page);
    await customerRow(page, abe).focus();
    await page.evaluate(() => {
      for (const key of ['ArrowDown', 'ArrowDown', 'x', 'ArrowDown', 'x']) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      }
    });
    await expectSelected(page, [cal, dia]);
    await expect(customerRow(page, dia)).toBeFocused();
  },
);

further(
  'what is chosen outlives a page and a sort, and goes with another filter',
  async ({ page }) => {
    const [abe = '', bea = ''] = await openFive(page);
    await box(page, abe).check();
    await box(page, bea).check();
    await customerGrid(page).getByRole('button', { name: 'KYC' }).click();
    await expect(page).toHaveURL(/sort=kyc/);
    await expectSelected(page, [abe, bea]);
    await page.getByRole('searchbox').fill(abe);
    await expect(customerRows(page)).toHaveCount(1);
    await expectSelected(page, []);
  },
);

for (const width of [1440, 390]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    further('a list with chosen rows looks right', async ({ page }) => {
      const [abe = '', bea = ''] = await openFive(page);
      if (width === 390) {
        await expect(box(page, abe)).toHaveCount(0);
        await page.getByRole('button', { name: 'Select', exact: true }).click();
        await expect(bar(page)).toContainText('0 selected');
        await customerRow(page, abe).click(ON_NAME);
        await customerRow(page, bea).click(ON_NAME);
      } else {
        await box(page, abe).check();
        await box(page, bea).check();
      }
      await expectSelected(page, [abe, bea]);
      await expectGoodLooks(page, 'chosen rows');
      await bar(page).getByRole('button', { name: 'Set KYC status' }).click();
      await expect(page.getByRole('menu', { name: 'Set KYC status' })).toBeVisible();
      await expectGoodLooks(page, 'the menu of a change');
      await page.keyboard.press('Escape');
      await bar(page).getByRole('button', { name: 'Export' }).click();
      await expect(page.getByRole('menu', { name: 'Export' })).toBeVisible();
      await expectGoodLooks(page, 'the menu of files');
      await page.keyboard.press('Escape');
      await bar(page).getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectGoodLooks(page, 'the question');
    });
  });
}
