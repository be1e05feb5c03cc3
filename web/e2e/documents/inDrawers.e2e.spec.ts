import { confirmDelete } from '../support/confirm.js';
import {
  addDocument,
  chooseFiles,
  documentRow,
  dragFiles,
  findDocuments,
  openDocuments,
  uploadDialog,
  uploadItem,
} from '../support/documents.js';
import { pdfFile, pngFile } from '../support/files.js';
import { addCustomer, newWord } from '../support/people.js';
import { addPolicy, policyField } from '../support/policies.js';
import { customerRow, dialog, expectToast, ON_NAME, openList } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test('a KYC document uploaded in a customer’s drawer offers to set the status', async ({
  page,
  request,
}) => {
  const customer = await addCustomer(request);
  const name = `${newWord()}.png`;
  await openList(page, customer.name);
  await customerRow(page, customer.name).click(ON_NAME);
  const drawer = dialog(page, customer.name);
  await drawer.getByRole('tab', { name: 'Documents' }).click();
  await expect(drawer.getByText('No documents')).toBeVisible();
  await drawer.getByRole('button', { name: 'Upload document' }).click();
  await expect(policyField(uploadDialog(page), 'Customer')).toHaveValue(customer.name);
  await chooseFiles(page, [pngFile(name)]);
  await uploadDialog(page).getByRole('button', { name: 'Upload', exact: true }).click();
  await expectToast(page, 'Document Uploaded', `${name} has been stored.`);

  const offer = dialog(page, 'Set KYC Status');
  await offer.getByLabel('Verified').check();
  await offer.getByRole('button', { name: 'Set KYC Status' }).click();
  await expectToast(page, 'Customer Updated', `KYC of ${customer.name}: Verified.`);
  await expect(offer).toBeHidden();
  await expect(drawer.getByRole('link', { name })).toBeVisible();
  await expect(drawer.getByText('Verified')).toBeVisible();
  const [document] = await findDocuments(request, { customerId: customer.id });
  const saved = await (await request.get(`/api/customers/${customer.id}`)).json();
  expect(saved).toMatchObject({ kycStatus: 'verified', kycDocumentId: document?.id });

  await drawer.getByRole('tab', { name: 'History' }).click();
  await expect(drawer.getByRole('listitem').first()).toContainText('Verified');
  await page.keyboard.press('Escape');
  await expect(customerRow(page, customer.name)).toContainText('Verified');
});

further(
  'a file that was refused does not take away the offer to set the status',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const name = `${newWord()}.png`;
    await page.goto(`/customers?customer=${customer.id}&tab=documents`);
    await dialog(page, customer.name).getByRole('button', { name: 'Upload document' }).click();
    await chooseFiles(page, [pngFile(name), pngFile('Holiday.heic')]);
    await uploadDialog(page).getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(uploadItem(page, name)).toContainText('Uploaded');
    await uploadDialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(dialog(page, 'Set KYC Status')).toContainText(name);
  },
);

further(
  'a document on which a KYC status rests is not deleted, and one is told why',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const kyc = await addDocument(request, customer.id);
    const data = { kycStatus: 'verified', documentId: kyc.id };
    await request.put(`/api/customers/${customer.id}/kyc`, { data });
    await openDocuments(page, customer.name);
    await documentRow(page, kyc.fileName)
      .getByRole('button', { name: `Actions for ${kyc.fileName}` })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await confirmDelete(page);
    await expectToast(
      page,
      'Error',
      `The KYC status of ${customer.name} is based on this document. Base it on another document first.`,
    );
    await expect(documentRow(page, kyc.fileName)).toBeVisible();
  },
);

further('the offer may be declined: then nothing changes', async ({ page, request }) => {
  const customer = await addCustomer(request);
  await page.goto(`/customers?customer=${customer.id}&tab=documents&upload=1`);
  await chooseFiles(page, [pngFile('Declined.png')]);
  await page.keyboard.press('Control+Enter');
  await dialog(page, 'Set KYC Status').getByRole('button', { name: 'Not Now' }).click();
  await expect(dialog(page, customer.name).getByRole('link', { name: 'Declined' })).toBeVisible();
  const saved = await (await request.get(`/api/customers/${customer.id}`)).json();
  expect(saved).toMatchObject({ kycStatus: 'pending', kycDocumentId: null });
});

further(
  'files dropped onto a policy’s drawer become documents of that policy',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const policy = await addPolicy(request, 'health', customer.id);
    const elsewhere = await addDocument(request, customer.id);
    const name = `${newWord()}.pdf`;
    await page.goto(`/health-insurance?policy=${policy.id}&tab=documents`);
    const drawer = dialog(page, policy.policyNumber);
    await expect(drawer.getByText('No documents')).toBeVisible();
    await dragFiles(page, 'drop', [pdfFile(name)]);
    await expect(uploadItem(page, name)).toBeVisible();
    const form = uploadDialog(page);
    await expect(policyField(form, 'Policy')).toHaveValue(policy.policyNumber);
    await expect(policyField(form, 'Document type').locator('option')).toHaveText([
      'Policy document',
      'Claim document',
    ]);
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await expectToast(page, 'Document Uploaded', `${name} has been stored.`);
    await expect(form).toBeHidden();
    expect(await findDocuments(request, { policyId: policy.id })).toMatchObject([
      { fileName: name, documentType: 'policy_document', policyType: 'health' },
    ]);
    await expect(drawer.getByRole('link', { name: elsewhere.fileName })).toBeHidden();
    await drawer.getByRole('link', { name }).click();
    await expect(dialog(page, name)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer.getByRole('link', { name })).toBeVisible();
  },
);
