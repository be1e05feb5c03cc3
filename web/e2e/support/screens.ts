import type { Locator, Page } from '@playwright/test';
import { expect } from './test.js';

export const toastArea = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications (F8)' });

/**
 * From now on the clock of the page goes by `page.clock.runFor` alone; it was installed before the
 * page was opened. It stops a minute ahead: what is past by the time the page hears of it would be
 * refused.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

/** The one notification shown, by its texts. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const area = toastArea(page);
  await expect(area.locator('strong')).toHaveText(title);
  await expect(area.getByRole('paragraph')).toHaveText(description);
}

/** Takes a notification away that lies over something on a phone. */
export const dismissToast = (page: Page): Promise<void> =>
  toastArea(page).getByRole('button', { name: 'Dismiss' }).click();

export const searchBox = (page: Page): Locator =>
  page.getByRole('searchbox', { name: 'Search customers' });

export const customerGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Customers' });

/** Rows of customers, without the heading. */
export const customerRows = (page: Page): Locator =>
  customerGrid(page).locator('[role=row][data-row]');

export const customerRow = (page: Page, name: string): Locator =>
  customerGrid(page).getByRole('row', { name, exact: true });

/** Where a click on a row hits no link of it. */
export const ON_NAME = { position: { x: 100, y: 20 } };

export const dialog = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true });

/**
 * Chooses from a menu, or answers a question, and waits until that has gone: as it closes the focus
 * goes back to where it was before, and what is typed just then goes there, too.
 */
export async function choose(item: Locator): Promise<void> {
  await item.click();
  await expect(item).toBeHidden();
}

export async function quickAdd(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Quick Add' }).click();
  await choose(page.getByRole('menuitem', { name: what }));
}

/** The list, narrowed to what one word finds. */
export async function openList(page: Page, search = ''): Promise<void> {
  await page.goto(`/customers${search && `?q=${encodeURIComponent(search)}`}`);
  await expect(searchBox(page)).toHaveValue(search);
}

/** How many the foot of the list says there are. */
export async function expectCount(page: Page, count: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^[\d,+]+ customers?$/ })).toHaveText(
    count,
  );
}

/** What leads from the public page to the login; another one is in its footer. */
export const agentLogin = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Agent Login' });
