import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../support/looks.js';
import { exhaustively, expect, SIGNED_OUT, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT });

const SIZES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

const EACH_RUN = ['390 light', '1440 dark'];

for (const viewport of SIZES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const look = EACH_RUN.includes(`${viewport.width} ${colorScheme}`) ? test : further;
    test.describe(`at ${viewport.width} pixels, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      look('the public page fits and is accessible, with what opens over it', async ({ page }) => {
        await page.goto('/');
        await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
        await expectNoOverflow(page);
        await expectAccessible(page);
        await page.getByRole('button', { name: /^Learn More: Motor/ }).click();
        await expect(page.getByRole('dialog', { name: /^Motor/ })).toBeVisible();
        await expectNoOverflow(page);
        await expectAccessible(page);
      });
    });
  }
}

const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('a theme chosen in the client holds here, too', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const light = await paper(page);
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.reload();
  const dark = await paper(page);
  expect(dark).not.toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  await page.reload();
  expect(await paper(page)).toBe(light);
});
