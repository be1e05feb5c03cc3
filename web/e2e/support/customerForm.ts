import { CUSTOMER_LABELS } from '@insuremanager/contracts/customers/customerFields';
import type { Locator, Page } from '@playwright/test';
import type { Person } from './people.js';
import { choose, customerRow, dialog } from './screens.js';

export const addDialog = (page: Page): Locator => dialog(page, 'Add Customer');
export const editDialog = (page: Page): Locator => dialog(page, 'Edit Customer');

/** A field of either dialog, by its label. */
export const field = (form: Locator, name: keyof Person): Locator => {
  const isRequired = name === 'name' || name === 'phone';
  const label = `${CUSTOMER_LABELS[name]}${isRequired ? ' required' : ''}`;
  return name === 'kycStatus'
    ? form.getByRole('combobox', { name: label, exact: true })
    : form.getByRole('textbox', { name: label, exact: true });
};

export async function fillIn(form: Locator, person: Partial<Person>): Promise<void> {
  for (const [name, value] of Object.entries(person) as [keyof Person, string][]) {
    if (name === 'kycStatus') await field(form, name).selectOption(value);
    else await field(form, name).fill(value);
  }
}

/** The button that saves, whatever it says now. */
export const save = (form: Locator): Locator =>
  form.getByRole('button', { name: /^(Add Customer|Save Changes|Reapply My Changes)$/ });

/** The page's own button; an empty list offers another. */
export const addButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'Add Customer' }).first();

/** Opens the form of a customer from the list, by the row's menu. */
export async function openEdit(page: Page, name: string): Promise<Locator> {
  await customerRow(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await choose(page.getByRole('menuitem', { name: 'Edit' }));
  return editDialog(page);
}
