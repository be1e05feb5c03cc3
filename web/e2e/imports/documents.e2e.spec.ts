import { zipOf } from '@insuremanager/deploy/testing/zips';
import { dragFiles, findDocuments } from '../support/documents.js';
import { pdfOf } from '../support/files.js';
import { cellOf, csvOf, importState, kindOfRows } from '../support/imports.js';
import { expectGoodLooks } from '../support/looks.js';
import { findCustomers, newMobile, newWord } from '../support/people.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

further(
  'a ZIP of documents is dropped, repaired and written; bell and history tell it',
  async ({ page, request }) => {
    const surname = newWord();
    // With a column of its own, no sheet is read as one before was.
    const header = ['Ref', 'Name', 'Phone', `Remarks ${surname}`];
    const people = csvOf('people.csv', [header, [surname, `Asha ${surname}`, newMobile(), 'new']]);
    const zip = await zipOf({
      'people.csv': people.buffer,
      [`${surname}/KYC/aadhaar.pdf`]: pdfOf(1),
      [`${surname}/paper.pdf`]: pdfOf(2),
      [`${surname}/kyc notes.txt`]: 'no document',
      [`Not ${surname}/pan.pdf`]: pdfOf(1),
    });
    await page.goto('/import');
    await expect(page.getByRole('button', { name: 'Choose File' })).toBeVisible();
    await dragFiles(page, 'drop', [
      { name: `${surname}.zip`, mimeType: 'application/zip', buffer: zip },
    ]);
    await expect(importState(page)).toHaveText('Columns');
    await page.getByRole('link', { name: /^Files/ }).press('Enter');
    const becomes = (heading: string) => page.getByRole('combobox', { name: heading, exact: true });
    await expect(becomes('Folder')).toHaveValue('folder');
    await expectGoodLooks(page, 'the columns of files');
    await page.getByRole('button', { name: 'Check 5 rows' }).press('Enter');
    await expect(importState(page)).toHaveText('Checked');

    await page.getByRole('link', { name: /^Files/ }).press('Enter');
    await expect(kindOfRows(page, /^With problems 3$/)).toHaveAttribute('aria-current', 'true');
    await expectGoodLooks(page, 'files that are not taken');
    await cellOf(page, 2, 2).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Document type, row 2' }).fill('KYC');
    await page.keyboard.press('Enter');
    await expect(kindOfRows(page, /^With problems 2$/)).toBeVisible();
    await kindOfRows(page, /^New 2$/).press('Enter');
    await expect(
      page.getByRole('grid').getByText(`Customer: Asha ${surname}`).first(),
    ).toBeVisible();
    await expectGoodLooks(page, 'to whom files go');

    await page.getByRole('button', { name: 'Import 3 rows' }).press('Enter');
    await page
      .getByRole('alertdialog', { name: 'Import 3 rows?' })
      .getByRole('button', { name: 'Import' })
      .press('Enter');
    await expect(importState(page)).toHaveText('Imported');
    const [asha] = await findCustomers(request, surname);
    const documents = await findDocuments(request, { customerId: asha?.id ?? 0 });
    expect(documents.map(({ fileName, documentType }) => [fileName, documentType]).sort()).toEqual([
      ['aadhaar.pdf', 'kyc'],
      ['paper.pdf', 'kyc'],
    ]);

    const address = new URL(page.url()).pathname;
    await page.goto(`/customers?customer=${asha?.id}&tab=history`);
    const history = page.getByRole('link', { name: /^by the import of / });
    await expect(history).toHaveAttribute('href', address);
    await expectGoodLooks(page, 'a history that names its import');
    await page.getByRole('button', { name: /^Notifications/ }).press('Enter');
    const told = page.getByRole('link', { name: /^Import finished ?3 added, 2 left out/ });
    await expect(told.first()).toBeVisible();
    await expectGoodLooks(page, 'the end of an import');
    await told.first().press('Enter');
    await expect(page).toHaveURL(address);
  },
);
