import type { Page } from '@playwright/test';
import { answerWith } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import { customerRow, dialog, ON_NAME, openList } from '../support/screens.js';
import {
  customersFound,
  globalBox,
  openSearch,
  results,
  searchDialog,
  searchField,
} from '../support/search.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The option that Enter would open: named to assistive technology by the field itself. */
async function expectActive(page: Page, text: RegExp | null) {
  const active = results(page).and(page.locator('[aria-selected=true]'));
  if (text === null) {
    await expect(active).toHaveCount(0);
    await expect(searchField(page)).not.toHaveAttribute('aria-activedescendant');
    return;
  }
  await expect(active).toHaveText(text);
  await expect(searchField(page)).toHaveAttribute(
    'aria-activedescendant',
    (await active.getAttribute('id')) ?? '',
  );
}

further(
  'arrows, Home and End go through what was found; Home is the text’s until then',
  async ({ page }) => {
    await answerWith(page, 'GlobalSearch', ({ query }: { query: string }) =>
      customersFound(query, 3),
    );
    await page.goto('/settings');
    await openSearch(page);
    await expect(searchField(page)).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.type('nna');
    await expectActive(page, /^nna 1/);
    await expect(searchField(page)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Home');
    await page.keyboard.type('A');
    await expect(searchField(page)).toHaveValue('Anna');
    await expectActive(page, /^Anna 1/);

    await page.keyboard.press('ArrowDown');
    await expectActive(page, /^Anna 2/);
    await page.keyboard.press('End');
    await expectActive(page, /^Anna 3/);
    await page.keyboard.press('ArrowDown');
    await expectActive(page, /^Anna 1/);
    await page.keyboard.press('ArrowUp');
    await expectActive(page, /^Anna 3/);
    await page.keyboard.press('Home');
    await expectActive(page, /^Anna 1/);
    await expect(searchField(page)).toBeFocused();
  },
);

further('what is typed is searched for, wherever the focus has been taken to', async ({ page }) => {
  await page.goto('/settings');
  await openSearch(page);
  await searchDialog(page).getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.type('nair');
  await expect(searchField(page)).toHaveValue('nair');
  await expect(searchField(page)).toBeFocused();
});

test('Enter opens the best match from any screen, and closing leads back there', async ({
  page,
}) => {
  const customer = await addCustomer(page.request, { name: `Sreeja ${newWord()}` });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Toggle sidebar' }).focus();
  await openSearch(page);
  await page.keyboard.type(customer.name);
  await expectActive(page, new RegExp(`^${customer.name}`));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/customers?customer=${customer.id}`);
  const drawer = dialog(page, customer.name);
  await expect(drawer).toBeVisible();
  await expect(searchDialog(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/settings');
});

further(
  'opened from the box, a record that is closed does not bring the search back',
  async ({ page }) => {
    const customer = await addCustomer(page.request, { name: `Sreeja ${newWord()}` });
    await openList(page);
    await globalBox(page).click();
    await searchField(page).fill(customer.name);
    await results(page).first().click();
    const drawer = dialog(page, customer.name);
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL('/customers');
    await expect(searchDialog(page)).toBeHidden();
  },
);

further(
  'over an open record, the next one takes its place and Back leads to it again',
  async ({ page }) => {
    const word = newWord();
    const first = await addCustomer(page.request, { name: `First ${word}` });
    const second = await addCustomer(page.request, { name: `Second ${word}` });
    await openList(page, word);
    await customerRow(page, first.name).click(ON_NAME);
    await expect(dialog(page, first.name)).toBeVisible();
    await openSearch(page);
    await page.keyboard.type(second.name);
    await expectActive(page, new RegExp(`^${second.name}`));
    await page.keyboard.press('Enter');
    await expect(dialog(page, second.name)).toBeVisible();
    await page.goBack();
    await expect(dialog(page, first.name)).toBeVisible();
  },
);

further('over a form that is not saved, opening a record asks first', async ({ page }) => {
  const customer = await addCustomer(page.request, { name: `Sreeja ${newWord()}` });
  await page.goto('/customers?add=1');
  const form = dialog(page, 'Add Customer');
  await form.getByLabel('Name').fill('Not saved');
  await openSearch(page);
  await page.keyboard.type(customer.name);
  await expectActive(page, new RegExp(`^${customer.name}`));
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  const keep = question.getByRole('button', { name: 'Keep editing' });
  await expect(keep).toBeFocused();
  await keep.click();
  await expect(question).toBeHidden();
  await expect(form.getByLabel('Name')).toHaveValue('Not saved');
  await expect(form.getByLabel('Name')).toBeFocused();
  await openSearch(page);
  await page.keyboard.type(customer.name);
  await expectActive(page, new RegExp(`^${customer.name}`));
  await page.keyboard.press('Enter');
  await expect(keep).toBeFocused();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog(page, customer.name)).toBeVisible();
  await expect(form).toBeHidden();
});
