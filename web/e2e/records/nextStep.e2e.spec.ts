import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Locator } from '@playwright/test';
import { addDocument, chooseFiles, uploadDialog } from '../support/documents.js';
import { pdfFile } from '../support/files.js';
import { addCustomer, newWord } from '../support/people.js';
import {
  addPolicy,
  correctPolicy,
  dayFromNow,
  fillPolicy,
  openPolicies,
  policyDialog,
  policyField,
  SCREENS,
} from '../support/policies.js';
import { addQuotation, changeQuotation, convertDialog, QUOTATIONS } from '../support/quotations.js';
import { dialog, expectToast, toastArea } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const PRIMARY = /bp6-intent-primary/;
const buttons = (panel: Locator) => panel.locator('.drawer-head').getByRole('button');

further(
  'sixty days before the end, Renew is the first thing that a policy offers',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const ends = (days: number) => ({
      startDate: dayFromNow(days - 364),
      endDate: dayFromNow(days),
    });
    const due = await addPolicy(request, 'health', customer.id, ends(60));
    const later = await addPolicy(request, 'health', customer.id, ends(61));

    await page.goto(`${SCREENS.health}?policy=${due.id}`);
    const panel = dialog(page, due.policyNumber);
    await expect(buttons(panel).first()).toHaveText('Renew');
    await expect(buttons(panel).first()).toHaveClass(PRIMARY);
    const facts = panel.locator('.drawer-head .head-facts');
    await expect(facts).toContainText('₹12,500.50 yearly');
    await expect(facts).toContainText('60 days left');
    await panel.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem', { name: 'Endorse' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Renew' })).toBeHidden();
    await page.keyboard.press('Escape');

    await facts.getByRole('link', { name: customer.name }).click();
    await expect(dialog(page, customer.name)).toBeVisible();

    await page.goto(`${SCREENS.health}?policy=${later.id}`);
    await expect(buttons(dialog(page, later.policyNumber)).first()).toHaveText('Edit');
  },
);

further('an accepted quotation offers Convert first', async ({ page, request }) => {
  const customer = await addCustomer(request, { kycStatus: 'verified' });
  const { id, quotationNumber } = await addQuotation(request, customer.id);
  await page.goto(`${QUOTATIONS}?quotation=${id}`);
  const panel = dialog(page, quotationNumber);
  await expect(panel.locator('.head-facts')).toContainText('₹12,750.50');
  await expect(panel.getByRole('button', { name: 'Convert' })).toBeHidden();
  await changeQuotation(request, id, { status: 'accepted' });
  await page.reload();
  await expect(buttons(panel).first()).toHaveText('Convert');
  await expect(buttons(panel).first()).toHaveClass(PRIMARY);
  await buttons(panel).first().click();

  const form = convertDialog(page);
  const number = `HL/${newWord()}`;
  await fillPolicy(form, { 'Policy number': number, 'Start date': formatDay(dayFromNow(0)) });
  await form.getByRole('button', { name: 'Issue Health Policy' }).click();
  await toastArea(page).getByRole('button', { name: 'View' }).click();
  await expect(dialog(page, number)).toBeVisible();
});

further(
  'KYC that waits is verified by the first button, and the notification takes it back',
  async ({ page, request }) => {
    const { id, name } = await addCustomer(request);
    await page.goto(`/customers?customer=${id}`);
    const panel = dialog(page, name);
    const verify = panel.getByRole('button', { name: 'Verify KYC' });
    await expect(buttons(panel).first()).toHaveText('Verify KYC');
    await verify.click();
    await expectToast(page, 'Customer Updated', `KYC of ${name}: Verified.`);
    await expect(panel.locator('.drawer-head')).toContainText('Verified');
    await expect(verify).toBeHidden();
    await toastArea(page).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Customer Updated', `KYC of ${name}: Pending.`);
    await expect(verify).toBeVisible();
  },
);

further('the notification of what was saved opens it', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const policy = await addPolicy(request, 'health', customer.id);
  await openPolicies(page, 'health', policy.policyNumber);
  await page.goto(`${SCREENS.health}?edit=${policy.id}&change=renew`);
  const form = policyDialog(page, 'Renew', 'health');
  const number = `HL/${newWord()}`;
  await policyField(form, 'Policy number').fill(number);
  await form.getByRole('button', { name: 'Renew Policy' }).click();
  const view = toastArea(page).getByRole('button', { name: 'View' });
  await view.click();
  await expect(dialog(page, number)).toBeVisible();

  // From another screen as well.
  const file = pdfFile(`${newWord()}.pdf`);
  await page.goto(`/customers?customer=${customer.id}&tab=documents`);
  await dialog(page, customer.name).getByRole('button', { name: 'Upload document' }).click();
  await chooseFiles(page, [file]);
  await uploadDialog(page).getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(toastArea(page)).toContainText(`${file.name} has been stored.`);
  await view.click();
  await expect(dialog(page, file.name)).toBeVisible();
});

further(
  'a day of the past is chosen in the history, and the head says what held then',
  async ({ page, request }) => {
    const customer = await addCustomer(request, { kycStatus: 'rejected' });
    const policy = await addPolicy(request, 'health', customer.id);
    await correctPolicy(request, policy, { status: 'expired' });
    const panel = dialog(page, policy.policyNumber);
    const head = panel.locator('.drawer-head');
    await page.goto(`${SCREENS.health}?policy=${policy.id}`);
    await expect(head.getByRole('button', { name: 'Edit' })).toBeVisible();
    await expect(panel.getByLabel('As of')).toBeHidden();
    await panel.getByRole('tab', { name: 'History' }).click();
    await panel.getByRole('textbox', { name: 'As of' }).fill(formatDay(dayFromNow(-1)));
    await panel.getByRole('textbox', { name: 'As of' }).press('Enter');
    await expect(head).toContainText(`As of ${formatDay(dayFromNow(-1))}`);
    await expect(head).not.toContainText('Expired');
    await expect(head.getByRole('button', { name: 'Edit' })).toBeHidden();
    await expect(page).toHaveURL(/asof=/);
    await page.reload();
    await expect(head).toContainText(`As of ${formatDay(dayFromNow(-1))}`);
    await head.getByRole('button', { name: 'Back to today' }).click();
    await expect(head).toContainText('Expired');
    await expect(page).not.toHaveURL(/asof=/);

    // Another tab is about now.
    await panel.getByRole('textbox', { name: 'As of' }).fill(formatDay(dayFromNow(0)));
    await panel.getByRole('textbox', { name: 'As of' }).press('Enter');
    await expect(head).toContainText('As of');
    await panel.getByRole('tab', { name: 'Details' }).click();
    await expect(head).not.toContainText('As of');
  },
);

further('a document says whose it is in its head', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const { id, fileName } = await addDocument(request, customer.id);
  await page.goto(`/documents?document=${id}`);
  const facts = dialog(page, fileName).locator('.head-facts');
  await expect(facts.getByRole('link', { name: customer.name })).toBeVisible();
});
