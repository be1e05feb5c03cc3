import { maskedAadhaar } from '@insuremanager/contracts/rules/aadhaar';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { addButton, addDialog, field, fillIn, save } from '../support/customerForm.js';
import { cutOff, LOST_CONNECTIONS, loseAnswers, ofOperation } from '../support/network.js';
import { findCustomers, newAadhaar, newPan, newPerson, newWord } from '../support/people.js';
import { customerRow, dialog, expectToast, openList } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: LOST_CONNECTIONS });

const FAILED = 'Failed to save customer. Please try again.';

further('a name and a phone number are enough', async ({ page, request }) => {
  const { name, phone } = newPerson();
  await openList(page);
  await addButton(page).click();
  const form = addDialog(page);
  await expect(field(form, 'name')).toBeFocused();
  await page.keyboard.type(name);
  await field(form, 'phone').fill(phone);
  await save(form).click();
  await expectToast(page, 'Customer Created', `${name} has been added.`);
  await expect(form).toBeHidden();
  const row = customerRow(page, name);
  await expect(row).toContainText(formatPhone(`+91${phone}`));
  await expect(row).toContainText('Pending');
  await expect(page).toHaveURL('/customers');
  expect(await findCustomers(request, name)).toMatchObject([
    { name, phone: `+91${phone}`, kycStatus: 'pending', email: null, aadhaarNumber: null },
  ]);
});

test('every field is kept; PAN in capitals, Aadhaar masked, Ctrl+Enter saves', async ({
  page,
  request,
}) => {
  const word = newWord();
  const aadhaarNumber = newAadhaar();
  const panNumber = newPan(word);
  await page.goto('/customers?add=1');
  const form = addDialog(page);
  await fillIn(form, {
    name: `Thomas ${word}`,
    phone: '+44 20 7946 0958',
    email: 'thomas@example.com',
    kycStatus: 'verified',
    dateOfBirth: '29/02/1984',
    address: '12 Marine Drive, Ernakulam',
    city: 'Kochi',
    state: 'Kerala',
    pincode: '682 031',
  });
  await field(form, 'panNumber').pressSequentially(panNumber.toLowerCase());
  await expect(field(form, 'panNumber')).toHaveValue(panNumber);
  // No more than fits, whatever way it is typed.
  await field(form, 'aadhaarNumber').pressSequentially(`${aadhaarNumber.slice(0, 4)} `);
  await field(form, 'aadhaarNumber').pressSequentially(`${aadhaarNumber.slice(4)}99`);
  await expect(field(form, 'aadhaarNumber')).toHaveValue(aadhaarNumber);
  await expect(field(form, 'pincode')).toHaveValue('682031');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Customer Created', `Thomas ${word} has been added.`);
  await expect(customerRow(page, `Thomas ${word}`)).toContainText(maskedAadhaar(aadhaarNumber));
  expect(await findCustomers(request, word)).toMatchObject([
    {
      name: `Thomas ${word}`,
      phone: '+44 20 7946 0958'.replaceAll(' ', ''),
      email: 'thomas@example.com',
      kycStatus: 'verified',
      aadhaarNumber: maskedAadhaar(aadhaarNumber),
      panNumber,
      dateOfBirth: '1984-02-29',
      address: '12 Marine Drive, Ernakulam',
      city: 'Kochi',
      state: 'Kerala',
      pincode: '682031',
    },
  ]);
});

further('a double click, and Enter on top, save once', async ({ page, request }) => {
  const { name, phone } = newPerson();
  await page.goto('/customers?add=1');
  const form = addDialog(page);
  await fillIn(form, { name, phone });
  await save(form).dblclick();
  await expectToast(page, 'Customer Created', `${name} has been added.`);
  await expect(form).toBeHidden();
  expect(await findCustomers(request, name)).toHaveLength(1);
});

further(
  'without a network nothing is lost, and the next attempt saves',
  async ({ page, request }) => {
    const { name, phone } = newPerson();
    await page.goto('/customers?add=1');
    const form = addDialog(page);
    await fillIn(form, { name, phone });
    const broken = await cutOff(page, ofOperation('CreateCustomer'));
    await save(form).click();
    await expectToast(page, 'Error', FAILED);
    expect(broken.count(), 'mutations are not retried by themselves').toBe(1);
    await expect(field(form, 'name')).toHaveValue(name);
    await broken.stop();
    await save(form).click();
    await expectToast(page, 'Customer Created', `${name} has been added.`);
    expect(await findCustomers(request, name)).toHaveLength(1);
  },
);

further('an answer lost on the way does not save twice', async ({ page, request }) => {
  const { name, phone } = newPerson();
  await page.goto('/customers?add=1');
  const form = addDialog(page);
  await fillIn(form, { name, phone });
  const broken = await loseAnswers(page, ofOperation('CreateCustomer'));
  await save(form).click();
  await expectToast(page, 'Error', FAILED);
  expect(await findCustomers(request, name), 'it was carried out').toHaveLength(1);
  await broken.stop();
  await save(form).click();
  await expectToast(page, 'Customer Created', `${name} has been added.`);
  expect(await findCustomers(request, name)).toHaveLength(1);
});

test('what is not saved is guarded on every way out', async ({ page }) => {
  await openList(page);
  await addButton(page).click();
  const form = addDialog(page);
  await fillIn(form, { name: 'Half a customer' });
  const ask = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  const keepEditing = async () => {
    await ask.getByRole('button', { name: 'Keep editing' }).click();
    await expect(ask).toBeHidden();
  };

  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(ask).toContainText('What you typed has not been saved.');
  await keepEditing();
  await form.getByRole('button', { name: 'Close' }).click();
  await keepEditing();
  await field(form, 'name').press('Escape');
  await keepEditing();
  await page.goBack();
  await keepEditing();
  await expect(field(form, 'name')).toHaveValue('Half a customer');

  const leaving = page.waitForEvent('dialog');
  const reload = page.evaluate(() => location.reload());
  const question = await leaving;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await reload;
  await expect(field(form, 'name')).toHaveValue('Half a customer');

  await form.getByRole('button', { name: 'Cancel' }).click();
  await ask.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL('/customers');
});

further('a form in which nothing was typed closes without asking', async ({ page }) => {
  await openList(page);
  await addButton(page).click();
  await field(addDialog(page), 'name').press('Escape');
  await expect(dialog(page, 'Add Customer')).toBeHidden();
  await expect(page.getByRole('alertdialog')).toBeHidden();
});
