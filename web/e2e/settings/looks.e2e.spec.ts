import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { expectGoodLooks } from '../support/looks.js';
import { dialog } from '../support/screens.js';
import { SIGNED_OUT } from '../support/test.js';
import { totp } from '../support/totp.js';
import { enableTwoFactor, expect, invite, linkMailedTo, signInAs, test } from '../support/users.js';

// Each run looks at every screen in looks/screens.
test.skip(!isExhaustive(import.meta.url), 'exhaustive, of another share');

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

for (const [where, viewport] of Object.entries(WIDTHS)) {
  test.describe(`on a ${where}`, () => {
    test.use({ viewport, storageState: SIGNED_OUT });

    test('the pages of those who are not signed in look right', async ({
      page,
      newUser,
      adminApi,
    }) => {
      const user = await newUser();
      await page.goto('/forgot-password');
      await expect(page.getByLabel('Username or email')).toBeVisible();
      await expectGoodLooks(page, 'forgot password');
      await page.goto(await linkMailedTo((await invite(adminApi)).email));
      await page.getByRole('textbox', { name: 'New password' }).fill('password123');
      await expect(page.getByText(/^Strength: /)).toBeVisible();
      await expectGoodLooks(page, 'a password that is chosen');
      await page.goto('/reset-password');
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      await expectGoodLooks(page, 'a link without its secret');

      await signInAs(page, user);
      await enableTwoFactor(page, user, totp);
      await page.context().clearCookies();
      await page.goto('/login');
      await page.getByLabel('Username').fill(user.username);
      await page.getByLabel('Password', { exact: true }).fill(user.password);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(page.getByLabel('Verification code')).toBeVisible();
      await expectGoodLooks(page, 'the second step');
      await page.getByRole('button', { name: 'Send Email Code' }).click();
      await expect(page.getByText('has been sent to your email')).toBeVisible();
      await expectGoodLooks(page, 'an emailed code');
    });

    test('the account’s settings look right', async ({ page, newUser }) => {
      const user = await newUser();
      await signInAs(page, user);
      await page.goto('/settings');
      await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
      await expectGoodLooks(page, 'profile');
      await page.goto('/settings/security');
      await page.getByRole('button', { name: 'Enable 2FA' }).click();
      await expect(page.getByText('Signed in with a password').first()).toBeVisible();
      await expectGoodLooks(page, 'security, with a setup');
      const key = (await page.getByRole('code').textContent()) ?? '';
      const setup = page.getByRole('form', { name: 'Set up two-factor authentication' });
      await setup.getByLabel('Code', { exact: true }).fill(totp(key));
      await page.keyboard.press('Enter');
      await expect(dialog(page, 'Your recovery codes')).toBeVisible();
      await expectGoodLooks(page, 'recovery codes');
      await page.goto('/settings/preferences');
      await expect(page.getByRole('region', { name: 'Appearance' })).toBeVisible();
      await expectGoodLooks(page, 'preferences');
    });

    test('the screens of administrators look right', async ({ page, newUser }) => {
      const admin = await newUser('admin');
      await signInAs(page, admin);
      await page.goto('/settings/users');
      await expect(page.getByRole('grid', { name: 'Users' })).toBeVisible();
      await expectGoodLooks(page, 'users');
      await page.goto('/settings/users?add=1');
      await expect(dialog(page, 'Invite User')).toBeVisible();
      await expectGoodLooks(page, 'an invitation');
      await page.goto(`/settings/users?user=${admin.id}`);
      await expect(dialog(page, admin.username)).toContainText(admin.email);
      await expectGoodLooks(page, 'a user');
      await page.goto('/settings/audit');
      await expect(page.getByRole('grid', { name: 'Audit log' })).toBeVisible();
      await expectGoodLooks(page, 'audit log');
    });
  });
}
