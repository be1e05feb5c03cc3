import type {
  QuotationView,
  SavedQuotation,
} from '@insuremanager/contracts/quotations/quotationViews';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { choose, dialog } from './screens.js';
import { expect } from './test.js';

type Fields = Record<string, unknown>;

export const QUOTATIONS = '/quotations';

/** A quotation as the REST face takes one. */
export async function addQuotation(
  api: APIRequestContext,
  customerId: number,
  given: Fields = {},
): Promise<SavedQuotation> {
  const data = {
    customerId,
    insuranceType: 'health',
    policyType: 'family',
    insuranceCompany: 'Star Health',
    sumAssured: '500000',
    premiumAmount: '12500.50',
    serviceCharges: '250',
    ...given,
  };
  const answer = await api.post('/api/quotations', { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

export const addCarQuotation = (api: APIRequestContext, customerId: number, given: Fields = {}) =>
  addQuotation(api, customerId, {
    insuranceType: 'vehicle',
    policyType: undefined,
    vehicleType: 'car',
    vehicleNumber: 'KL 07 AB 1234',
    insuranceCompany: 'New India Assurance',
    ...given,
  });

export async function changeQuotation(
  api: APIRequestContext,
  id: number,
  data: Fields,
): Promise<SavedQuotation> {
  const answer = await api.put(`/api/quotations/${id}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

export async function findQuotation(api: APIRequestContext, id: number): Promise<QuotationView> {
  const answer = await api.get(`/api/quotations/${id}`);
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

export const quotationGrid = (page: Page): Locator =>
  page.getByRole('grid', { name: 'Quotations' });

export const quotationRow = (page: Page, number: string): Locator =>
  quotationGrid(page).getByRole('row', { name: number, exact: true });

/** The list, narrowed to what one word finds. */
export async function openQuotations(page: Page, search = ''): Promise<void> {
  await page.goto(`${QUOTATIONS}${search && `?q=${encodeURIComponent(search)}`}`);
  await expect(page.getByRole('searchbox', { name: 'Search quotations' })).toHaveValue(search);
}

/** The menu of a row, opened. */
export async function openRowMenu(page: Page, number: string): Promise<Locator> {
  await quotationRow(page, number)
    .getByRole('button', { name: `Actions for ${number}` })
    .click();
  return page.getByRole('menu', { name: `Actions for ${number}` });
}

export async function chooseInQuotation(page: Page, number: string, item: string): Promise<void> {
  const menu = await openRowMenu(page, number);
  await choose(menu.getByRole('menuitem', { name: item, exact: true }));
}

export const addDialog = (page: Page): Locator => dialog(page, 'Add Quotation');
export const editDialog = (page: Page): Locator => dialog(page, 'Edit Quotation');
export const emailDialog = (page: Page): Locator => dialog(page, 'Email Quotation');
export const convertDialog = (page: Page): Locator => dialog(page, 'Convert to Policy');
export const compareDialog = (page: Page): Locator => dialog(page, 'Compare Quotations');

/** A card over the list, with its figure. */
export const quotationCard = (page: Page, label: string): Locator =>
  page.getByRole('list', { name: 'Summary' }).getByRole('button', { name: label });
