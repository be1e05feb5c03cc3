import type { Locator, Page } from '@playwright/test';
import { addDialog as addCustomerDialog, field as customerField } from '../support/customerForm.js';
import { chooseFiles, openDocuments, uploadDialog, uploadItem } from '../support/documents.js';
import { pdfFile } from '../support/files.js';
import { hold } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import {
  addPolicy,
  chooseInRow,
  fillPolicy,
  openPolicies,
  policyDialog,
  policyField,
  SCREENS,
} from '../support/policies.js';
import {
  addQuotation,
  chooseInQuotation,
  convertDialog,
  emailDialog,
  openQuotations,
} from '../support/quotations.js';
import { expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

// Menus that close and dialogs that open take the focus with motion as without.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const insurerOf = (form: Locator) => policyField(form, 'Insurance company');

for (const key of ['Enter', 'Tab']) {
  const first = key === 'Enter' ? test : further;
  first(
    `${key} takes the first insurer that fits what was typed, and submits nothing`,
    async ({ page, request }) => {
      const word = newWord();
      const customer = await addCustomer(request);
      await addPolicy(request, 'health', customer.id, { insuranceCompany: `Star ${word}` });
      await page.goto(`${SCREENS.health}?add=1`);
      const form = policyDialog(page, 'Add', 'health');
      // At once: the suggestions may come only after the key.
      await insurerOf(form).pressSequentially(`star ${word.slice(0, 5)}`);
      await page.keyboard.press(key);
      await expect(insurerOf(form)).toHaveValue(`Star ${word}`);
      await expect(form.getByText('Please check')).toBeHidden();
      if (key === 'Enter') await expect(insurerOf(form)).toBeFocused();
      else await expect(policyField(form, 'Policy type')).toBeFocused();
      await expect(form.getByText('No policy has this insurer yet')).toBeHidden();
    },
  );
}

const dashboardOpened = async (page: Page) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
};
/** The code of a form, which is on its way until it is released. */
const codeOf = (page: Page, part: string) =>
  hold(page, (request) => request.url().includes(`/assets/${part}-`));

