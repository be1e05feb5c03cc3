import { expectGoodLooks } from '../support/looks.js';
import { addCustomer } from '../support/people.js';
import { choose, customerRow, dialog, expectToast, ON_NAME, openList } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test('a hold is placed and lifted beside the customer, and keeps the customer from being erased', async ({
  page,
  request,
}) => {
  const { name } = await addCustomer(request);
  await openList(page, name);
  await customerRow(page, name).click(ON_NAME);
  const drawer = dialog(page, name);
  await drawer.getByRole('button', { name: 'Place Hold' }).click();
  const asked = dialog(page, 'Place legal hold');
  await expect(asked.getByLabel('Matter')).toBeFocused();
  await asked.getByLabel('Matter').fill('CC');
  await page.keyboard.press('Control+Enter');
  await expect(asked).toContainText('Say what the hold is for');
  await expectGoodLooks(page, 'place-hold');
  await asked.getByLabel('Matter').fill('Consumer court, Ernakulam: CC 212/2026');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Legal Hold Placed', name);
  await expect(drawer.getByText(/^Legal hold since/)).toBeVisible();
  const holds = drawer.getByRole('region', { name: 'Legal holds' });
  await expect(holds.getByRole('listitem')).toContainText('Consumer court, Ernakulam');
  await expectGoodLooks(page, 'held-customer');

  await drawer.getByRole('button', { name: 'More actions' }).click();
  await choose(page.getByRole('menuitem', { name: 'Erase permanently' }));
  const erasing = dialog(page, 'Erase permanently');
  await expect(erasing).toContainText('A customer under a legal hold cannot be erased');
  await expect(erasing).toContainText('Consumer court, Ernakulam: CC 212/2026, since');
  await expectGoodLooks(page, 'erase-held-customer');
  await erasing.getByLabel('Reason').fill('They asked to be forgotten');
  await page.keyboard.press('Control+Enter');
  await expect(erasing.getByRole('alert')).toContainText('A legal hold stands');
  await erasing.getByRole('button', { name: 'Cancel' }).click();

  await holds.getByRole('button', { name: /^Lift: Consumer court/ }).press('Enter');
  const lifting = dialog(page, 'Lift legal hold');
  await lifting.getByLabel('Reason').fill('The case was settled');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Legal Hold Lifted', name);
  await expect(drawer.getByText(/^Legal hold since/)).toBeHidden();
  await expect(holds.getByRole('listitem')).toContainText('Lifted');
});

further('a nominee is recorded and revoked beside the customer', async ({ page, request }) => {
  const { id, name } = await addCustomer(request);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/customers?customer=${id}`);
  const nominees = page.getByRole('region', { name: 'Nominees' });
  await nominees.getByRole('button', { name: 'Record nominee' }).press('Enter');
  const form = dialog(page, 'Record nominee');
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('Sudha Nominee');
  await form.getByLabel('Relation').fill('Daughter');
  await page.keyboard.press('Control+Enter');
  await expect(form).toContainText('Enter a phone number or an email address');
  await expectGoodLooks(page, 'nominee');
  await form.getByLabel('Phone').fill('98470 12345');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Nominee Recorded', 'Sudha Nominee');
  await expect(nominees.getByRole('listitem')).toContainText('Daughter, named on');
  await expectGoodLooks(page, 'nominees');
  const history = await (await request.get(`/api/customers/${id}/history`)).text();
  expect(history).toContain('Nominee recorded');

  await nominees.getByRole('button', { name: 'Revoke Sudha Nominee' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
  await expectToast(page, 'Nomination Revoked', 'Sudha Nominee');
  await expect(nominees).toContainText('Nobody is named');
  expect(name).toBeTruthy();
});
