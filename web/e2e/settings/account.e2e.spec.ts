import type { APIRequestContext, Page } from '@playwright/test';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { expect, newPassword, signInAs, type TestUser, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT, expectedErrors: /status of 4(00|01|03|22)/ });

const region = (page: Page, name: string) => page.getByRole('region', { name });

/** Another window that the user is signed in with. */
async function signInElsewhere(elsewhere: APIRequestContext, user: TestUser) {
  const answer = await elsewhere.post('/api/auth/login', {
    data: { username: user.username, password: user.password },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
  });
  expect(answer.status()).toBe(200);
}

further(
  'the profile says who one is, and only the tabs that the role allows are there',
  async ({ page, newUser }) => {
    const user = await newUser('auditor');
    await signInAs(page, user);
    await page.goto('/');
    await page.getByRole('button', { name: `User menu: ${user.username}` }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/settings');
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
    await expect(region(page, 'Profile')).toContainText(user.username);
    await expect(region(page, 'Profile')).toContainText(user.email);
    await expect(region(page, 'Profile')).toContainText('Auditor');
    const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    const own = ['Profile', 'Security', 'Preferences', 'Exports'];
    await expect(tabs).toHaveText([...own, 'Audit Log', 'Log Integrity']);
    await page.goto('/settings/users');
    await expect(page.getByText('You do not have access to this page')).toBeVisible();
  },
);

further(
  'the password is changed, which signs out all other windows',
  async ({ page, playwright, newUser }) => {
    const user = await newUser();
    const elsewhere = await playwright.request.newContext({ baseURL: process.env.E2E_URL });
    await signInElsewhere(elsewhere, user);
    await signInAs(page, user);
    await page.goto('/settings/security');
    const form = page.getByRole('form', { name: 'Change password' });
    const current = form.getByLabel('Current password');
    const chosen = form.getByLabel('New password');
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(current).toHaveAccessibleDescription('Password is required');

    const next = newPassword();
    await current.fill('not the password');
    await chosen.fill(next);
    await expect(form.getByText('Strength: Strong')).toBeVisible();
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(current).toHaveAttribute('aria-invalid', 'true');
    await expect(current).toBeFocused();

    await current.fill(user.password);
    await chosen.fill(`${user.username}1`);
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(chosen).toHaveAttribute('aria-invalid', 'true');

    await chosen.fill(next);
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expectToast(page, 'Password Changed', 'All other devices have been signed out.');
    await expect(current).toHaveValue('');
    expect((await elsewhere.get('/api/auth/me')).status()).toBe(401);
    expect((await page.request.get('/api/auth/me')).status()).toBe(200);
    await elsewhere.dispose();
  },
);

test('sessions are listed, and others are signed out, one or all', async ({
  page,
  playwright,
  newUser,
}) => {
  const user = await newUser();
  await signInAs(page, user);
  const others = await Promise.all(
    [1, 2].map(() => playwright.request.newContext({ baseURL: process.env.E2E_URL })),
  );
  for (const other of others) await signInElsewhere(other, user);
  await page.goto('/settings/security');
  const sessions = region(page, 'Sessions').getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1);
  await expect(sessions.filter({ hasText: 'Firefox on Linux' })).toHaveCount(2);

  await sessions
    .filter({ hasText: 'Firefox on Linux' })
    .first()
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expectToast(page, 'Signed Out', 'Firefox on Linux has been signed out.');
  await expect(sessions).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign Out All Others' }).click();
  await dialog(page, 'Sign out all other devices?')
    .getByRole('button', { name: 'Sign Out All Others' })
    .click();
  await expectToast(page, 'Signed Out', 'All other devices have been signed out.');
  await expect(sessions).toHaveCount(1);
  for (const other of others) {
    expect((await other.get('/api/auth/me')).status()).toBe(401);
    await other.dispose();
  }
});

further('recent activity says what happened to the account', async ({ page, newUser }) => {
  await signInAs(page, await newUser());
  await page.goto('/settings/security');
  await expect(region(page, 'Recent activity')).toContainText('Signed in with a password');
});

further(
  'what one prefers is saved, and holds at the next sign-in elsewhere',
  async ({ page, browser, newUser }) => {
    const user = await newUser();
    await signInAs(page, user);
    await page.goto('/settings/preferences');
    const isDark = page.locator('html.bp6-dark');
    const saved = page.getByText('Preferences Saved');
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    await expect(isDark).toBeAttached();
    await expect(saved).toBeVisible();
    await page.getByLabel('Language').selectOption('ml');
    await page.getByLabel('Email me when I sign in on a new device').uncheck({ force: true });
    await page.getByLabel('KYC pending').uncheck({ force: true });
    await expect
      .poll(async () => (await (await page.request.get('/api/auth/me')).json()).preferences)
      .toEqual({
        theme: 'dark',
        language: 'ml',
        emailOnNewDevice: false,
        singleKeyShortcuts: true,
        putAway: [],
        mutedNotifications: ['kyc-pending'],
      });

    const context = await browser.newContext({ baseURL: process.env.E2E_URL });
    const other = await context.newPage();
    await signInAs(other, user);
    await other.goto('/settings/preferences');
    await expect(other.locator('html.bp6-dark')).toBeAttached();
    await expect(other.getByLabel('KYC pending')).not.toBeChecked();
    await context.close();
  },
);
