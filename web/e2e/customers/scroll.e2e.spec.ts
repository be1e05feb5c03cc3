import type { Page } from '@playwright/test';
import { LOST_CONNECTIONS } from '../support/network.js';
import { addCustomers, newPerson, newWord } from '../support/people.js';
import {
  customerGrid,
  customerRow,
  customerRows,
  expectCount,
  openList,
} from '../support/screens.js';
import { exhaustively, expect, test, WHOLE_BOOK } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: LOST_CONNECTIONS });

const HOW_MANY = 320;
const word = newWord();
const nameOf = (nth: number) => `Row ${String(nth).padStart(3, '0')} ${word}`;

test.beforeAll(async ({ playwright, signedIn }) => {
  const request = await playwright.request.newContext({
    baseURL: process.env.E2E_URL,
    storageState: signedIn,
  });
  const people = Array.from({ length: HOW_MANY }, (_, nth) => newPerson({ name: nameOf(nth) }));
  await addCustomers(request, people);
  await request.dispose();
});

const toTheEnd = (page: Page) =>
  page.getByRole('main').evaluate((list) => list.scrollTo({ top: list.scrollHeight }));

test('the list goes on as far as one scrolls, each row once and in order', {
  tag: WHOLE_BOOK,
}, async ({ page }) => {
  await page.goto(`/customers?q=${word}&sort=name`);
  await expectCount(page, `${HOW_MANY} customers`);
  await expect(customerRow(page, nameOf(0))).toBeVisible();
  await expect(customerRow(page, nameOf(HOW_MANY - 1))).toBeHidden();

  const seen = new Map<number, string | null>();
  await expect(async () => {
    const rows = await customerRows(page).evaluateAll((elements) =>
      elements.map((row) => [Number(row.getAttribute('data-row')), row.ariaLabel] as const),
    );
    for (const [at, name] of rows) seen.set(at, name);
    // No further than it is drawn: what is scrolled past meanwhile is never on the page.
    await customerRows(page).evaluateAll((elements, at) => {
      const last = elements.find((row) => row.getAttribute('data-row') === String(at));
      last?.scrollIntoView({ block: 'start' });
    }, seen.size - 1);
    expect(seen.size).toBe(HOW_MANY);
  }).toPass({ intervals: [0] });
  const inOrder = Array.from({ length: HOW_MANY }, (_, nth) => nameOf(nth));
  expect([...seen].sort(([a], [b]) => a - b).map(([, name]) => name)).toEqual(inOrder);
  // Only what is in sight is on the page.
  expect(await customerRows(page).count()).toBeLessThan(80);
});

further(
  'the heading stays in sight, and coming back finds the place one left',
  {
    tag: WHOLE_BOOK,
  },
  async ({ page }) => {
    await openList(page, word);
    await expectCount(page, `${HOW_MANY} customers`);
    // The list is as long as what has come of it: scrolled too early, it ends before.
    await expect(async () => {
      await page.getByRole('main').evaluate((list) => list.scrollTo({ top: 44 * 40 }));
      // Above the first row there is what finds, which scrolls away a little, too.
      await expect(page).toHaveURL(/[?&]row=(39|40)(&|$)/, { timeout: 2_000 });
    }).toPass();
    await expect(customerGrid(page).getByRole('columnheader', { name: 'Name' })).toBeInViewport();
    const shown = page.locator('[data-row="42"]');
    const name = await shown.getAttribute('aria-label');
    await shown.click();
    await expect(page.getByRole('dialog', { name: name ?? '' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('dialog', { name: name ?? '' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(customerRow(page, name ?? '')).toBeInViewport();
  },
);

further(
  'a page that does not come can be asked for again',
  { tag: WHOLE_BOOK },
  async ({ page }) => {
    await page.goto(`/customers?q=${word}`);
    await expectCount(page, `${HOW_MANY} customers`);
    await page.context().setOffline(true);
    await toTheEnd(page);
    const failed = page.getByRole('alert').filter({ hasText: 'Failed to load more.' });
    await expect(failed).toBeVisible();
    await page.context().setOffline(false);
    await failed.getByRole('button', { name: 'Retry' }).click();
    await expect(failed).toBeHidden();
    await expect(async () => {
      await toTheEnd(page);
      await expect(page.locator(`[data-row="${HOW_MANY - 1}"]`)).toBeVisible({ timeout: 500 });
    }).toPass();
  },
);
