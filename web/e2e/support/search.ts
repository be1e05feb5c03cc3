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

/** An answer to a search: one document and one quotation of which much is to be said. */
export const papersFound = (fileName: string, name: string, insuranceCompany: string) => {
  const { search } = customersFound('', 0);
  const document = { __typename: 'DocumentMatch', id: 1, fileName };
  const customer = { __typename: 'PolicyCustomer', id: 1, name };
  const quotation = {
    __typename: 'QuotationMatch',
    id: 1,
    quotationNumber: 'QT-2026-27-1',
    customer,
  };
  return {
    search: {
      ...search,
      documents: { ...search.documents, items: [{ ...document, customer }], count: 1 },
      quotations: { ...search.quotations, items: [{ ...quotation, insuranceCompany }], count: 1 },
    },
  };
};

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
    documents: { __typename: 'DocumentMatches', ...none },
    quotations: { __typename: 'QuotationMatches', ...none },
  },
});
