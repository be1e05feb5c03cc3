import { admin, signIn } from '@insuremanager/deploy/testing/e2e/signIn';
import type { Page } from '@playwright/test';
import { intercept, toPath } from '../support/network.js';
import { addCustomer } from '../support/people.js';
import { agentLogin, dialog, searchBox } from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { totp } from '../support/totp.js';
import { enableTwoFactor, expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT, expectedErrors: /status of 401/ });

async function fillIn(page: Page, user: { username: string; password: string }) {
  await page.getByLabel('Username').fill(user.username);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test('who opens a record signed out is led to it by signing in', async ({ page, request }) => {
  await request.post('/api/auth/login', { data: admin });
  const { id, name } = await addCustomer(request);
  await page.goto(`/customers?customer=${id}&tab=history`);
  await agentLogin(page).click();
  // The login's own address names nothing.
  await expect(page).toHaveURL('/login');
  await page.reload();
  await fillIn(page, admin);
  await expect(dialog(page, name).getByText('Customer added')).toBeVisible();
  await expect(page).toHaveURL(`/customers?customer=${id}&tab=history`);
});

further('so is who needs a second step', async ({ page, newUser }) => {
  const user = await newUser('manager');
  await signInAs(page, user);
  const { key } = await enableTwoFactor(page, user, totp);
  await page.context().clearCookies();
  await page.goto('/quotations?statuses=pending');
  await agentLogin(page).click();
  await fillIn(page, user);
  await page.getByLabel('Verification code').fill(totp(key, 1));
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await expect(page).toHaveURL('/quotations?statuses=pending');
});

further('so is whose session ended before the page asked for it', async ({ page, context }) => {
  await signIn(page);
  const answer = await intercept(page, toPath('/api/auth/me'), async (route) => {
    await context.clearCookies();
    await route.fulfill({ status: 401, json: { error: 'Please sign in.' } });
  });
  await page.goto('/customers?kycStatuses=rejected');
  await expect(page).toHaveURL('/login');
  await answer.stop();
  await fillIn(page, admin);
  await expect(page).toHaveURL('/customers?kycStatuses=rejected');
  await expect(searchBox(page)).toBeVisible();
});

further('a link of another site leads nowhere else than to the dashboard', async ({ page }) => {
  for (const query of ['?next=//evil.example', '?next=/customers']) {
    await page.context().clearCookies();
    await page.goto(`/login${query}`);
    await fillIn(page, admin);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  }
});
