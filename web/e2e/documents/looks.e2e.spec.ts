import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import type { Page } from '@playwright/test';
import {
  addDocument,
  chooseFiles,
  documentRow,
  dragFiles,
  openDocuments,
  uploadDialog,
} from '../support/documents.js';
import { pdfFile, pngFile, wordFile } from '../support/files.js';
import { expectGoodLooks } from '../support/looks.js';
import { cutOff, hold, LOST_CONNECTIONS, ofOperation, toPath } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import { addPolicy, policyField } from '../support/policies.js';
import { dialog, dismissToast } from '../support/screens.js';
import { expect, test } from '../support/test.js';

// Each run looks at every screen in looks/screens.
test.skip(!isExhaustive(import.meta.url), 'exhaustive, of another share');

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

test.use({
  expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 400`),
});

/** Documents with all there is to show, some of it long. */
async function addFull(page: Page) {
  const word = newWord();
  const customer = await addCustomer(page.request, {
    name: `Venkatanarasimharajuvaripeta Subrahmanyam Iyer ${word}`,
  });
  const policy = await addPolicy(page.request, 'health', customer.id, {
    policyNumber: `HL/2026/a-very-long-policy-number-of-an-insurer/${word}`,
  });
  const long = `${word} Aadhaar card, front and back, as scanned at the branch in Kozhikode`;
  const pdf = await addDocument(page.request, customer.id, {
    file: pdfFile(`${long}.pdf`, 3),
    documentType: 'policy_document',
    policyType: 'health',
    policyId: policy.id,
  });
  await addDocument(page.request, customer.id, { file: pngFile(`${word}.png`) });
  const letter = await addDocument(page.request, customer.id, { file: wordFile(`${word}.doc`) });
  return { word, customer, policy, pdf, letter };
}

for (const [where, viewport] of Object.entries(WIDTHS)) {
  test.describe(`on a ${where}`, () => {
    test.use({ viewport });

    test('the list of documents looks right in each of its states', async ({ page }) => {
      const { word, customer, pdf } = await addFull(page);
      const list = await hold(page, ofOperation('DocumentList'));
      await openDocuments(page, word);
      await expect(page.getByRole('status', { name: 'Loading documents' })).toBeVisible();
      await expectGoodLooks(page, 'skeleton');
      list.release();
      await expect(documentRow(page, pdf.fileName)).toBeVisible();
      await expectGoodLooks(page, 'documents');
      await documentRow(page, pdf.fileName).click({ button: 'right' });
      await expect(page.getByRole('menu')).toBeVisible();
      await expectGoodLooks(page, 'the menu of a row');
      await page.keyboard.press('Escape');
      await page.goto(
        `/documents?documentType=claim_document&fileKind=docx&customerId=${customer.id}`,
      );
      await expect(page.getByText('No documents match your search criteria')).toBeVisible();
      await expectGoodLooks(page, 'nothing found, with filters');
      await page.getByRole('button', { name: 'Advanced Search' }).click();
      await expect(page.getByRole('form', { name: 'Advanced Search' })).toBeVisible();
      await expectGoodLooks(page, 'Advanced Search');
      await cutOff(page, ofOperation('DocumentList'));
      await openDocuments(page);
      await expect(page.getByText('Failed to load documents')).toBeVisible();
      await expectGoodLooks(page, 'failure');
    });

    test('the upload dialog looks right: empty, wrong, on its way, done', async ({ page }) => {
      const { customer, policy } = await addFull(page);
      await page.goto('/documents?upload=1');
      const form = uploadDialog(page);
      await form.getByRole('button', { name: 'Upload', exact: true }).click();
      await expect(form.getByText('Customer is required')).toBeVisible();
      await expectGoodLooks(page, 'what is missing');
      await dismissToast(page);
      await dragFiles(page, 'dragenter', [pdfFile('Over.pdf')]);
      await expect(form.locator('[data-over=true]')).toBeVisible();
      await expectGoodLooks(page, 'files over the dialog');
      await policyField(form, 'Document type').selectOption('Claim document');
      await policyField(form, 'Customer').fill(customer.name);
      await page.getByRole('option', { name: customer.name }).click();
      await policyField(form, 'Policy').click();
      await expect(page.getByRole('option', { name: policy.policyNumber })).toBeVisible();
      await expectGoodLooks(page, 'picking a policy');
      await page.keyboard.press('Enter');
      const held = await hold(page, toPath('/api/documents/upload'));
      const long = 'A name of a file that is as long as those of scanners often are 2026-11-21';
      await chooseFiles(page, [
        pdfFile(`${long}.pdf`),
        { ...pdfFile('Disguised.pdf'), buffer: Buffer.from('MZ') },
        pdfFile('Third.pdf'),
        pdfFile('Fourth.pdf'),
        pdfFile('Program.exe'),
      ]);
      await form.getByRole('button', { name: 'Upload 4 Files' }).click();
      await expect.poll(held.count).toBe(3);
      await expectGoodLooks(page, 'on their way');
      held.release();
      await expect(form.getByText('Uploaded')).toHaveCount(3);
      await expectGoodLooks(page, 'done, but for one');
    });

    test('the drawer looks right: a PDF, its history, a Word file', async ({ page }) => {
      const { pdf, letter } = await addFull(page);
      await page.goto(`/documents?document=${pdf.id}`);
      const drawer = dialog(page, pdf.fileName);
      await expect(drawer.locator('[data-page="1"]')).toHaveAttribute('data-state', 'drawn');
      await expect(drawer.getByText('Page 1', { exact: true })).toBeVisible();
      await expectGoodLooks(page, 'a PDF');
      await drawer.getByRole('tab', { name: 'History' }).click();
      await expect(drawer.getByRole('listitem').first()).toBeVisible();
      await expectGoodLooks(page, 'history');
      await page.goto(`/documents?document=${letter.id}`);
      await expect(dialog(page, letter.fileName).getByText('No preview')).toBeVisible();
      await expectGoodLooks(page, 'a Word file');
    });

    test('a customer’s documents and the offer to set the status look right', async ({ page }) => {
      const { customer, pdf } = await addFull(page);
      await page.goto(`/customers?customer=${customer.id}&tab=documents`);
      const policyholder = dialog(page, customer.name);
      await expect(policyholder.getByRole('link', { name: pdf.fileName })).toBeVisible();
      await expectGoodLooks(page, 'a customer’s documents');
      await policyholder.getByRole('button', { name: 'Upload document' }).click();
      await chooseFiles(page, [pngFile('Offer.png')]);
      await uploadDialog(page).getByRole('button', { name: 'Upload', exact: true }).click();
      await expect(dialog(page, 'Set KYC Status')).toBeVisible();
      await expectGoodLooks(page, 'the offer to set the KYC status');
    });
  });
}
