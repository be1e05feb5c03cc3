import { expectGoodLooks } from '../support/looks.js';
import { addCustomer } from '../support/people.js';
import { choose, customerRow, dialog, expectToast, ON_NAME, openList } from '../support/screens.js';
import { expect, test } from '../support/test.js';

const SAVE_VIEW = `mutation ($input: NewSavedViewInput!) {
  createSavedView(input: $input) { id }
}`;

test('an admin erases a person for a reason, and only knowingly while records must be kept', async ({
  page,
  request,
}) => {
  const { id, name } = await addCustomer(request);
  const view = { list: 'customers', name: `Calls: ${name}`, address: '', isShared: false };
  const saved = await request.post('/graphql', {
    data: { query: SAVE_VIEW, variables: { input: view } },
  });
  expect((await saved.json()).errors).toBeUndefined();
  await openList(page, name);
  await customerRow(page, name).click(ON_NAME);
  await dialog(page, name).getByRole('button', { name: 'More actions' }).click();
  await choose(page.getByRole('menuitem', { name: 'Erase permanently' }));
  const asked = dialog(page, 'Erase permanently');
  await expect(asked).toContainText(
    `All data about ${name} will be deleted, with 1 saved view that names them.`,
  );
  await expect(asked.getByLabel('Reason')).toBeFocused();
  await expectGoodLooks(page, 'erase-dialog');

  await asked.getByRole('button', { name: 'Erase' }).click();
  await expect(asked).toContainText('Give a reason of 5 to 300 characters');
  await asked.getByLabel('Reason').fill('They asked to be forgotten');
  await asked.getByRole('button', { name: 'Erase' }).click();
  await expect(asked.getByRole('alert')).toContainText('must be kept until');

  await asked.getByLabel(/Erase even though the records must be kept until/).press('Space');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Customer Erased', 'Only the history remains, without personal data.');
  await expect(customerRow(page, name)).toBeHidden();
  const history = await request.get(`/api/customers/${id}/history`);
  expect(await history.text()).not.toContain(name);
});
