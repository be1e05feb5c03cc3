import type { Page } from '@playwright/test';
import { confirmDelete } from '../support/confirm.js';
import { addDocument, documentRow, openDocuments } from '../support/documents.js';
import { pdfFile, pngFile, type TestFile, wordFile } from '../support/files.js';
import { breakDown, toPath } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: /status of 502 .*\/preview$/s });

async function addFile(page: Page, file: TestFile) {
  const customer = await addCustomer(page.request);
  const document = await addDocument(page.request, customer.id, { file });
  return { customer, ...document, drawer: dialog(page, document.fileName) };
}

test('a PDF is shown page by page, drawn as it comes into sight', async ({ page }) => {
  const { id, drawer, fileName } = await addFile(page, pdfFile(`${newWord()}.pdf`, 12));
  await page.goto(`/documents?document=${id}`);
  await expect(drawer.getByText('12 pages')).toBeVisible();
  const pages = drawer.getByRole('region', { name: `Pages of ${fileName}` });
  const nth = (number: number) => pages.locator(`[data-page="${number}"]`);
  await expect(nth(1)).toHaveAttribute('data-state', 'drawn');
  await expect(nth(12)).toHaveAttribute('data-state', 'waiting');
  await expect(pages.getByRole('img', { name: 'Page 1 of 12' })).toBeVisible();
  // What is written on a page is there in ink.
  const dark = await nth(1)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return (pixels ?? []).filter((value, at) => at % 4 === 0 && value < 100).length;
    });
  expect(dark).toBeGreaterThan(200);

  await pages.focus();
  await page.keyboard.press('End');
  await expect(nth(12)).toHaveAttribute('data-state', 'drawn');
  await expect(nth(1)).toHaveAttribute('data-state', 'waiting');
  await page.keyboard.press('Home');
  await expect(nth(1)).toHaveAttribute('data-state', 'drawn');

  const width = () => nth(1).evaluate((element) => element.getBoundingClientRect().width);
  const fitting = await width();
  await drawer.getByRole('button', { name: 'Larger' }).click();
  await expect.poll(width).toBeCloseTo(fitting * 1.5, -1);
  await drawer.getByRole('button', { name: 'Fit the width' }).click();
  await expect.poll(width).toBe(fitting);
});

further('the name of a file is shown in the direction in which it is written', async ({ page }) => {
  const arabic = await addFile(page, pngFile(`وثيقة ${newWord()}.png`));
  await page.goto(`/documents?document=${arabic.id}`);
  const heading = arabic.drawer.getByRole('heading', { name: arabic.fileName });
  await expect(heading).toHaveCSS('direction', 'rtl');
  await expect(heading).toHaveCSS('text-align', 'left');
  const latin = await addFile(page, pngFile(`${newWord()} وثيقة.png`));
  await page.goto(`/documents?document=${latin.id}`);
  const other = latin.drawer.getByRole('heading', { name: latin.fileName });
  await expect(other).toHaveCSS('direction', 'ltr');
});

further(
  'the reader of PDFs comes with the first of them, from here, and nothing is refused',
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const picture = await addFile(page, pngFile(`${newWord()}.png`));
    await page.goto(`/documents?document=${picture.id}`);
    await expect(picture.drawer.getByRole('img', { name: picture.fileName })).toBeVisible();
    expect(asked.filter((url) => /pdf/i.test(url))).toEqual([]);
    const pdf = await addFile(page, pdfFile(`${newWord()}.pdf`));
    await page.goto(`/documents?document=${pdf.id}`);
    await expect(pdf.drawer.getByText('1 page', { exact: true })).toBeVisible();
    await expect(pdf.drawer.locator('[data-page="1"]')).toHaveAttribute('data-state', 'drawn');
    const origin = new URL(page.url()).origin;
    expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('blob:'))).toEqual([]);
  },
);

further('a Word file has no preview, and is downloaded', async ({ page }) => {
  const { id, drawer, fileName } = await addFile(page, wordFile(`${newWord()}.doc`));
  await page.goto(`/documents?document=${id}`);
  await expect(drawer.getByText('No preview for Word files')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Download' }).last().click();
  expect((await downloading).suggestedFilename()).toBe(fileName);
});

further('a preview that cannot be loaded says so, and is asked for again', async ({ page }) => {
  const { id, drawer, fileName } = await addFile(page, pngFile(`${newWord()}.png`));
  const broken = await breakDown(page, toPath(`/api/documents/${id}/preview`));
  await page.goto(`/documents?document=${id}`);
  await expect(drawer.getByText('Failed to load the preview')).toBeVisible();
  await broken.stop();
  await drawer.getByRole('button', { name: 'Retry' }).click();
  await expect(drawer.getByRole('img', { name: fileName })).toBeVisible();
});

further(
  'the drawer tells the history, leads to the customer, and Back leads here',
  async ({ page }) => {
    const word = newWord();
    const { customer, drawer, fileName } = await addFile(page, pdfFile(`${word}.pdf`));
    await openDocuments(page, word);
    await documentRow(page, fileName).locator('[data-cell=name]').click();
    await drawer.getByRole('tab', { name: 'History' }).click();
    await expect(drawer.getByRole('listitem')).toHaveCount(1);
    await expect(drawer.getByRole('listitem')).toContainText(fileName);
    await expect(drawer.getByRole('listitem')).toContainText(customer.name);
    await drawer.getByRole('tab', { name: 'Details' }).click();
    await drawer.getByRole('link', { name: customer.name }).first().click();
    await expect(dialog(page, customer.name)).toBeVisible();
    await page.goBack();
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  },
);

further(
  'a document is deleted from its drawer; its address then tells what became of it',
  async ({ page }) => {
    const { id, drawer, fileName } = await addFile(page, pdfFile(`${newWord()}.pdf`));
    await page.goto(`/documents?document=${id}`);
    await drawer.getByRole('button', { name: 'Delete' }).click();
    await confirmDelete(page);
    await expectToast(page, 'Document Deleted', `${fileName} has been deleted.`);
    await expect(drawer).toBeHidden();
    await page.goto(`/documents?document=${id}`);
    await expect(drawer.getByText('Deleted', { exact: true })).toBeVisible();
    await expect(drawer.getByRole('listitem')).toHaveCount(2);
  },
);
