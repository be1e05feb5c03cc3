import { addDays } from '@insuremanager/contracts/rules/calendar';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { APIRequestContext, Page } from '@playwright/test';
import { addClaim } from '../support/claims.js';
import { pdfFile } from '../support/files.js';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer } from '../support/people.js';
import { addPolicy, policyField as field, fillPolicy as fill } from '../support/policies.js';
import { dialog, toastArea } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const dayAgo = (days: number) => formatDay(addDays(kolkataDay(new Date()), -days));

async function addCoveredCustomer(api: APIRequestContext) {
  const customer = await addCustomer(api, { email: 'claimant@example.com' });
  const policy = await addPolicy(api, 'health', customer.id, {
    ...{ startDate: dayAgo(100), endDate: dayAgo(-200) },
  });
  return { customer, policy };
}

const panel = (page: Page) => page.locator('.drawer');

test('a claim is added under a policy, followed through its stages and looked back on', async ({
  page,
  request,
}) => {
  const { customer, policy } = await addCoveredCustomer(request);
  await page.goto('/claims');
  await page.getByRole('main').getByRole('button', { name: 'Add Claim' }).first().click();
  const form = dialog(page, 'Add Claim');
  await expect(field(form, 'Policy')).toBeFocused();
  await field(form, 'Policy').pressSequentially(policy.policyNumber);
  // Takes what is found for the number, though other policies are still offered.
  await page.keyboard.press('Enter');
  await expect(field(form, 'Policy')).toHaveValue(policy.policyNumber);
  await fill(form, {
    ...{ Kind: 'Reimbursement', 'Date of loss': dayAgo(120), 'Intimated on': dayAgo(2) },
    ...{ 'Amount claimed': '41300', Hospital: 'Lakeshore Hospital' },
  });
  // The policy names nobody else.
  await field(form, 'Patient').press('ArrowDown');
  await expect(page.getByRole('option', { name: customer.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(form, 'Patient')).toHaveValue(customer.name);
  await page.keyboard.press('Control+Enter');
  await expect(form.getByText('This term covers').first()).toBeVisible();
  await fill(form, { 'Date of loss': dayAgo(5) });
  await page.keyboard.press('Control+Enter');
  await expect(toastArea(page)).toContainText('Claim Created');

  await page.goto(`/claims?policyId=${policy.id}`);
  await page.getByRole('row', { name: /^CL-/ }).click();
  const stages = panel(page).getByRole('region', { name: 'Stages' });
  await expect(stages.getByRole('listitem')).toHaveCount(1);
  await panel(page).getByRole('button', { name: 'Collect Documents' }).click();
  await expect(dialog(page, 'Collect Documents')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(toastArea(page)).toContainText('Claim Updated');
  await expect(stages.getByRole('listitem')).toHaveCount(2);

  const documents = panel(page).getByRole('region', { name: 'Documents' });
  await documents.getByRole('button', { name: 'Claim form', exact: true }).click();
  await expect(documents.getByText('1 of 8')).toBeVisible();
  await expectGoodLooks(page, 'a claim beside its list');
  await documents.getByRole('button', { name: 'Ask for 7 missing' }).click();
  const asking = dialog(page, 'Ask for Documents');
  await expect(asking.getByText('Discharge summary')).toBeVisible();
  await expect(asking.getByText('Claim form, filled in')).toBeHidden();
  await asking.getByRole('button', { name: 'Send Email' }).click();
  await expect(toastArea(page)).toContainText('Documents Requested');
  await expect(documents.getByText(/Last asked for by Email/)).toBeVisible();

  await panel(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Approve' }).click();
  const approving = dialog(page, 'Approve');
  await fill(approving, { 'Amount approved': '40000' });
  await page.keyboard.press('Control+Enter');
  await expect(approving.getByText('Why ₹1,300.00 less?').first()).toBeVisible();
  await fill(approving, { Deductions: 'Gloves' });
  await page.keyboard.press('Control+Enter');
  await expect(stages.getByText('Gloves')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Settle' })).toBeVisible();
  await panel(page).getByRole('tab', { name: 'History' }).click();
  await expect(panel(page).getByText(/Approved on .*₹40,000.00 \(Gloves\)/)).toBeVisible();
});

further(
  'a document is uploaded for a claim, from its panel and from the list of documents',
  async ({ page, request }) => {
    const { policy, customer } = await addCoveredCustomer(request);
    const { id, claimNumber } = await addClaim(request, {
      ...{ policyId: policy.id, lossDate: dayAgo(1), intimatedOn: dayAgo(1) },
    });
    await page.goto(`/claims?claim=${id}`);
    const documents = panel(page).getByRole('region', { name: 'Documents' });
    await expect(documents.getByText('0 of 4')).toBeVisible();
    await documents.getByRole('button', { name: 'More for Health card' }).click();
    await page.getByRole('menuitem', { name: 'Upload file' }).press('Enter');
    const form = dialog(page, 'Upload Document');
    await expect(form.getByLabel('Customer')).toHaveValue(customer.name);
    await expect(form.getByLabel('Claim', { exact: true })).toHaveValue(claimNumber);
    await expect(form.getByLabel('On the checklist')).toHaveValue('health_card');
    await expectGoodLooks(page, 'a document for a claim');
    await form.locator('input[type=file]').setInputFiles(pdfFile('Card.pdf'));
    await page.keyboard.press('Control+Enter');
    await expect(toastArea(page)).toContainText('Document Uploaded');
    await expect(documents.getByText('1 of 4')).toBeVisible();
    await documents.getByRole('link', { name: 'File of Health card' }).click();
    await expect(panel(page).getByRole('link', { name: claimNumber })).toBeVisible();
    await panel(page).getByRole('tab', { name: 'History' }).click();
    await expect(panel(page).getByText(claimNumber)).toBeVisible();

    await page.goto(`/customers?customer=${customer.id}&tab=documents&upload=1`);
    const other = dialog(page, 'Upload Document');
    await other.getByLabel('Document type').selectOption('claim_document');
    await other.getByLabel('Claim', { exact: true }).selectOption(String(id));
    await expect(other.getByLabel('Policy', { exact: true })).toHaveValue(policy.policyNumber);
    await other.getByLabel('On the checklist').selectOption('admission_note');
    await other.locator('input[type=file]').setInputFiles(pdfFile('Note.pdf'));
    await other.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(toastArea(page)).toContainText('Document Uploaded');
    await page.goto(`/claims?claim=${id}`);
    await expect(documents.getByText('2 of 4')).toBeVisible();
  },
);

further(
  'the claims of a customer and of a policy stand in their panels',
  async ({ page, request }) => {
    const { policy, customer } = await addCoveredCustomer(request);
    const { claimNumber } = await addClaim(request, {
      ...{ policyId: policy.id, lossDate: dayAgo(1), intimatedOn: dayAgo(1) },
    });
    for (const address of [
      `/customers?customer=${customer.id}&tab=claims`,
      `/health-insurance?policy=${policy.id}&tab=claims`,
    ]) {
      await page.goto(address);
      const link = panel(page).getByRole('link', { name: new RegExp(claimNumber) });
      await expect(link).toContainText('Insurer overdue');
    }
    await panel(page)
      .getByRole('link', { name: new RegExp(claimNumber) })
      .click();
    await expect(page).toHaveURL(/\/claims\?claim=\d+/);
    await expect(panel(page).getByRole('heading', { name: claimNumber })).toBeVisible();
  },
);

test('who renews after a claim for damage is warned of the No-Claim Bonus', async ({
  page,
  request,
}) => {
  const { id } = await addCustomer(request);
  const policy = await addPolicy(request, 'vehicle', id, {
    ...{ startDate: dayAgo(350), endDate: dayAgo(-14), ncbPercent: '20' },
  });
  const loss = { policyId: policy.id, lossDate: dayAgo(9), intimatedOn: dayAgo(8) };
  const { claimNumber } = await addClaim(request, { ...loss, kind: 'own_damage' });
  await page.goto(`/vehicle-insurance?edit=${policy.id}&change=renew`);
  const form = dialog(page, 'Renew Vehicle Policy');
  const warning = form.getByText(
    `There is a claim in this term (${claimNumber}): the No-Claim Bonus falls to 0 %.`,
  );
  await expect(warning).toBeVisible();
  await fill(form, { 'No-claim bonus': '0 %' });
  await expect(warning).toBeHidden();
});
