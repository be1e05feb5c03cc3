import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect } from './test.js';

export const AGENCY = '/settings/agency';
const SETTINGS = '/api/agency/settings';

/** Changes settings as another window would. */
export async function changeAgency(request: APIRequestContext, fields: object): Promise<void> {
  const answer = await request.put(SETTINGS, { data: fields });
  expect(answer.status()).toBe(200);
}

/** As a new installation has it. */
export async function resetAgency(request: APIRequestContext): Promise<void> {
  const none = Object.fromEntries(
    ['name', 'address', 'phone', 'email', 'website', 'licence', 'gstin'].map((one) => [one, null]),
  );
  const lists = { socialLinks: [], gstRates: [] };
  const usual = { retentionYears: 10, requestDays: 30, ownBook: false };
  await changeAgency(request, { ...none, ...lists, ...usual });
  await request.delete('/api/agency/logo');
}

export const agencySettings = async (request: APIRequestContext) =>
  (await request.get(SETTINGS)).json();

/** A card that is saved as a whole. */
export const groupCalled = (page: Page, name: string): Locator =>
  page.getByRole('form', { name, exact: true });

export const cardCalled = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true });

export async function openAgency(page: Page): Promise<void> {
  await page.goto(AGENCY);
  await expect(groupCalled(page, 'Letterhead')).toBeVisible();
}
