import type { Locator, Page } from '@playwright/test';
import { expect } from './test.js';

export const toastArea = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications (F8)' });

/**
 * Notifications stay, however long it takes to look at them, in the pages that are opened from now
 * on: five seconds are soon over on a slow machine.
 */
export const letToastsStay = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { setTimeout } = window;
    const withoutToasts = (run: () => void, delay?: number, ...rest: unknown[]) =>
      delay === 5000 ? 0 : setTimeout(run, delay, ...rest);
    window.setTimeout = withoutToasts as typeof setTimeout;
  });

/** The one notification shown, by its texts. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const area = toastArea(page);
  await expect(area.locator('strong')).toHaveText(title);
  await expect(area.getByRole('paragraph')).toHaveText(description);
}

export const searchBox = (page: Page): Locator =>
  page.getByRole('searchbox', { name: 'Search customers' });

export const customerGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Customers' });

/** Rows of customers, without the heading. */
export const customerRows = (page: Page): Locator =>
  customerGrid(page).locator('[role=row][data-row]');

export const customerRow = (page: Page, name: string): Locator =>
  customerGrid(page).getByRole('row', { name, exact: true });

export const dialog = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true });

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
