import type { Locator, Page } from '@playwright/test';
import { dialog } from './screens.js';
import { expect } from './test.js';

/** The box in the top bar. */
export const globalBox = (page: Page): Locator =>
  page.getByRole('banner').getByRole('textbox', { name: 'Global Search' });

export const searchDialog = (page: Page): Locator => dialog(page, 'Global Search');

/** Where one types. */
export const searchField = (page: Page): Locator =>
  searchDialog(page).getByRole('combobox', { name: 'Search' });

export const results = (page: Page): Locator => searchDialog(page).getByRole('option');

export const resultGroup = (page: Page, name: string): Locator =>
  searchDialog(page).getByRole('group', { name, exact: true });

/** By its shortcut, which is heard as soon as there is a screen. */
export async function openSearch(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(searchField(page)).toBeFocused();
}

const none = { items: [], count: 0, exact: true };

/** An answer to a search: so many customers, named after what was asked. */
export const customersFound = (name: string, shown: number, count = shown, exact = true) => ({
  search: {
    __typename: 'SearchResults',
    customers: {
      __typename: 'CustomerMatches',
      items: Array.from({ length: shown }, (_, at) => ({
        __typename: 'CustomerMatch',
        id: at + 1,
        name: `${name} ${at + 1}`,
        phone: '+919876543210',
      })),
      count,
      exact,
    },
    healthPolicies: { __typename: 'HealthPolicyMatches', ...none },
    vehiclePolicies: { __typename: 'VehiclePolicyMatches', ...none },
  },
});
