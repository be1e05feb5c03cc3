import { addCustomer } from '../support/people.js';
import { policyDialog, policyField } from '../support/policies.js';
import { quickAdd } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const TITLES = [
  ['/', 'Dashboard Overview', 'Monitor your insurance business performance'],
  ['/dashboard', 'Dashboard Overview', 'Monitor your insurance business performance'],
  ['/customers', 'Customer Management', 'Manage customer records and information'],
  ['/health-insurance', 'Health Insurance Policies', 'Health insurance policies and claims'],
  ['/vehicle-insurance', 'Vehicle Insurance Policies', 'Vehicle insurance policies and claims'],
  ['/documents', 'Document Management', 'Upload and manage policy documents'],
  ['/quotations', 'Quotation Generator', 'Create and manage insurance quotations'],
  ['/settings', 'Account Settings', null],
  ['/no/such/page', 'Insurance Manager', 'Professional insurance management system'],
] as const;

further('the top bar names the screen, and what it is for', async ({ page }) => {
  for (const [path, title, subtitle] of TITLES) {
    await page.goto(path);
    const bar = page.getByRole('banner');
    await expect(bar.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(bar.getByRole('paragraph')).toHaveText(subtitle === null ? [] : [subtitle]);
    await expect(page).toHaveTitle(`${title} · InsureManager`);
  }
});

further('an unknown address says so, and leads back', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL('/');
});

further('the user menu says who one is, and leads to the settings', async ({ page }) => {
  const me = await (await page.request.get('/api/auth/me')).json();
  await page.goto('/customers');
  await page.getByRole('button', { name: 'User menu: admin' }).click();
  const menu = page.getByRole('menu', { name: 'User menu' });
  const card = page.locator('.bp6-popover').filter({ has: menu });
  await expect(card).toContainText(me.username);
  await expect(card).toContainText(me.email);
  await menu.getByRole('menuitem', { name: 'Settings' }).click();

  await expect(page).toHaveURL('/settings');
  const profile = page.getByRole('region', { name: 'Profile' });
  await expect(profile.getByRole('definition')).toHaveText([me.username, me.email, 'Admin', /./]);
});

further('what is added beside the record of a customer is theirs', async ({ page, request }) => {
  const customer = await addCustomer(request);
  await page.goto(`/customers?customer=${customer.id}`);
  await expect(page.getByRole('dialog', { name: customer.name })).toBeVisible();
  await page.getByRole('main').focus();
  await page.keyboard.press('p');
  const form = policyDialog(page, 'Add', 'health');
  await expect(policyField(form, 'Customer')).toHaveValue(customer.name);
  await expect(policyField(form, 'Policy number')).toBeFocused();
});

test('Quick Add opens what it adds from wherever one is', async ({ page }) => {
  await page.goto('/settings');
  await quickAdd(page, 'Customer');
  await expect(page.getByRole('dialog', { name: 'Add Customer' })).toBeVisible();
  await expect(page).toHaveURL('/customers?add=1');
});
