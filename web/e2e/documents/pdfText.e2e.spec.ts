import type { Locator, Page } from '@playwright/test';
import { addDocument } from '../support/documents.js';
import { pdfFile, type TestFile } from '../support/files.js';
import { addCustomer, newWord } from '../support/people.js';
import { dialog } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

/** A document opened in its drawer, with its first page drawn and its text over it. */
async function open(page: Page, file: TestFile) {
  const customer = await addCustomer(page.request);
  const { id, fileName } = await addDocument(page.request, customer.id, { file });
  await page.goto(`/documents?document=${id}`);
  const drawer = dialog(page, fileName);
  const pages = drawer.getByRole('region', { name: `Pages of ${fileName}` });
  const nth = (number: number) => pages.locator(`[data-page="${number}"]`);
  await expect(nth(1)).toHaveAttribute('data-state', 'drawn');
  await expect(nth(1).locator('.pdf-page-text')).toHaveAttribute('data-state', 'laid');
  return { drawer, pages, nth };
}

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Where the ink of a drawing lies in the window, in CSS pixels. */
const textWriterOf = (page: Locator): Promise<Edges> =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
    const isDark = (at: number) => (pixels?.[at * 4] ?? 255) < 128;
    const places = Array.from({ length: width * height }, (_, at) => at).filter(isDark);
    const across = places.map((at) => at % width).sort((a, b) => a - b);
    const box = canvas.getBoundingClientRect();
    const scale = box.width / width;
    return {
      left: box.left + (across.at(0) ?? Number.NaN) * scale,
      right: box.left + (across.at(-1) ?? Number.NaN) * scale,
      top: box.top + Math.floor((places.at(0) ?? Number.NaN) / width) * scale,
      bottom: box.top + Math.floor((places.at(-1) ?? Number.NaN) / width) * scale,
    };
  });

/** The letters of a page lie over their drawing; a letter has a little room around its ink. */
async function expectTextOverInk(page: Locator, text: string) {
  await expect
    .poll(async () => {
      const letters = await page.getByText(text).evaluate((span) => {
        const { left, right, top, bottom } = span.getBoundingClientRect();
        return { left, right, top, bottom };
      });
      const ink = await textWriterOf(page);
      const room = (letters.bottom - letters.top) / 5;
      return {
        left: Math.abs(letters.left - ink.left) < room,
        right: Math.abs(letters.right - ink.right) < room,
        top: letters.top < ink.top && ink.top - letters.top < 2 * room,
        bottom: ink.bottom - letters.bottom < room && letters.bottom > ink.top,
      };
    })
    .toEqual({ left: true, right: true, top: true, bottom: true });
}

const SCREENS = {
  'a desk': { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  'a fine desk': { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1.5 },
  'a phone': { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 },
};

for (const [where, screen] of Object.entries(SCREENS)) {
  test.describe(`on ${where}`, () => {
    test.use(screen);

    further('the text of a PDF lies over its drawing, at each width', async ({ page }) => {
      const { drawer, pages, nth } = await open(page, pdfFile(`${newWord()}.pdf`));
      await expectTextOverInk(nth(1), 'Page 1');
      await drawer.getByRole('button', { name: 'Larger' }).click();
      await pages.evaluate((area) => area.scrollTo(0, 0));
      await expectTextOverInk(nth(1), 'Page 1');
      const { width, height } = screen.viewport;
      await page.setViewportSize({ width: width - 60, height });
      await drawer.getByRole('button', { name: 'Fit the width' }).click();
      await expectTextOverInk(nth(1), 'Page 1');
    });
  });
}

test('what is written in a PDF is selected by mouse, and stays so over blank paper', async ({
  page,
}) => {
  const { nth, pages } = await open(page, pdfFile(`${newWord()}.pdf`, 3));
  const box = await nth(1).getByText('Page 1').boundingBox();
  if (!box) throw new Error('The text has no place.');
  const selected = () => page.evaluate(() => document.getSelection()?.toString().trim());
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + 1, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 60, middle, { steps: 5 });
  await expect.poll(selected).toBe('Page 1');
  await page.mouse.move(box.x + box.width + 60, middle + 200, { steps: 5 });
  await page.mouse.up();
  await expect.poll(selected).toBe('Page 1');
  // A selection is not lost by looking elsewhere.
  await pages.focus();
  await page.keyboard.press('End');
  await expect(nth(3)).toHaveAttribute('data-state', 'drawn');
  await expect.poll(selected).toBe('Page 1');
});

further('pages that were not in sight yet can be read and found, too', async ({ page }) => {
  const { pages, nth } = await open(page, pdfFile(`${newWord()}.pdf`, 12));
  await expect(nth(12).getByText('Page 12')).toBeAttached();
  await expect(nth(12)).toHaveAttribute('data-state', 'waiting');
  await expect(pages).toContainText('Page 1Page 2Page 3');
  // What `Ctrl+F` looks through; it does not scroll when it is called like this.
  const isFound = await page.evaluate(() => Reflect.get(window, 'find').call(window, 'Page 12'));
  expect(isFound).toBe(true);
});

further('a page that is a scan has a drawing and no text', async ({ page }) => {
  const file = pdfFile(`${newWord()}.pdf`);
  const drawn = file.buffer.toString('latin1').replace('(Page 1) Tj', '           ');
  const { nth } = await open(page, { ...file, buffer: Buffer.from(drawn, 'latin1') });
  await expect(nth(1).getByRole('img', { name: 'Page 1 of 1' })).toBeVisible();
  await expect(nth(1).locator('.pdf-page-text')).toBeEmpty();
});
