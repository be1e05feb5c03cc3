import type { Locator, Page } from '@playwright/test';
import { confirmDelete } from '../support/confirm.js';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer, newWord } from '../support/people.js';
import {
  customerGrid,
  customerRow,
  customerRows,
  dialog,
  dismissToast,
  expectToast,
  openList,
  searchBox,
} from '../support/screens.js';
import { exhaustively } from '../support/test.js';
import { expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

/** Of the columns, without what selects rows and what opens their menus. */
const headings = (page: Page): Locator =>
  customerGrid(page).locator('[role=columnheader][data-cell]:not([data-cell=select])');
const USUAL = ['Name', 'KYC', 'Phone', 'Email', 'City', 'Aadhaar', 'Added'];

const columnsButton = (page: Page) => page.getByRole('button', { name: 'Columns', exact: true });
const columns = (page: Page) => page.getByRole('list', { name: 'Columns' });
const viewsButton = (page: Page) => page.getByRole('button', { name: /^Views?\b/ });
const menu = (page: Page) => page.getByRole('menu', { name: 'Views of customers' });

const nameField = (form: Locator) => form.getByRole('textbox', { name: /^Name/ });

async function choose(page: Page, item: string): Promise<void> {
  await viewsButton(page).click();
  await menu(page).getByRole('menuitem', { name: item, exact: true }).click();
  await expect(menu(page)).toBeHidden();
}

async function saveView(page: Page, name: string): Promise<void> {
  await choose(page, 'Save as new view…');
  const form = dialog(page, 'Save View');
  await expect(nameField(form)).toBeFocused();
  await nameField(form).fill(name);
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'View Saved', name);
}

further(
  'columns are chosen and ordered by the keyboard, and the address says which',
  async ({ page }) => {
    const { name } = await addCustomer(page.request, { state: 'Kerala' });
    await openList(page, name);
    await expect(headings(page)).toHaveText(USUAL);

    await columnsButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(columns(page).getByRole('checkbox', { name: 'Name' })).toBeDisabled();
    await columns(page).getByRole('checkbox', { name: 'Email' }).focus();
    await page.keyboard.press('Space');
    await expect(columns(page).getByRole('checkbox', { name: 'Email' })).toBeFocused();
    await page.keyboard.press('Space');
    const up = columns(page).getByRole('button', { name: 'Move Email up' });
    await expect(columns(page).getByRole('checkbox', { name: 'Email' })).toBeChecked();
    await columns(page).getByRole('checkbox', { name: 'Aadhaar' }).focus();
    await page.keyboard.press('Space');
    // From the end to the place after the name; what moves has the focus.
    await up.focus();
    for (let place = 6; place > 2; place -= 1) {
      await page.keyboard.press('Enter');
      await expect(page.getByText(`Email is column ${place - 1} of 6`)).toBeAttached();
      await expect(up).toBeFocused();
    }
    const wanted = ['Name', 'Email', 'KYC', 'Phone', 'City', 'Added'];
    await expect(headings(page)).toHaveText(wanted);
    await page.keyboard.press('Escape');
    await expect(columnsButton(page)).toBeFocused();

    expect(new URL(page.url()).searchParams.get('columns')).toBe('name,email,kyc,phone,city,added');
    await page.reload();
    await expect(headings(page)).toHaveText(wanted);
    await expect(customerRow(page, name).locator('[data-cell=name]')).toContainText(name);

    await columnsButton(page).click();
    await page.getByRole('button', { name: 'Usual columns' }).click();
    await expect(headings(page)).toHaveText(USUAL);
    expect(page.url()).not.toContain('columns');
  },
);

test('a view is saved, says when it is changed, is updated, renamed and deleted', async ({
  page,
  newUser,
}) => {
  await signInAs(page, await newUser('agent'));
  const city = newWord();
  const { name } = await addCustomer(page.request, { name: `Zara ${newWord()}`, city });
  const first = await addCustomer(page.request, { name: `Asha ${newWord()}`, city });
  await page.goto(`/customers?city=${city}&columns=name,city`);
  await expect(viewsButton(page)).toHaveText('Views');
  await saveView(page, 'Of the city');
  await expect(viewsButton(page)).toBeFocused();
  await expect(viewsButton(page)).toHaveText('View: Of the city');

  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(viewsButton(page)).toHaveText('View: Of the city · changed');
  await choose(page, 'Update to what is shown');
  await expectToast(page, 'View Updated', 'Of the city');
  await expect(viewsButton(page)).toHaveText('View: Of the city');

  await choose(page, 'All customers');
  await expect(viewsButton(page)).toHaveText('Views');
  await expect(headings(page)).toHaveText(USUAL);
  expect(new URL(page.url()).search).toBe('');

  await page.reload();
  await choose(page, 'Of the city');
  await expect(headings(page)).toHaveText(['Name', 'City']);
  await expect(customerRows(page)).toHaveCount(2);
  await expect(customerRows(page).first()).toHaveAccessibleName(first.name);
  await expect(customerRow(page, name)).toBeVisible();
  // Back undoes it.
  await page.goBack();
  await expect(headings(page)).toHaveText(USUAL);
  await page.goForward();

  await choose(page, 'Rename…');
  const form = dialog(page, 'Rename View');
  await nameField(form).fill('Sorted');
  await page.keyboard.press('Enter');
  await expectToast(page, 'View Renamed', 'Sorted');
  await choose(page, 'Delete…');
  await confirmDelete(page);
  await expectToast(page, 'View Deleted', 'Sorted');
  await expect(viewsButton(page)).toHaveText('Views');
  await expect(customerRows(page)).toHaveCount(2);
});

