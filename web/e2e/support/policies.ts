import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView, SavedPolicy } from '@insuremanager/contracts/policies/policyViews';
import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { newWord } from './people.js';
import { choose, dialog } from './screens.js';
import { expect } from './test.js';

export const KINDS: readonly PolicyKind[] = ['health', 'vehicle'];
export const SCREENS = { health: '/health-insurance', vehicle: '/vehicle-insurance' } as const;
export const NAMES = { health: 'Health', vehicle: 'Vehicle' } as const;

/** The day so many days from today, in Kolkata. */
export const dayFromNow = (days: number): Day => addDays(kolkataDay(new Date()), days);

type Fields = Record<string, unknown>;

/** A policy as the REST face takes one, with a number that stands nowhere else. */
export const newPolicy = (kind: PolicyKind, customerId: number, given: Fields = {}): Fields => {
  const startDate = dayFromNow(-30);
  return {
    customerId,
    policyNumber: `${kind === 'health' ? 'HL' : 'MO'}/${newWord()}`,
    insuranceCompany: 'Star Health',
    ...(kind === 'health'
      ? { policyType: 'family' }
      : { vehicleNumber: 'KL 07 AB 1234', vehicleType: 'car' }),
    sumAssured: '500000',
    premiumAmount: '12500.50',
    premiumFrequency: 'yearly',
    startDate,
    endDate: endOfTerm(startDate),
    ...given,
  };
};

export async function addPolicy(
  api: APIRequestContext,
  kind: PolicyKind,
  customerId: number,
  given: Fields = {},
): Promise<SavedPolicy> {
  const data = newPolicy(kind, customerId, given);
  const answer = await api.post(`/api/${kind}-policies`, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

/** `POST …/{id}/renew` and its like. */
export async function changePolicy(
  api: APIRequestContext,
  { kind, id }: Pick<PolicyView, 'kind' | 'id'>,
  change: 'renew' | 'endorse' | 'cancel' | 'reinstate',
  data: Fields = {},
): Promise<SavedPolicy> {
  const answer = await api.post(`/api/${kind}-policies/${id}/${change}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

export async function correctPolicy(
  api: APIRequestContext,
  { kind, id }: Pick<PolicyView, 'kind' | 'id'>,
  data: Fields,
): Promise<SavedPolicy> {
  const answer = await api.put(`/api/${kind}-policies/${id}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

export async function deletePolicy(
  api: APIRequestContext,
  { kind, id }: Pick<PolicyView, 'kind' | 'id'>,
): Promise<void> {
  const answer = await api.delete(`/api/${kind}-policies/${id}`);
  expect(answer.status(), await answer.text()).toBe(204);
}

export async function findPolicies(
  api: APIRequestContext,
  kind: PolicyKind,
  search: string,
): Promise<SavedPolicy[]> {
  const answer = await api.get(`/api/${kind}-policies`, { params: { search } });
  expect(answer.status()).toBe(200);
  return answer.json();
}

export const policyGrid = (page: Page, kind: PolicyKind): Locator =>
  page.getByRole('grid', { name: `${NAMES[kind]} policies` });

export const policyRow = (page: Page, number: string): Locator =>
  page.getByRole('row', { name: number, exact: true });

/** The list of a kind, narrowed to what one word finds. */
export async function openPolicies(page: Page, kind: PolicyKind, search = ''): Promise<void> {
  await page.goto(`${SCREENS[kind]}${search && `?q=${encodeURIComponent(search)}`}`);
  await expect(page.getByRole('searchbox', { name: `Search ${kind} policies` })).toHaveValue(
    search,
  );
}

/** Chooses in the menu of a row. */
export async function chooseInRow(page: Page, number: string, item: string): Promise<void> {
  await policyRow(page, number)
    .getByRole('button', { name: `Actions for ${number}` })
    .click();
  await choose(page.getByRole('menuitem', { name: item, exact: true }));
}

export const policyDialog = (page: Page, verb: string, kind: PolicyKind): Locator =>
  dialog(page, `${verb} ${NAMES[kind]} Policy`);

/** A field of a form, by the beginning of its label. */
export const policyField = (form: Locator, label: string): Locator =>
  form.getByLabel(new RegExp(`^${label}\\s*(required)?$`));

export async function fillPolicy(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = policyField(form, label);
    const isSelect = await field.evaluate((element) => element.tagName === 'SELECT');
    if (isSelect) await field.selectOption({ label: value });
    else await field.fill(value);
  }
}

/** Finds a customer in the form by a part of the name, and takes the first. */
export async function pickCustomer(page: Page, form: Locator, name: string): Promise<void> {
  await policyField(form, 'Customer').fill(name);
  await page.getByRole('option', { name }).click();
  await expect(policyField(form, 'Customer')).toHaveValue(name);
}
