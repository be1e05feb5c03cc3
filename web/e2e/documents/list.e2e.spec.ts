import type { Page } from '@playwright/test';
import { cancelDelete, confirmDelete } from '../support/confirm.js';
import {
  addDocument,
  documentGrid,
  documentRow,
  findDocuments,
  openDocuments,
} from '../support/documents.js';
import { pdfFile, pngFile, wordFile } from '../support/files.js';
import {
  answerWith,
  breakDown,
  cutOff,
  LOST_CONNECTIONS,
  ofOperation,
} from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import { addPolicy, pickCustomer } from '../support/policies.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test, WHOLE_BOOK } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

/** What the driver of the browser finds out in a tab that runs no scripts. */
const NO_SCRIPTS = /Blocked script execution in '\S+\/preview'/;

test.use({
  expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|${NO_SCRIPTS.source}|status of 502`),
});

/** Documents of every type and of two customers, whose file names hold one word. */
async function addSome(page: Page) {
  const word = newWord();
  const customer = await addCustomer(page.request);
  const other = await addCustomer(page.request);
  const policy = await addPolicy(page.request, 'health', customer.id);
  const kyc = await addDocument(page.request, customer.id, { file: pngFile(`${word} A.png`) });
  const claim = await addDocument(page.request, other.id, {
    file: wordFile(`${word} B.doc`),
    documentType: 'claim_document',
  });
  const ofPolicy = await addDocument(page.request, customer.id, {
    file: pdfFile(`${word} C.pdf`, 40),
    documentType: 'policy_document',
    policyType: 'health',
    policyId: policy.id,
  });
  return { word, customer, other, policy, kyc, claim, ofPolicy };
}

const names = (page: Page) => documentGrid(page).locator('[role=row][data-row] [data-cell=name]');
const count = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: /^[\d,+]+ documents?$/ })).toHaveText(text);

further('a row tells what a document is, whose, and how large', async ({ page }) => {
  const { word, customer, policy, ofPolicy } = await addSome(page);
  await openDocuments(page, word);
  const row = documentRow(page, ofPolicy.fileName);
  await expect(row).toContainText('Policy document');
  await expect(row).toContainText(policy.policyNumber);
  await expect(row).toContainText(`${(ofPolicy.fileSize / 1024).toFixed(2)} KB`);
  await expect(row.getByText('PDF', { exact: true })).toHaveCount(1);
  // Wherever it is clicked, a row opens its own record; the panel leads on.
  await expect(row.getByRole('link')).toHaveCount(0);
  await row.getByText(customer.name).click();
  const panel = dialog(page, ofPolicy.fileName);
  await panel.getByRole('link', { name: customer.name }).first().click();
  await expect(dialog(page, customer.name)).toBeVisible();
});

further(
  'the list is sorted by name and by size, and found by the customer, too',
  async ({ page }) => {
    const { word, customer, kyc, claim, ofPolicy } = await addSome(page);
    await openDocuments(page, word);
    await expect(names(page)).toHaveText([/C\.pdf/, /B\.doc/, /A\.png/]);
    await page.getByRole('button', { name: 'Document', exact: true }).click();
    await expect(names(page)).toHaveText([/A\.png/, /B\.doc/, /C\.pdf/]);
    await page.getByRole('button', { name: 'Size' }).click();
    const bySize = [kyc, claim, ofPolicy].sort((a, b) => b.fileSize - a.fileSize);
    await expect(names(page)).toHaveText(bySize.map(({ fileName }) => new RegExp(fileName)));
    await page.getByRole('searchbox', { name: 'Search documents' }).fill(customer.name);
    await count(page, '2 documents');
  },
);

further('each card opens the list that it counts', { tag: WHOLE_BOOK }, async ({ page }) => {
  await addSome(page);
  await openDocuments(page);
  const cards = page.getByRole('list', { name: 'Summary' });
  for (const [label, type] of [
    ['KYC Documents', 'kyc'],
    ['Policy Documents', 'policy_document'],
    ['Claim Documents', 'claim_document'],
    ['Total Documents', null],
  ] as const) {
    const card = cards.getByRole('button', { name: label });
    await expect(card.locator('strong')).toHaveText(/\d/);
    const figure = await card.locator('strong').innerText();
    await card.click();
    await expect(page).toHaveURL(type ? `/documents?documentType=${type}` : '/documents');
    await count(page, `${figure} document${figure === '1' ? '' : 's'}`);
  }
});

further(
  'filters narrow the list, stay in the address, and are taken away one by one',
  async ({ page }) => {
    const { word, customer } = await addSome(page);
    await openDocuments(page, word);
    await count(page, '3 documents');
    await page.getByRole('button', { name: 'Advanced Search' }).click();
    const form = page.getByRole('form', { name: 'Advanced Search' });
    await form.getByText('KYC', { exact: true }).click();
    await form.getByText('Policy document', { exact: true }).click();
    await form.getByText('PDF', { exact: true }).click();
    await pickCustomer(page, form, customer.name);
    await form.getByLabel('Policy type').selectOption('Health');
    await form.getByRole('button', { name: 'Apply' }).click();
    await count(page, '1 document');
    const tags = page.getByRole('list', { name: 'Filters' });
    await expect(tags.getByRole('listitem')).toHaveText([
      'Type: KYC',
      'Type: Policy document',
      'File: PDF',
      `Customer: ${customer.name}`,
      'Policy type: Health',
      'Clear all',
    ]);
    await page.reload();
    await count(page, '1 document');
    await tags.getByRole('button', { name: 'Remove filter Policy type: Health' }).click();
    await tags.getByRole('button', { name: 'Remove filter File: PDF' }).click();
    await count(page, '2 documents');
    await tags.getByRole('button', { name: 'Clear all' }).click();
    await count(page, '3 documents');
  },
);

further('an empty list says so, and so does one that nothing fits', async ({ page }) => {
  const empty = await answerWith(page, 'DocumentList', () => ({
    documents: {
      __typename: 'DocumentPage',
      items: [],
      nextCursor: null,
      count: { __typename: 'BoundedCount', count: 0, exact: true },
    },
  }));
  await openDocuments(page);
  await expect(page.getByText('Get started by adding your first document')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Upload Document' }).nth(1).click();
  await expect(dialog(page, 'Upload Document')).toBeVisible();
  await empty.stop();
  await openDocuments(page, newWord());
  await expect(page.getByText('No documents match your search criteria')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(documentGrid(page)).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search documents' })).toHaveValue('');
});

further('a search takes as much text as can be searched for', async ({ page }) => {
  await openDocuments(page);
  const box = page.getByRole('searchbox', { name: 'Search documents' });
  await box.pressSequentially('q'.repeat(205));
  await expect(box).toHaveValue('q'.repeat(200));
  await expect(page.getByText('No documents match your search criteria')).toBeVisible();
});

further('a list that cannot be loaded says so, and is asked for again', async ({ page }) => {
  const broken = await breakDown(page, ofOperation('DocumentList'));
  await openDocuments(page);
  await expect(page.getByText('Failed to fetch documents')).toBeVisible();
  await broken.stop();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(documentGrid(page)).toBeVisible();
});

const openMenu = async (page: Page, fileName: string) => {
  await documentRow(page, fileName)
    .getByRole('button', { name: `Actions for ${fileName}` })
    .click();
};

test('a document is opened in a new tab, and downloaded under its own name', async ({
  page,
  context,
}) => {
  const customer = await addCustomer(page.request);
  const word = newWord();
  const file = pngFile(`${word} आधार "front".png`);
  const { id } = await addDocument(page.request, customer.id, { file });
  await openDocuments(page, word);
  const name = `${word} आधार _front_.png`;
  await openMenu(page, name);
  const opening = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Open in new tab' }).click();
  const tab = await opening;
  await expect(tab).toHaveURL(`/api/documents/${id}/preview`);
  await expect(tab.locator('img')).toBeVisible();
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await tab.close();
  await openMenu(page, name);
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe(name);
});

further('deleting a document asks first', async ({ page }) => {
  const { word, customer, kyc } = await addSome(page);
  await openDocuments(page, word);
  await openMenu(page, kyc.fileName);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await cancelDelete(page);
  await expect(documentRow(page, kyc.fileName)).toBeVisible();

  const broken = await cutOff(page, ofOperation('DeleteDocument'));
  await openMenu(page, kyc.fileName);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await confirmDelete(page);
  await expectToast(page, 'Error', 'Failed to delete document. Please try again.');
  await broken.stop();
  await openMenu(page, kyc.fileName);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await confirmDelete(page);
  await expectToast(page, 'Document Deleted', `${kyc.fileName} has been deleted.`);
  await expect(documentRow(page, kyc.fileName)).toBeHidden();
  await count(page, '2 documents');
  expect(await findDocuments(page.request, { customerId: customer.id })).toHaveLength(1);
});

further('on a phone, no dash stands where a document has no policy', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { word, kyc, ofPolicy, policy } = await addSome(page);
  await openDocuments(page, word);
  await expect(documentRow(page, ofPolicy.fileName).getByText(policy.policyNumber)).toBeVisible();
  await expect(documentRow(page, kyc.fileName)).toBeVisible();
  await expect(documentRow(page, kyc.fileName).getByText('–', { exact: true })).toBeHidden();
});
