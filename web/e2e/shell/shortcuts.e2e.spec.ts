import { addCustomer } from '../support/people.js';
import { customerRow, dialog, openList } from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

const ADDED = [
  ['c', 'Add Customer'],
  ['p', 'Add Health Policy'],
  ['v', 'Add Vehicle Policy'],
  ['q', 'Add Quotation'],
] as const;

further('a letter opens the form of a new record, and is text in a field', async ({ page }) => {
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

test.describe('a user who types by voice', () => {
  test.use({ storageState: SIGNED_OUT });

  further(
    '? shows all shortcuts, and single keys can be turned off',
    async ({ page, newUser, adminApi }) => {
      const user = await newUser('manager');
      const { name } = await addCustomer(adminApi);
      await signInAs(page, user);
      await page.goto('/settings/preferences');
      await expect(page.getByRole('heading', { name: 'Keyboard' })).toBeVisible();
      await page.keyboard.press('?');
      const sheet = dialog(page, 'Keyboard Shortcuts');
      await expect(sheet.getByText('Add Customer')).toBeVisible();
      await expect(sheet.getByText('Next record')).toBeVisible();
      // Not from within a dialog.
      await page.keyboard.press('c');
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      await expect(page).toHaveURL('/settings/preferences');

      await page
        .getByRole('checkbox', { name: 'Shortcuts of a single key' })
        .uncheck({ force: true });
      await expect(page.getByText('Preferences Saved').first()).toBeVisible();
      await page.getByRole('banner').getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('c');
      await page.getByRole('button', { name: /User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).click();
      await expect(sheet).toContainText('Single-key shortcuts are turned off');
      await expect(sheet.getByText('Next record')).toBeHidden();
      await expect(page).toHaveURL('/settings/preferences');
      await page.keyboard.press('Escape');

      await page.goto('/customers');
      const row = customerRow(page, name);
      await row.press('Enter');
      await expect(dialog(page, name)).toBeVisible();
      const address = page.url();
      await row.press('j');
      await row.press('x');
      // What comes after those keys: neither did anything.
      await row.press(' ');
      await expect(row).toHaveAttribute('aria-selected', 'true');
      expect(page.url()).toBe(address);
    },
  );
});
