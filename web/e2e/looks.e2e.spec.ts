import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { signIn } from '@insuremanager/deploy/testing/e2e/signIn';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import type { Page } from '@playwright/test';
import { addDialog, editDialog, field, fillIn, openEdit, save } from './support/customerForm.js';
import { expectGoodLooks } from './support/looks.js';
import { cutOff, hold, LOST_CONNECTIONS, ofOperation, toPath } from './support/network.js';
import { addCustomer, changeCustomer, newAadhaar, newPan, newWord } from './support/people.js';
import {
  customerGrid,
  customerRow,
  customerRows,
  dialog,
  openList,
  toastArea,
} from './support/screens.js';
import { expect, SIGNED_OUT, test } from './support/test.js';

// Each run looks at every screen in looks/screens.
test.skip(!isExhaustive(import.meta.url), 'exhaustive, of another share');

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

test.use({
  expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 4(01|09)`),
});

/** A customer with all there is to show, some of it long. */
const addFull = (page: Page) => {
  const word = newWord();
  return addCustomer(page.request, {
    name: `Venkatanarasimharajuvaripeta Subrahmanyam Iyer ${word}`,
    email: `a.very.long.address.of.a.customer.${word.toLowerCase()}@subdomain.example.com`,
    aadhaarNumber: newAadhaar(),
    panNumber: newPan(word),
    dateOfBirth: '1984-02-29',
    address: `${'12 Marine Drive, '.repeat(12)}${'x'.repeat(120)}`,
    city: 'Thiruvananthapuram',
    state: 'Kerala',
    pincode: '695001',
    kycStatus: 'verified',
  });
};

for (const [where, viewport] of Object.entries(WIDTHS)) {
  test.describe(`on a ${where}`, () => {
    test.use({ viewport });
    const isPhone = viewport.width < 768;

    test.describe('signed out', () => {
      test.use({ storageState: SIGNED_OUT });

      test('the login screen looks right, with its errors too', async ({ page }) => {
        await page.goto('/login');
        await page.getByRole('button', { name: 'Sign In', exact: true }).click();
        await expect(page.getByText('Username is required')).toBeVisible();
        await expectGoodLooks(page, 'what is required');
        await page.getByLabel('Username').fill(newWord().toLowerCase());
        await page.getByLabel('Password', { exact: true }).fill('wrong');
        await page.getByRole('button', { name: 'Sign In', exact: true }).click();
        await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
        await expectGoodLooks(page, 'a wrong password');
      });

      test('so does the sign-in over a running screen', async ({ page, context }) => {
        await signIn(page);
        await addFull(page);
        await openList(page);
        await expect(customerGrid(page)).toBeVisible();
        await context.clearCookies();
        await page.getByRole('searchbox').fill(newWord());
        await expect(dialog(page, 'Please sign in again')).toBeVisible();
        await expectGoodLooks(page, 'the session has ended');
      });
    });

    test('the list looks right in each of its states', async ({ page }) => {
      const customer = await addFull(page);
      const list = await hold(page, ofOperation('CustomerList'));
      // Among those that other tests add meanwhile it would soon be out of sight.
      await openList(page, customer.email ?? '');
      await expect(page.getByRole('status', { name: 'Loading customers' })).toBeVisible();
      await expectGoodLooks(page, 'skeleton');
      list.release();
      await expect(customerRow(page, customer.name)).toBeVisible();
      await expectGoodLooks(page, 'rows');

      await page.goto(`/customers?city=Nowhere&kycStatus=pending,rejected&addedFrom=2026-01-01`);
      await expect(page.getByText('No customers match your search criteria')).toBeVisible();
      await expectGoodLooks(page, 'nothing found, with filters');
      await page.getByRole('button', { name: 'Advanced Search' }).click();
      await expect(page.getByRole('form', { name: 'Advanced Search' })).toBeVisible();
      await expectGoodLooks(page, 'Advanced Search');

      await cutOff(page, ofOperation('CustomerList'));
      await page.goto('/customers');
      await expect(page.getByText('Failed to load customers')).toBeVisible();
      await expectGoodLooks(page, 'failure');
    });

    test('the drawer looks right: details, history, calendar and the past', async ({ page }) => {
      const customer = await addFull(page);
      const pending = await addCustomer(page.request);
      await changeCustomer(page.request, customer.id, { city: 'Kochi', email: null });
      await page.goto(`/customers?customer=${customer.id}`);
      const drawer = dialog(page, customer.name);
      await expect(drawer.getByText('Kochi')).toBeVisible();
      await expectGoodLooks(page, 'details');
      await page.goto(`/customers?customer=${customer.id}&tab=history`);
      await expect(drawer.getByText('Customer added')).toBeVisible();
      await expectGoodLooks(page, 'history');
      await drawer.getByRole('button', { name: 'Choose from a calendar' }).click();
      await expect(page.getByRole('grid', { name: /\d{4}/ })).toBeVisible();
      await expectGoodLooks(page, 'calendar');
      await page.goto(`/customers?customer=${customer.id}&asof=${kolkataDay(new Date())}`);
      await expect(drawer.getByText(/As it was at the end of/)).toBeVisible();
      await expectGoodLooks(page, 'a day of the past');
      await page.goto(`/customers?customer=${pending.id}`);
      const verify = dialog(page, pending.name).getByRole('button', { name: 'Verify KYC' });
      await expect(verify).toBeVisible();
      await expectGoodLooks(page, 'the next step');
    });

    test('the form looks right: empty, wrong, warned, stale, about to be left', async ({
      page,
    }) => {
      const customer = await addFull(page);
      await page.goto('/customers?add=1');
      const form = addDialog(page);
      await fillIn(form, { email: 'wrong', pincode: '0', phone: customer.phone });
      await save(form).click();
      await expect(form.getByRole('alert')).toContainText('Please check');
      await expect(form.getByText(`Same phone as ${customer.name}`)).toBeVisible();
      await expectGoodLooks(page, 'errors, warnings and duplicates');
      await form.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectGoodLooks(page, 'the question whether to discard');

      await openList(page, customer.email ?? '');
      const edit = await openEdit(page, customer.name);
      await field(edit, 'city').fill('Kollam');
      await changeCustomer(page.request, customer.id, { city: 'Thrissur' });
      await save(editDialog(page)).click();
      await expect(edit.getByText('This customer was changed while you were')).toBeVisible();
      await expectGoodLooks(page, 'a stale edit');
    });

    test('the shell looks right: menus, toast, settings, not found', async ({ page }) => {
      const customer = await addFull(page);
      await openList(page, customer.email ?? '');
      await expect(customerRows(page)).toHaveCount(1);
      const menus = ['User menu: admin', 'Quick Add', `Actions for ${customer.name}`];
      for (const name of menus) {
        await page.getByRole('button', { name }).click();
        await expect(page.getByRole('menu')).toBeVisible();
        await expectGoodLooks(page, name);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('menu')).toBeHidden();
      }
      await page.keyboard.press('Control+b');
      if (isPhone) await expect(dialog(page, 'Menu')).toBeVisible();
      await expectGoodLooks(page, isPhone ? 'the sidebar as a sheet' : 'the sidebar collapsed');
      await page.keyboard.press(isPhone ? 'Escape' : 'Control+b');
      await page.goto('/settings');
      await cutOff(page, toPath('/api/auth/logout'));
      await page.getByRole('button', { name: 'User menu: admin' }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await expect(page.getByRole('menu')).toBeHidden();
      await expect(toastArea(page).locator('.toast')).toBeVisible();
      await expectGoodLooks(page, 'settings and a notification');
      await page.goto('/no/such/page');
      await expect(page.getByText('404 Page Not Found')).toBeVisible();
      await expectGoodLooks(page, 'not found');
    });
  });
}