test('after C all keys belong to the form, also while its code is on the way', async ({ page }) => {
  await dashboardOpened(page);
  const code = await codeOf(page, 'CustomerDialog');
  await page.keyboard.press('c');
  await page.keyboard.type('Priya Pillaix');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Tab');
  await page.keyboard.type('9876');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  code.release();
  const form = addCustomerDialog(page);
  await expect(customerField(form, 'name')).toHaveValue('Priya Pillai');
  await expect(customerField(form, 'phone')).toHaveValue('9876');
  await page.keyboard.type('5');
  await expect(customerField(form, 'phone')).toHaveValue('98765');
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

further('after V a customer who is typed at once is taken by Tab', async ({ page, request }) => {
  const customer = await addCustomer(request);
  await dashboardOpened(page);
  const code = await codeOf(page, 'PolicyDialog');
  await page.keyboard.press('v');
  await page.keyboard.type(customer.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type('KL/7');
  code.release();
  const form = policyDialog(page, 'Add', 'vehicle');
  await expect(policyField(form, 'Customer')).toHaveValue(customer.name);
  await expect(form.getByRole('button', { name: 'Choose another customer' })).toBeVisible();
  await expect(policyField(form, 'Policy number')).toHaveValue('KL/7');
});

further('Escape before the form has come gives the keys back', async ({ page }) => {
  await dashboardOpened(page);
  await codeOf(page, 'CustomerDialog');
  await page.keyboard.press('c');
  await page.keyboard.type('v');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeVisible();
});

further('an insurer that no policy has stays as it was typed, with a warning', async ({ page }) => {
  await page.goto(`${SCREENS.health}?add=1`);
  const form = policyDialog(page, 'Add', 'health');
  const insurer = `Insurer ${newWord()}`;
  await insurerOf(form).pressSequentially(insurer);
  await page.keyboard.press('Tab');
  await expect(insurerOf(form)).toHaveValue(insurer);
  await expect(form.getByText('No policy has this insurer yet')).toBeVisible();
  await expect(insurerOf(form)).toHaveAttribute('aria-invalid', 'false');
});

further('Tab through a field with suggestions takes none', async ({ page, request }) => {
  const customer = await addCustomer(request);
  await addPolicy(request, 'health', customer.id);
  await page.goto(`${SCREENS.health}?add=1`);
  const form = policyDialog(page, 'Add', 'health');
  await insurerOf(form).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(insurerOf(form)).toHaveValue('');
  await expect(page.getByRole('listbox')).toBeHidden();
});

further(
  'Tab takes the customer who is found, also when the answer comes later',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    await page.goto(`${SCREENS.health}?add=1`);
    const form = policyDialog(page, 'Add', 'health');
    const picker = policyField(form, 'Customer');
    await expect(picker).toBeFocused();
    await page.keyboard.type(customer.name);
    await page.keyboard.press('Tab');
    await expect(picker).toHaveValue(customer.name);
    await expect(form.getByRole('button', { name: 'Choose another customer' })).toBeVisible();
  },
);

further('Tab takes the policy of a document that fits', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const policy = await addPolicy(request, 'health', customer.id);
  await page.goto(`/customers?customer=${customer.id}&tab=documents&upload=1`);
  const form = uploadDialog(page);
  await policyField(form, 'Document type').selectOption('Claim document');
  await policyField(form, 'Policy').pressSequentially(policy.policyNumber.slice(0, 8));
  await page.keyboard.press('Tab');
  await expect(policyField(form, 'Policy')).toHaveValue(policy.policyNumber);
});

/** Presses the shortcut with the focus where the browser puts it when a dialog itself is clicked. */
async function saveFromTheDialog(page: Page, form: Locator): Promise<void> {
  await form.getByRole('heading').first().click();
  await page.keyboard.press('Control+Enter');
}

further(
  'changes of a policy open in the field that matters first, and are saved from anywhere',
  async ({ page, request }) => {
    const customer = await addCustomer(request, { kycStatus: 'verified' });
    const policy = await addPolicy(request, 'health', customer.id);
    await openPolicies(page, 'health', policy.policyNumber);
    for (const [change, label] of [
      ['Renew', 'Premium amount'],
      ['Endorse', 'Reason'],
      ['Cancel', 'Reason'],
    ] as const) {
      await chooseInRow(page, policy.policyNumber, change);
      const form = policyDialog(page, change, 'health');
      await expect(policyField(form, label)).toBeFocused();
      // The menu has gone, and its going took nothing away.
      await expect(page.getByRole('menu')).toBeHidden();
      await expect(policyField(form, label)).toBeFocused();
      if (change !== 'Cancel') {
        await page.keyboard.press('Escape');
        await expect(form).toBeHidden();
      }
    }
    const form = policyDialog(page, 'Cancel', 'health');
    await saveFromTheDialog(page, form);
    await expect(form.getByRole('alert')).toContainText('Reason');
    await fillPolicy(form, { Reason: 'Premium not paid' });
    await form.getByRole('button', { name: 'Keep Policy' }).focus();
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Policy Cancelled', `${policy.policyNumber} has been cancelled.`);

    await chooseInRow(page, policy.policyNumber, 'Reinstate');
    const again = policyDialog(page, 'Reinstate', 'health');
    await expect(policyField(again, 'Note')).toBeFocused();
    await saveFromTheDialog(page, again);
    await expectToast(page, 'Policy Reinstated', `${policy.policyNumber} is active again.`);
  },
);

further('the shortcut saves from the calendar of a field', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const policy = await addPolicy(request, 'health', customer.id);
  await openPolicies(page, 'health', policy.policyNumber);
  await chooseInRow(page, policy.policyNumber, 'Cancel');
  const form = policyDialog(page, 'Cancel', 'health');
  await fillPolicy(form, { Reason: 'Premium not paid' });
  await form.getByRole('button', { name: 'Choose from a calendar' }).click();
  await expect(page.getByRole('combobox', { name: 'Month' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Policy Cancelled', `${policy.policyNumber} has been cancelled.`);
});

further('the next steps of a quotation open in their first field', async ({ page, request }) => {
  const customer = await addCustomer(request, { email: 'first@example.com' });
  const quotation = await addQuotation(request, customer.id, { status: 'accepted' });
  const { quotationNumber: number } = quotation;
  await openQuotations(page, customer.name);
  await chooseInQuotation(page, number, 'Convert to policy');
  await expect(policyField(convertDialog(page), 'Policy number')).toBeFocused();
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(policyField(convertDialog(page), 'Policy number')).toBeFocused();
  await page.keyboard.press('Escape');
  await chooseInQuotation(page, number, 'Email');
  await expect(policyField(emailDialog(page), 'Message')).toBeFocused();
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(policyField(emailDialog(page), 'Message')).toBeFocused();
});

further('files are uploaded with the focus on the dialog itself', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const name = `${newWord()}.pdf`;
  await openDocuments(page);
  await page.getByRole('button', { name: 'Upload Document' }).first().click();
  const form = uploadDialog(page);
  await expect(form.getByRole('button', { name: 'Choose files' })).toBeFocused();
  await chooseFiles(page, [pdfFile(name)]);
  await expect(uploadItem(page, name)).toBeVisible();
  await policyField(form, 'Customer').fill(customer.name);
  await page.getByRole('option', { name: customer.name }).click();
  await saveFromTheDialog(page, form);
  await expectToast(page, 'Document Uploaded', `${name} has been stored.`);
});
