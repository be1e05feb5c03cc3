import { FILE_SENTENCES, LARGEST_FILE } from '@insuremanager/contracts/documents/documentKinds';
import {
  addDocument,
  chooseFiles,
  documentRow,
  dragFiles,
  findDocuments,
  openDocuments,
  pickPolicyholder,
  uploadDialog,
  uploadItem,
} from '../support/documents.js';
import { pdfFile, pngFile, wordFile } from '../support/files.js';
import { tabThrough } from '../support/keyboard.js';
import { addCustomer, newWord } from '../support/people.js';
import { addPolicy, pickCustomer, policyField } from '../support/policies.js';
import { expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: /status of 400 .*\/api\/documents\/upload$/s });

test('several files become documents of one customer, in the list and in the cards', async ({
  page,
  request,
}) => {
  const word = newWord();
  const customer = await addCustomer(request);
  await openDocuments(page, word);
  await page.getByRole('button', { name: 'Upload Document' }).first().click();
  await chooseFiles(page, [pdfFile(`${word} 1.pdf`), pngFile(`${word} 2.png`)]);
  await chooseFiles(page, [wordFile(`${word} 3.doc`)]);
  await pickPolicyholder(page, customer.name);
  await uploadDialog(page).getByRole('button', { name: 'Upload 3 Files' }).click();
  await expectToast(page, 'Document Uploaded', '3 documents have been stored.');
  await expect(uploadDialog(page)).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: /^3 documents$/ })).toBeVisible();
  await expect(documentRow(page, `${word} 1.pdf`)).toContainText(customer.name);
  const found = await findDocuments(request, { customerId: customer.id });
  expect(found.map(({ documentType }) => documentType)).toEqual(['kyc', 'kyc', 'kyc']);
});

further(
  'without a file or a customer nothing is sent, and it is said what is missing',
  async ({ page }) => {
    await openDocuments(page);
    await page.getByRole('button', { name: 'Upload Document' }).first().click();
    const form = uploadDialog(page);
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await expectToast(page, 'Error', 'Please select a file and customer.');
    await expect(form.getByText('Choose at least one file')).toBeVisible();
    await expect(form.getByText('Customer is required')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Choose files' })).toBeFocused();
    await chooseFiles(page, [pdfFile('Alone.pdf')]);
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(policyField(form, 'Customer')).toBeFocused();
  },
);

further(
  'a document of a policy names the policy; one for KYC has none',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const policy = await addPolicy(request, 'vehicle', customer.id);
    const other = await addPolicy(request, 'health', customer.id);
    const name = `${newWord()}.pdf`;
    await openDocuments(page);
    await page.getByRole('button', { name: 'Upload Document' }).first().click();
    const form = uploadDialog(page);
    await expect(policyField(form, 'Policy type')).toBeHidden();
    await policyField(form, 'Document type').selectOption('Claim document');
    await expect(policyField(form, 'Policy')).toBeDisabled();
    await pickCustomer(page, form, customer.name);
    await policyField(form, 'Policy type').selectOption('Vehicle');
    await policyField(form, 'Policy').click();
    await expect(page.getByRole('option', { name: other.policyNumber })).toBeHidden();
    await page.getByRole('option', { name: policy.policyNumber }).click();
    await chooseFiles(page, [pdfFile(name)]);
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await expectToast(page, 'Document Uploaded', `${name} has been stored.`);
    expect(await findDocuments(request, { customerId: customer.id })).toMatchObject([
      { documentType: 'claim_document', policyType: 'vehicle', policyId: policy.id },
    ]);
  },
);

