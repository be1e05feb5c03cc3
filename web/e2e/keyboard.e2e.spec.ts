import { admin } from '@insuremanager/deploy/testing/e2e/signIn';
import type { Locator, Page } from '@playwright/test';
import { addButton, addDialog, editDialog, field } from './support/customerForm.js';
import { addCustomer, newMobile, newWord } from './support/people.js';
import { customerRow, dialog, expectCount, expectToast, searchBox } from './support/screens.js';
import { exhaustively, expect, SIGNED_OUT, test } from './support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT, contextOptions: { reducedMotion: 'no-preference' } });

/** Presses Tab until the focus is there, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target, 'reached by the Tab key').toBeFocused();
}

test('the whole path of a customer goes without a mouse', async ({ page }) => {
  const word = newWord();
  const name = `Fathima ${word}`;
  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);

  // Sign in.
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await type(admin.username);
  await press('Tab');
  await type(admin.password);
  await press('Enter');
  await expect(page).toHaveURL('/');

  // To the customers.
  await tabTo(page, page.getByRole('link', { name: 'Customers', exact: true }));
  await press('Enter');
  await expect(page).toHaveURL('/customers');

  // Add.
  await tabTo(page, addButton(page));
  await press('Enter');
  await expect(field(addDialog(page), 'name')).toBeFocused();
  await type(name);
  await press('Tab');
  await type(newMobile());
  await press('Control+Enter');
  await expectToast(page, 'Customer Created', `${name} has been added.`);
  await expect(addDialog(page)).toBeHidden();

  // Search, and open from the list.
  await tabTo(page, searchBox(page), 'Shift+Tab');
  await type(word);
  await expectCount(page, '1 customer');
  await tabTo(page, customerRow(page, name));
  await press('Enter');
  const drawer = dialog(page, name);

  // Edit and save.
  await tabTo(page, drawer.getByRole('button', { name: 'Edit' }));
  await press('Enter');
  await expect(editDialog(page)).toBeVisible();
  await tabTo(page, field(editDialog(page), 'city'));
  await type('Kozhikode');
  await tabTo(page, editDialog(page).getByRole('button', { name: 'Save Changes' }));
  await press('Enter');
  await expectToast(page, 'Customer Updated', `${name} has been updated.`);
  await expect(editDialog(page)).toBeHidden();
  await expect(drawer).toContainText('Kozhikode');

  // History, the last of the tabs.
  await tabTo(page, drawer.getByRole('tab', { name: 'Details' }));
  const history = drawer.getByRole('tab', { name: 'History' });
  for (let pressed = 0; pressed < 10; pressed += 1) {
    if (await history.evaluate((tab) => tab === document.activeElement)) break;
    await press('ArrowRight');
  }
  await expect(history).toBeFocused();
  await press('Enter');
  await expect(drawer.getByText('City changed')).toBeVisible();

  // Close: the focus is back on the row; delete from its menu.
  await press('Escape');
  await expect(drawer).toBeHidden();
  await expect(customerRow(page, name)).toBeFocused();
  await press('Tab');
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
  await press('End');
  await press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press('Tab');
  await press('Enter');
  await expectToast(page, 'Customer Deleted', `${name} has been deleted.`);
  await expect(customerRow(page, name)).toBeHidden();
});

further(
  'Enter counts after a shortcut that was held until its dialog was gone',
  async ({ page }) => {
    await page.request.post('/api/auth/login', { data: admin });
    await page.goto('/customers');
    await tabTo(page, addButton(page));
    await page.keyboard.press('Enter');
    await field(addDialog(page), 'name').fill(`Fathima ${newWord()}`);
    await field(addDialog(page), 'phone').fill(newMobile());
    await page.keyboard.down('Control');
    await page.keyboard.down('Enter');
    await expect(addDialog(page)).toBeHidden();
    await expect(addButton(page)).toBeFocused();
    await page.keyboard.up('Enter');
    await page.keyboard.up('Control');
    await expect(addDialog(page)).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(addDialog(page)).toBeVisible();
  },
);

test('a dialog keeps the focus in it, and gives it back when it closes', async ({ page }) => {
  await page.request.post('/api/auth/login', { data: admin });
  await page.goto('/customers');
  const add = addButton(page);
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  const form = addDialog(page);
  await expect(field(form, 'name')).toBeFocused();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    await expect(page.locator('.bp6-overlay').filter({ has: focused })).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(add).toBeFocused();
});

further(
  'a dialog that a menu has led to gives the focus back to the button of the menu',
  async ({ page }) => {
    await page.request.post('/api/auth/login', { data: admin });
    const customer = await addCustomer(page.request);
    await page.goto(`/customers?customer=${customer.id}`);
    await expect(dialog(page, customer.name).getByRole('tab', { name: 'History' })).toBeVisible();
    for (const [button, item, title, end] of [
      [/^User menu/, 'Keyboard Shortcuts', 'Keyboard Shortcuts', 'Escape'],
      ['More actions', 'Delete', `Delete ${customer.name}?`, 'Escape'],
      ['More actions', 'Assign to…', /^Assign/, 'Escape'],
      ['Quick Add', 'Customer', 'Add Customer', 'Escape'],
    ] as const) {
      const opener = page.getByRole('button', { name: button });
      await opener.focus();
      await page.keyboard.press('Enter');
      // The menu begins with its first item, and would take the focus back to it.
      await expect(page.getByRole('menuitem').first()).toBeFocused();
      await page.getByRole('menuitem', { name: item }).focus();
      await page.keyboard.press('Enter');
      const opened = page
        .getByRole('dialog', { name: title })
        .or(page.getByRole('alertdialog', { name: title }));
      await expect(opened).toBeVisible();
      await page.keyboard.press(end);
      await expect(opened).toBeHidden();
      await expect(opener, `after ${item}`).toBeFocused();
    }
  },
);

test('the first Tab offers to skip to the content', async ({ page }) => {
  await page.request.post('/api/auth/login', { data: admin });
  await page.goto('/customers');
  await expect(searchBox(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(searchBox(page)).toBeFocused();
});
