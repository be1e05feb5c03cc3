import type { Page } from '@playwright/test';
import { editDialog, field, fillIn, openEdit, save } from '../support/customerForm.js';
import { addCustomer, deleteCustomer, findCustomers } from '../support/people.js';
import { expectToast, openList } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: /status of 409/ });

const NOTICE = 'This customer was changed while you were editing';
const notice = (page: Page) => editDialog(page).getByRole('alert').filter({ hasText: NOTICE });

test('what a colleague changed meanwhile is shown, and my changes go on top', async ({
  page,
  request,
}) => {
  const customer = await addCustomer(request, { city: 'Kochi' });
  await openList(page, customer.name);
  const mine = await openEdit(page, customer.name);
  await fillIn(mine, { email: 'mine@example.com' });

  await request.put(`/api/customers/${customer.id}`, { data: { city: 'Thrissur' } });
  await save(mine).click();
  await expect(notice(page)).toContainText('Nothing you typed is lost.');
  await expect(notice(page)).toContainText('City changed');
  await expect(notice(page).getByRole('deletion')).toHaveText('Kochi');
  await expect(notice(page).getByRole('insertion')).toHaveText('Thrissur');
  await expect(field(mine, 'email')).toHaveValue('mine@example.com');
  await expect(field(mine, 'city')).toHaveValue('Thrissur');
  await mine.getByRole('button', { name: 'Reapply My Changes' }).click();
  await expectToast(page, 'Customer Updated', `${customer.name} has been updated.`);
  expect(await findCustomers(request, customer.name)).toMatchObject([
    { city: 'Thrissur', email: 'mine@example.com', version: 2 },
  ]);
});

further('where both changed a field one chooses whose value stands', async ({ page, request }) => {
  const customer = await addCustomer(request, { city: 'Kochi' });
  await page.goto(`/customers?q=${encodeURIComponent(customer.name)}&edit=${customer.id}`);
  const form = editDialog(page);
  await fillIn(form, { city: 'Kollam', state: 'Kerala' });
  await request.put(`/api/customers/${customer.id}`, { data: { city: 'Thrissur' } });
  await save(form).click();
  const choice = form.getByRole('radiogroup', { name: 'City: both of you changed it' });
  await expect(choice.getByRole('radio', { name: 'Mine: Kollam' })).toBeChecked();
  await expect(field(form, 'city')).toHaveValue('Kollam');
  await choice.getByText('Theirs: Thrissur').click();
  await expect(field(form, 'city')).toHaveValue('Thrissur');
  await save(form).click();
  await expectToast(page, 'Customer Updated', `${customer.name} has been updated.`);
  expect(await findCustomers(request, customer.name)).toMatchObject([
    { city: 'Thrissur', state: 'Kerala', version: 2 },
  ]);
});

further('one can also take all that the colleague wrote', async ({ page, request }) => {
  const customer = await addCustomer(request, { city: 'Kochi' });
  await page.goto(`/customers?q=${encodeURIComponent(customer.name)}&edit=${customer.id}`);
  const form = editDialog(page);
  await fillIn(form, { city: 'Kollam' });
  await request.put(`/api/customers/${customer.id}`, { data: { city: 'Thrissur' } });
  await save(form).click();
  await notice(page).getByRole('button', { name: 'Use theirs for everything' }).click();
  await expect(notice(page)).toBeHidden();
  await expect(field(form, 'city')).toHaveValue('Thrissur');
  await save(form).click();
  await expect(form).toBeHidden();
  expect(await findCustomers(request, customer.name)).toMatchObject([
    { city: 'Thrissur', version: 1 },
  ]);
});

further('an edit of a customer deleted meanwhile says so', async ({ page, request }) => {
  const customer = await addCustomer(request);
  await page.goto(`/customers?edit=${customer.id}`);
  const form = editDialog(page);
  await fillIn(form, { city: 'Kollam' });
  await deleteCustomer(request, customer.id);
  await save(form).click();
  await expect(form.getByRole('alert')).toHaveText(
    'This customer has been deleted and cannot be changed.',
  );
  await expect(field(form, 'city')).toHaveValue('Kollam');
});
