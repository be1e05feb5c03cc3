import { editDialog } from '../support/customerForm.js';
import { addCustomer, newWord } from '../support/people.js';
import { customerRow, dialog, openList } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

further(
  'by its button, a right click, the menu key and Shift+F10 a row has one menu',
  async ({ page, request }) => {
    const { name } = await addCustomer(request);
    await openList(page, name);
    const row = customerRow(page, name);
    const menu = page.getByRole('menu', { name: `Actions for ${name}` });
    const expectMenu = async () => {
      await expect(menu.getByRole('menuitem')).toHaveText(['View', 'Edit', 'Assign to…', 'Delete']);
      await expect(menu.getByRole('menuitem', { name: 'View' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    };
    await row.getByRole('button', { name: `Actions for ${name}` }).click();
    await expectMenu();
    await row.click({ button: 'right' });
    await expectMenu();
    await row.focus();
    await page.keyboard.press('ContextMenu');
    await expectMenu();
    await row.focus();
    await page.keyboard.press('Shift+F10');
    await expectMenu();
  },
);

further(
  'its entries open the drawer and the form; arrows go round in it',
  async ({ page, request }) => {
    const { name } = await addCustomer(request);
    await openList(page, name);
    await customerRow(page, name).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'View' }).click();
    await expect(dialog(page, name)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, name)).toBeHidden();

    await customerRow(page, name).click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(editDialog(page)).toBeVisible();
  },
);

further('arrows, Home and End walk the rows; Enter opens one', async ({ page, request }) => {
  const word = newWord();
  for (const first of ['Asha', 'Bina', 'Chitra']) {
    await addCustomer(request, { name: `${first} ${word}` });
  }
  await page.goto(`/customers?q=${word}&sort=name`);
  const row = (first: string) => customerRow(page, `${first} ${word}`);
  await row('Asha').focus();
  await page.keyboard.press('ArrowDown');
  await expect(row('Bina')).toBeFocused();
  await page.keyboard.press('End');
  await expect(row('Chitra')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(row('Asha')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page, `Asha ${word}`)).toBeVisible();
});
