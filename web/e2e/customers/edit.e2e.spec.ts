import { maskedAadhaar } from '@insuremanager/contracts/rules/aadhaar';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { editDialog, field, fillIn, openEdit, save } from '../support/customerForm.js';
import { cutOff, hold, LOST_CONNECTIONS, loseAnswers, ofOperation } from '../support/network.js';
import { addCustomer, findCustomers, newAadhaar } from '../support/people.js';
import { customerRow, dialog, expectToast, openList } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: LOST_CONNECTIONS });

further(
  'an edit shows what is on file, and changes what was changed',
  async ({ page, request }) => {
    const customer = await addCustomer(request, {
      email: 'before@example.com',
      city: 'Kochi',
      dateOfBirth: '1984-02-29',
    });
    await openList(page, customer.name);
    const form = await openEdit(page, customer.name);
    await expect(field(form, 'name')).toHaveValue(customer.name);
    await expect(field(form, 'phone')).toHaveValue(formatPhone(customer.phone));
    await expect(field(form, 'dateOfBirth')).toHaveValue('29/02/1984');
    await fillIn(form, { email: 'after@example.com', city: '', kycStatus: 'verified' });
    await save(form).click();
    await expectToast(page, 'Customer Updated', `${customer.name} has been updated.`);
    await expect(form).toBeHidden();
    const row = customerRow(page, customer.name);
    await expect(row).toContainText('after@example.com');
    await expect(row).toContainText('Verified');
    await expect(row).not.toContainText('Kochi');
    expect(await findCustomers(request, customer.name)).toMatchObject([
      { email: 'after@example.com', city: null, kycStatus: 'verified', dateOfBirth: '1984-02-29' },
    ]);
  },
);

further(
  'the Aadhaar number on file is kept, replaced or removed, and never shown',
  async ({ page, request }) => {
    const [before, after] = [newAadhaar(), newAadhaar()];
    const customer = await addCustomer(request, { aadhaarNumber: before });
    await openList(page, customer.name);
    const form = await openEdit(page, customer.name);
    await expect(field(form, 'aadhaarNumber')).toHaveValue('');
    await expect(form.getByText(`On file: ${maskedAadhaar(before)}.`)).toBeVisible();
    await field(form, 'aadhaarNumber').fill(after);
    await save(form).click();
    await expect(form).toBeHidden();
    await expect(customerRow(page, customer.name)).toContainText(maskedAadhaar(after));

    await openEdit(page, customer.name);
    await form.getByRole('button', { name: 'remove it' }).click();
    await expect(form.getByText('Will be removed when you save.')).toBeVisible();
    await save(form).click();
    await expect(form).toBeHidden();
    await expect(customerRow(page, customer.name)).not.toContainText('XXXX');
  },
);

further('an edit that changes nothing closes and writes nothing', async ({ page, request }) => {
  const customer = await addCustomer(request);
  await page.goto(`/customers?edit=${customer.id}`);
  const form = editDialog(page);
  await field(form, 'name').press('Control+Enter');
  await expect(form).toBeHidden();
  expect(await findCustomers(request, customer.name)).toMatchObject([{ version: 0 }]);
});

further(
  'a failure is told and nothing typed is lost; a lost answer does not save twice',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    await page.goto(`/customers?edit=${customer.id}`);
    const form = editDialog(page);
    await fillIn(form, { city: 'Thrissur' });
    const broken = await cutOff(page, ofOperation('UpdateCustomer'));
    await save(form).click();
    await expectToast(page, 'Error', 'Failed to save customer. Please try again.');
    await broken.stop();
    await expect(field(form, 'city')).toHaveValue('Thrissur');

    const lost = await loseAnswers(page, ofOperation('UpdateCustomer'));
    const isLost = page.waitForEvent('requestfailed');
    await save(form).click();
    await isLost;
    await lost.stop();
    await save(form).click();
    await expectToast(page, 'Customer Updated', `${customer.name} has been updated.`);
    expect(await findCustomers(request, customer.name)).toMatchObject([
      { city: 'Thrissur', version: 1 },
    ]);
  },
);

further(
  'while the customer is on its way the dialog shows it, and a failure can be repeated',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const details = await hold(page, ofOperation('CustomerDetails'));
    await page.goto(`/customers?q=nobody&edit=${customer.id}`);
    await expect(page.getByRole('status', { name: 'Loading the customer' })).toBeVisible();
    details.release();
    await expect(field(editDialog(page), 'name')).toHaveValue(customer.name);
    await details.stop();

    const broken = await cutOff(page, ofOperation('CustomerDetails'));
    await page.reload();
    const panel = dialog(page, 'Edit Customer').getByRole('alert');
    await expect(panel).toContainText('Failed to load the customer');
    await broken.stop();
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(field(editDialog(page), 'name')).toHaveValue(customer.name);
  },
);