further(
  'a name that is taken is refused beside its field, and no search is saved',
  async ({ page, newUser }) => {
    await signInAs(page, await newUser('agent'));
    const { name } = await addCustomer(page.request, { kycStatus: 'verified' });
    await page.goto('/customers?kycStatus=verified');
    await searchBox(page).fill(name);
    await expect(customerRows(page)).toHaveCount(1);
    await saveView(page, 'Verified');
    await choose(page, 'All customers');
    await expect(searchBox(page)).toHaveValue('');
    await choose(page, 'Save as new view…');
    const form = dialog(page, 'Save View');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Enter a name')).toBeVisible();
    await nameField(form).fill('VERIFIED');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('There is a view of this name already.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await choose(page, 'Verified');
    await expect(searchBox(page)).toHaveValue('');
    expect(page.url()).toContain('kycStatus=verified');
  },
);

further(
  'a shared view is there for a colleague, and an address needs no view at all',
  async ({ page, newUser }) => {
    const [manager, agent] = [await newUser('manager'), await newUser('agent')];
    const shared = `Shared ${newWord()}`;
    const city = newWord();
    const { name } = await addCustomer(page.request, { city });
    await signInAs(page, manager);
    await page.goto(`/customers?city=${city}&columns=name,phone`);
    await choose(page, 'Save as new view…');
    const form = dialog(page, 'Save View');
    await nameField(form).fill(shared);
    await form.getByRole('checkbox', { name: /^Share with everybody/ }).check({ force: true });
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'View Saved', shared);
    await page.goto(`/customers?city=${city}&columns=name,city,phone`);
    await saveView(page, 'Of the manager alone');
    const address = page.url();

    await signInAs(page, agent);
    await page.goto('/customers');
    await choose(page, shared);
    await expect(headings(page)).toHaveText(['Name', 'Phone']);
    await expect(customerRow(page, name)).toBeVisible();
    await viewsButton(page).click();
    await expect(menu(page).getByRole('menuitem', { name: shared })).toHaveAttribute(
      'aria-current',
      'true',
    );
    for (const item of ['Rename…', 'Delete…', 'Of the manager alone']) {
      await expect(menu(page).getByRole('menuitem', { name: item })).toHaveCount(0);
    }

    await page.goto(address);
    await expect(headings(page)).toHaveText(['Name', 'City', 'Phone']);
    await expect(customerRow(page, name)).toBeVisible();
    await expect(viewsButton(page)).toHaveText('Views');

    await signInAs(page, manager);
    await page.goto('/customers');
    await choose(page, shared);
    await choose(page, 'Stop sharing');
    await expectToast(page, 'View No Longer Shared', shared);
  },
);

for (const [where, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desk: { width: 1440, height: 900 },
})) {
  test.describe(`on a ${where}`, () => {
    test.use({ viewport });

    further(
      'views and columns look right, and the menus are used by keys',
      async ({ page, newUser }) => {
        await signInAs(page, await newUser('manager'));
        await addCustomer(page.request);
        await page.goto('/customers?kycStatus=pending');
        await viewsButton(page).focus();
        await page.keyboard.press('Enter');
        await expect(menu(page).getByRole('menuitem').first()).toBeFocused();
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
        const form = dialog(page, 'Save View');
        await expectGoodLooks(page, 'saving a view');
        await nameField(form).fill(`A view with a name of many words ${newWord()}`);
        await page.keyboard.press('Enter');
        await expect(form).toBeHidden();
        await expect(viewsButton(page)).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(menu(page).getByRole('menuitem').first()).toBeFocused();
        await expectGoodLooks(page, 'the menu of views');
        await page.keyboard.press('Escape');
        await expect(viewsButton(page)).toBeFocused();
        await dismissToast(page);
        await columnsButton(page).click();
        await expect(columns(page)).toBeVisible();
        await expectGoodLooks(page, 'the columns');
      },
    );
  });
}
