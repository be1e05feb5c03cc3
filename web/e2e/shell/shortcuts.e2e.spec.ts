import { customerRows, dialog, openList } from '../support/screens.js';
import { expect, test } from '../support/test.js';

const ADDED = [
  ['c', 'Add Customer'],
  ['p', 'Add Health Policy'],
  ['v', 'Add Vehicle Policy'],
  ['q', 'Add Quotation'],
] as const;

test('a letter opens the form of a new record, and is text in a field', async ({ page }) => {
  await page.goto('/settings');
  await expect(page.getByRole('banner')).toBeVisible();
  for (const [letter, name] of ADDED) {
    await page.keyboard.press(letter);
    await expect(dialog(page, name)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, name)).toBeHidden();
  }
  await openList(page);
  const search = page.getByRole('searchbox', { name: 'Search customers' });
  await search.press('c');
  await search.press('?');
  await expect(search).toHaveValue('c?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('? shows all shortcuts, and single keys can be turned off', async ({ page }) => {
  await page.goto('/settings/preferences');
  await expect(page.getByRole('heading', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('?');
  const sheet = dialog(page, 'Keyboard Shortcuts');
  await expect(sheet.getByText('Add Customer')).toBeVisible();
  // Not from within a dialog.
  await page.keyboard.press('c');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/settings/preferences');

  const box = page.getByRole('checkbox', { name: 'Shortcuts of a single key' });
  await box.uncheck();
  try {
    await expect(page.getByText('Preferences Saved').first()).toBeVisible();
    await page.getByRole('banner').getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('c');
    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).click();
    await expect(sheet).toContainText('Single-key shortcuts are turned off');
    await expect(page).toHaveURL('/settings/preferences');
    await expect(sheet.getByText('Next record')).toBeHidden();
    await page.keyboard.press('Escape');

    await openList(page);
    const row = customerRows(page).first();
    await row.press('x');
    await expect(row).toHaveAttribute('aria-selected', 'false');
    await row.press('Enter');
    const panel = page.getByRole('dialog');
    await expect(panel).toBeVisible();
    const address = page.url();
    await row.press('j');
    await row.press(' ');
    await expect(row).toHaveAttribute('aria-selected', 'true');
    expect(page.url()).toBe(address);
  } finally {
    await page.goto('/settings/preferences');
    await box.check();
    await expect(box).toBeChecked();
  }
});
