import {
  ofEachGroup,
  SEARCH_GROUPS,
  type SearchGroup,
} from '@insuremanager/contracts/search/searchViews';
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

/** An answer to a search that finds these. */
const found = (
  groups: Partial<Record<SearchGroup, { items: object[]; count: number; exact?: boolean }>>,
) => ({
  search: {
    __typename: 'SearchResults',
    ...ofEachGroup((group) => ({
      __typename: `${SEARCH_GROUPS[group].type}es`,
      ...{ items: [], count: 0, exact: true },
      ...groups[group],
    })),
  },
});

/** An answer to a search: one document and one quotation of which much is to be said. */
export const papersFound = (fileName: string, name: string, insuranceCompany: string) => {
  const customer = { __typename: 'PolicyCustomer', id: 1, name };
  const document = { __typename: 'DocumentMatch', id: 1, fileName, customer };
  const quotationNumber = 'QT-2026-27-1';
  const quotation = { __typename: 'QuotationMatch', id: 1, quotationNumber, insuranceCompany };
  return found({
    documents: { items: [document], count: 1 },
    quotations: { items: [{ ...quotation, customer }], count: 1 },
  });
};

/** An answer to a search: so many customers, named after what was asked. */
export const customersFound = (name: string, shown: number, count = shown, exact = true) => {
  const items = Array.from({ length: shown }, (_, at) => ({
    __typename: 'CustomerMatch',
    id: at + 1,
    name: `${name} ${at + 1}`,
    phone: '+919876543210',
  }));
  return found({ customers: { items, count, exact } });
};