further(
  'a file that cannot be taken says so at its row, the others go on',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const word = newWord();
    await openDocuments(page);
    await page.getByRole('button', { name: 'Upload Document' }).first().click();
    const large = { ...pdfFile('Large.pdf'), buffer: Buffer.alloc(LARGEST_FILE + 1) };
    await chooseFiles(page, [
      { ...pdfFile('Empty.pdf'), buffer: Buffer.alloc(0) },
      { ...pdfFile('Program.exe') },
      { ...pdfFile('Disguised.pdf'), buffer: Buffer.from('MZ, and the rest of a program') },
      large,
      pdfFile(`${word}.pdf`),
    ]);
    await expect(uploadItem(page, 'Empty.pdf')).toContainText(FILE_SENTENCES.empty);
    await expect(uploadItem(page, 'Program.exe')).toContainText(FILE_SENTENCES.wrongKind);
    await expect(uploadItem(page, 'Large.pdf')).toContainText(FILE_SENTENCES.tooLarge);
    await pickPolicyholder(page, customer.name);
    await uploadDialog(page).getByRole('button', { name: 'Upload 2 Files' }).click();
    await expectToast(page, 'Upload Failed', `Stored: ${word}.pdf. Not stored: Disguised.pdf.`);
    await expect(uploadItem(page, 'Disguised.pdf')).toContainText(FILE_SENTENCES.wrongKind);
    await expect(uploadItem(page, `${word}.pdf`)).toContainText('Uploaded');
    await expect(uploadDialog(page).getByRole('button', { name: /^Retry/ })).toBeHidden();
    await uploadDialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(uploadDialog(page)).toBeHidden();
    await expect(documentRow(page, `${word}.pdf`)).toBeVisible();
  },
);

further(
  'what was refused for its content is nothing to save: one leaves, or sends the next',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const disguised = { ...pdfFile('Disguised.pdf'), buffer: Buffer.from('MZ') };
    const name = `${newWord()}.pdf`;
    const form = uploadDialog(page);
    await page.goto(`/customers?customer=${customer.id}&tab=documents&upload=1`);
    await chooseFiles(page, [disguised]);
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(form.getByRole('listitem').getByRole('alert')).toHaveText(
      FILE_SENTENCES.wrongKind,
    );
    await expect(form.getByRole('listitem').getByRole('button')).toHaveAccessibleName(
      'Remove Disguised.pdf',
    );
    await chooseFiles(page, [pdfFile(name)]);
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await expectToast(page, 'Document Uploaded', `${name} has been stored.`);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  },
);

further(
  'a file that the customer has already is stored, and it is said where it is',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const file = pdfFile(`${newWord()}.pdf`);
    await addDocument(request, customer.id, { file });
    const form = uploadDialog(page);
    await page.goto(`/customers?customer=${customer.id}&tab=documents&upload=1`);
    await chooseFiles(page, [{ ...file, name: 'Scan.pdf' }]);
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    const notice = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('paragraph');
    await expect(notice).toContainText('Scan.pdf has been stored.');
    await expect(notice).toContainText(`as “${file.name}”.`);
    expect(await findDocuments(request, { customerId: customer.id })).toHaveLength(2);
  },
);

further('files are dropped onto the list, and onto the dialog', async ({ page }) => {
  await openDocuments(page);
  await expect(page.getByRole('button', { name: 'Upload Document' }).first()).toBeVisible();
  await dragFiles(page, 'dragenter', [pdfFile('First.pdf')]);
  await expect(page.getByText('Drop files to upload')).toBeVisible();
  await dragFiles(page, 'drop', [pdfFile('First.pdf')]);
  await expect(uploadItem(page, 'First.pdf')).toBeVisible();
  await expect(page.getByText('Drop files to upload')).toBeHidden();
  await dragFiles(page, 'drop', [pngFile('Second.png'), pdfFile('Third.pdf')]);
  await expect(uploadDialog(page).getByRole('listitem')).toHaveText([/First/, /Second/, /Third/]);
});

further('files are uploaded with the keyboard alone', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const name = `${newWord()}.pdf`;
  // From the beginning: the browser takes a moment to hand its choice of files to the test, in which
  // a key pressed at once would open that choice itself.
  const choosing = page.waitForEvent('filechooser', { timeout: 120_000 });
  await openDocuments(page);
  await page.getByRole('button', { name: 'Upload Document' }).first().focus();
  await page.keyboard.press('Enter');
  const form = uploadDialog(page);
  await expect(form.getByRole('button', { name: 'Choose files' })).toBeFocused();
  await page.keyboard.press('Enter');
  await (await choosing).setFiles([pdfFile(name)]);
  await expect(uploadItem(page, name)).toBeVisible();
  await tabThrough(page, [`Remove ${name}`, 'Customer']);
  await page.keyboard.insertText(customer.name);
  await expect(page.getByRole('option', { name: customer.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await tabThrough(page, ['Choose another customer', 'Document type', 'Cancel', 'Upload']);
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Document Uploaded', `${name} has been stored.`);
  await expect(form).toBeHidden();
});
