import type { Locator, Page } from '@playwright/test';
import { addCustomer, newWord } from '../support/people.js';
import { addPolicy, dayFromNow, policyRow, SCREENS } from '../support/policies.js';
import { dialog } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const HOW_MANY = 24;
const word = newWord();
const numberOf = (nth: number) => `P/${String(nth).padStart(2, '0')}/${word.slice(0, 6)}`;
let customerId = 0;

test.beforeAll(async ({ playwright, signedIn }) => {
  const request = await playwright.request.newContext({
    baseURL: process.env.E2E_URL,
    storageState: signedIn,
  });
  customerId = (await addCustomer(request, { name: `Anil ${word}` })).id;
  for (let nth = 0; nth < HOW_MANY; nth++) {
    await addPolicy(request, 'health', customerId, {
      policyNumber: numberOf(nth),
      startDate: dayFromNow(-10),
      endDate: dayFromNow(355),
    });
  }
  await request.dispose();
});

const open = async (page: Page) => {
  await page.goto(`${SCREENS.health}?customerId=${customerId}&sort=number&dir=asc`);
  await expect(policyRow(page, numberOf(0))).toBeVisible();
};

const scrollTo = (page: Page, top: number) =>
  page.getByRole('main').evaluate((main, top) => main.scrollTo({ top }), top);

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return box;
};

/** Whether two parts of the page lie over each other, by more than what rounding leaves. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return !isBeside && a.y + a.height > b.y + 2 && b.y + b.height > a.y + 2;
}

const SIZES = {
  'a phone': { width: 390, height: 844 },
  'a desk at 200 %': { width: 720, height: 450 },
  'a desk': { width: 1440, height: 900 },
};

for (const [where, viewport] of Object.entries(SIZES)) {
  // A phone has the least room.
  const sized = where === 'a phone' ? test : further;
  test.describe(`on ${where}`, () => {
    test.use({ viewport });

    further('one scroll moves the page, and the head of the list stays', async ({ page }) => {
      await open(page);
      const scrolling = await page
        .getByRole('main')
        .evaluate((main) =>
          [...main.querySelectorAll('*')]
            .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY))
            .map((part) => part.className),
        );
      expect(scrolling).toEqual([]);
      const card = page.getByRole('list', { name: 'Summary' });
      const head = page.getByRole('columnheader', { name: 'Premium' });
      await expect(card).toBeInViewport();
      await page.mouse.move(viewport.width / 2, viewport.height / 2);
      await page.mouse.wheel(0, 800);
      await expect(card).not.toBeInViewport();
      await expect(head).toBeInViewport();
      const top = await boxOf(page.getByRole('banner'));
      expect((await boxOf(head)).y).toBeGreaterThanOrEqual(top.y + top.height);
    });

    further('nothing lies under the button that adds', async ({ page }) => {
      await open(page);
      await policyRow(page, numberOf(0)).press('End');
      const last = policyRow(page, numberOf(HOW_MANY - 1));
      await expect(last).toBeFocused();
      await scrollTo(page, 1e6);
      const add = page.getByRole('button', { name: 'Add Health Policy' });
      await expect.poll(() => overlap(add, last)).toBe(false);
      const count = page.getByText(`${HOW_MANY} health policies`);
      await expect(count).toBeInViewport();
      await expect.poll(() => overlap(add, count)).toBe(false);
    });

    further('the row that the keyboard reaches is not under what stays', async ({ page }) => {
      await open(page);
      const first = policyRow(page, numberOf(0));
      await first.focus();
      await page.keyboard.press('End');
      await expect(policyRow(page, numberOf(HOW_MANY - 1))).toBeFocused();
      const footer = page.locator('.record-list-footer');
      await expect.poll(() => overlap(policyRow(page, numberOf(HOW_MANY - 1)), footer)).toBe(false);
      await page.keyboard.press('Home');
      await expect(first).toBeFocused();
      await expect.poll(() => overlap(first, page.locator('.record-head'))).toBe(false);
    });

    sized('another screen begins at its top, and Back finds the place', async ({ page }) => {
      await open(page);
      const { height } = await boxOf(policyRow(page, numberOf(0)));
      await scrollTo(page, 8 * height);
      await expect(page).toHaveURL(/[?&]row=\d+/);
      const at = Number(new URL(page.url()).searchParams.get('row'));
      await policyRow(page, numberOf(at + 1)).click();
      await dialog(page, numberOf(at + 1))
        .getByRole('link', { name: `Anil ${word}` })
        .first()
        .click();
      await expect(page).toHaveURL(/\/customers\?/);
      await expect(page.getByRole('grid', { name: 'Customers' })).toBeAttached();
      expect(await page.getByRole('main').evaluate((main) => main.scrollTop)).toBe(0);
      await page.goBack();
      await expect(dialog(page, numberOf(at + 1))).toBeVisible();
      await page.goBack();
      await expect(dialog(page, numberOf(at + 1))).toBeHidden();
      const row = policyRow(page, numberOf(at));
      await expect(row).toBeInViewport();
      await expect.poll(() => overlap(row, page.locator('.record-head'))).toBe(false);
    });
  });
}

further(
  'how far a list was scrolled is not written into the address of the next screen',
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 700 });
    // The next screen's code comes late: meanwhile the list is still there, with the new address.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/CustomersScreen-.*\.js/, async (route) => {
      await released;
      await route.continue();
    });
    await page.clock.install();
    await open(page);
    await policyRow(page, numberOf(0)).click();
    const link = dialog(page, numberOf(0)).getByRole('link', { name: `Anil ${word}` });
    await expect(link.first()).toBeVisible();
    await scrollTo(page, 56 * 8);
    await link.first().click();
    await expect(page).toHaveURL(/\/customers\?/);
    // Longer than a list rests before its place is remembered.
    await page.clock.runFor(1_000);
    release();
    await expect(page.getByRole('grid', { name: 'Customers' })).toBeAttached();
    expect(new URL(page.url()).searchParams.get('row')).toBeNull();
  },
);

further('a list that becomes narrow keeps the row that was at its top', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await open(page);
  await page.getByRole('main').evaluate((main) => main.scrollTo({ top: 56 * 8 }));
  await expect(page).toHaveURL(/[?&]row=\d+/);
  const at = Number(new URL(page.url()).searchParams.get('row'));
  await page.setViewportSize({ width: 500, height: 700 });
  await expect(page.locator('.record-table')).toHaveAttribute('data-layout', 'card');
  await expect(policyRow(page, numberOf(at))).toBeInViewport();
});
