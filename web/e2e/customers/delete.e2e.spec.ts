import type { Page } from '@playwright/test';
import { cancelDelete, confirmDelete } from '../support/confirm.js';
import { cutOff, LOST_CONNECTIONS, ofOperation } from '../support/network.js';
import { addCustomer, deleteCustomer, findCustomers } from '../support/people.js';
import { customerRow, dialog, expectToast, ON_NAME, openList } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: LOST_CONNECTIONS });

/** Chooses Delete in the row's menu, and answers what is then asked. */
async function deleteRow(page: Page, name: string, isSure: boolean) {
  await customerRow(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${name}?` });
  await expect(question).toContainText('The history of this customer is kept.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await (isSure ? confirmDelete(page) : cancelDelete(page));
  await expect(question).toBeHidden();
}

test('delete asks first: no leaves all as it is, yes takes the customer out of the list', async ({
  page,
  request,
}) => {
  const { name } = await addCustomer(request);
  await openList(page, name);
  await deleteRow(page, name, false);
  await expect(customerRow(page, name)).toBeVisible();
  expect(await findCustomers(request, name)).toHaveLength(1);

  await deleteRow(page, name, true);
  await expectToast(page, 'Customer Deleted', `${name} has been deleted.`);
  await expect(customerRow(page, name)).toBeHidden();
  await expect(page.getByText('No customers match your search criteria')).toBeVisible();
  expect(await findCustomers(request, name)).toEqual([]);
});

further(
  'the key that chose Delete in the menu does not answer the question, however late it is let go',
  async ({ page, request }) => {
    const { name } = await addCustomer(request);
    await openList(page, name);
    await customerRow(page, name).focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.down('Enter');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.up('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Customer Deleted', `${name} has been deleted.`);
  },
);

further('a delete that failed is told, and can be repeated', async ({ page, request }) => {
  const { name } = await addCustomer(request);
  await openList(page, name);
  const broken = await cutOff(page, ofOperation('DeleteCustomer'));
  await deleteRow(page, name, true);
  await expectToast(page, 'Error', 'Failed to delete customer. Please try again.');
  await expect(customerRow(page, name)).toBeVisible();
  await broken.stop();
  await deleteRow(page, name, true);
  await expectToast(page, 'Customer Deleted', `${name} has been deleted.`);
});

further('from the drawer, which then closes', async ({ page, request }) => {
  const { id, name } = await addCustomer(request);
  await openList(page, name);
  await customerRow(page, name).click(ON_NAME);
  await expect(page).toHaveURL(new RegExp(`customer=${id}`));
  await dialog(page, name).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await confirmDelete(page);
  await expectToast(page, 'Customer Deleted', `${name} has been deleted.`);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(customerRow(page, name)).toBeHidden();
});

further(
  'one whom a colleague has deleted already cannot be deleted again',
  async ({ page, request }) => {
    const { id, name } = await addCustomer(request);
    await openList(page, name);
    await expect(customerRow(page, name)).toBeVisible();
    await deleteCustomer(request, id);
    await deleteRow(page, name, true);
    await expect(page.getByRole('alert').locator('p')).toHaveText(
      /no longer|deleted|no such|not /i,
    );
  },
);
