import type { Page } from '@playwright/test';
import { answerWith } from '../support/network.js';
import { newWord } from '../support/people.js';
import { choose, dialog, expectToast, toastArea } from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { totp } from '../support/totp.js';
import {
  enableTwoFactor,
  expect,
  invite,
  linkMailedTo,
  signInAs,
  type TestUser,
  test,
} from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: /status of 4(01|03|09|22)/ });

/** Another browser, in which nobody is signed in: this one’s session is shared by other tests. */
const NOBODY = { baseURL: process.env.E2E_URL, storageState: SIGNED_OUT };

const row = (page: Page, { username }: Pick<TestUser, 'username'>) =>
  page.getByRole('grid', { name: 'Users' }).getByRole('row', { name: username, exact: true });

/** The list, and in it one user among all those of other tests. */
async function openUsers(page: Page, { username }: Pick<TestUser, 'username'>) {
  await page.goto('/settings/users');
  await page.getByRole('searchbox', { name: 'Search users' }).fill(username);
  await expect(row(page, { username })).toBeVisible();
}

async function act(page: Page, user: TestUser, action: string) {
  await row(page, user)
    .getByRole('button', { name: `Actions for ${user.username}` })
    .click();
  await choose(page.getByRole('menuitem', { name: action, exact: true }));
}

test('somebody is invited, and listed until they accept', async ({ page }) => {
  const username = newWord().toLowerCase();
  const email = `${username}@example.com`;
  await page.goto('/settings/users');
  await page.getByRole('button', { name: 'Invite User' }).click();
  const form = dialog(page, 'Invite User');
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(form.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Username')).toBeFocused();
  await form.getByLabel('Username').fill('admin');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Role').selectOption('Manager');
  await expect(form).toContainText('Works with all customers');
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(form.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Username').fill(username);
  await page.keyboard.press('Control+Enter');
  // There is no mail server: whoever invited hands the link over.
  const invitation = dialog(page, 'Invitation Link');
  await expect(invitation).toContainText('saved to a folder, not delivered');
  const link = await invitation.getByLabel('Link', { exact: true }).inputValue();
  expect(link).toBe(await linkMailedTo(email));
  await expect(invitation.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(invitation).toBeHidden();
  await openUsers(page, { username });
  await expect(row(page, { username })).toContainText('Invited');
  await expect(row(page, { username })).toContainText('Manager');
  expect(await linkMailedTo(email)).toContain('/invitation#');
});

further(
  'an invitation is sent again, and the link before counts no more',
  async ({ page, adminApi }) => {
    const user = await invite(adminApi);
    const before = await linkMailedTo(user.email);
    await openUsers(page, user);
    await act(page, user, 'Send Invitation Again');
    const link = dialog(page, 'Invitation Link').getByLabel('Link', { exact: true });
    await expect(link).not.toHaveValue(before);
    expect(await link.inputValue()).toBe(await linkMailedTo(user.email));
    await page.keyboard.press('Escape');

    // Where a mail server takes it, the link is for nobody else.
    const sent = { user: { __typename: 'User', id: user.id }, invitationLink: null };
    await answerWith(page, 'InviteUserAgain', () => ({
      saved: { __typename: 'SavedUser', ...sent },
    }));
    await act(page, user, 'Send Invitation Again');
    await expectToast(
      page,
      'Invitation Sent',
      `A new link is on its way to ${user.email}. The previous link no longer works.`,
    );
  },
);

further(
  'email and role are changed, which signs out where the role changed',
  async ({ page, browser, newUser }) => {
    const user = await newUser();
    const context = await browser.newContext(NOBODY);
    await signInAs(await context.newPage(), user);
    await openUsers(page, user);
    await row(page, user).click();
    const drawer = dialog(page, user.username);
    await expect(drawer).toContainText(user.email);
    await drawer.getByRole('button', { name: 'Edit' }).click();
    const form = dialog(page, `Edit ${user.username}`);
    await form.getByLabel('Email').fill(`new.${user.email}`);
    await form.getByLabel('Role').selectOption('Analyst');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'User Updated', `${user.username} has been updated.`);
    await expect(row(page, user)).toContainText('Analyst');
    await expect(row(page, user)).toContainText(`new.${user.email}`);
    expect((await context.request.get('/api/auth/me')).status()).toBe(401);
    await context.close();
  },
);

further('a user is disabled and enabled again', async ({ page, newUser, playwright }) => {
  const user = await newUser();
  const api = await playwright.request.newContext(NOBODY);
  const credentials = { username: user.username, password: user.password };
  const signIn = async () => (await api.post('/api/auth/login', { data: credentials })).status();
  expect(await signIn()).toBe(200);
  await openUsers(page, user);
  await act(page, user, 'Disable');
  await dialog(page, `Disable ${user.username}?`).getByRole('button', { name: 'Disable' }).click();
  await expectToast(page, 'User Disabled', `${user.username} can no longer sign in.`);
  await expect(row(page, user)).toContainText('Disabled');
  expect((await api.get('/api/auth/me')).status()).toBe(401);
  expect(await signIn()).toBe(401);
  await act(page, user, 'Enable');
  await expectToast(page, 'User Enabled', `${user.username} can sign in again.`);
  expect(await signIn()).toBe(200);
  await api.dispose();
});

further(
  '2FA is reset, and sessions are ended, for who lost their phone',
  async ({ page, browser, newUser }) => {
    const user = await newUser();
    const context = await browser.newContext(NOBODY);
    const theirs = await context.newPage();
    await signInAs(theirs, user);
    await enableTwoFactor(theirs, user, totp);
    await openUsers(page, user);
    await expect(row(page, user)).toContainText('2FA');
    await act(page, user, 'Reset 2FA');
    await dialog(page, `Reset the 2FA of ${user.username}?`)
      .getByRole('button', { name: 'Reset 2FA' })
      .click();
    await expectToast(page, '2FA Reset', `${user.username} now signs in with the password only.`);
    await expect(row(page, user)).toContainText('Password only');

    await signInAs(theirs, user);
    await openUsers(page, user);
    await act(page, user, 'Sign Out Everywhere');
    await dialog(page, `Sign ${user.username} out everywhere?`)
      .getByRole('button', { name: 'Sign Out Everywhere' })
      .click();
    await expectToast(page, 'Signed Out', `${user.username} has been signed out everywhere.`);
    expect((await context.request.get('/api/auth/me')).status()).toBe(401);
    await context.close();
  },
);

further('nobody takes their own way in away', async ({ page }) => {
  const admin = { username: 'admin' } as TestUser;
  await openUsers(page, admin);
  await act(page, admin, 'Disable');
  await dialog(page, 'Disable admin?').getByRole('button', { name: 'Disable' }).click();
  await expect(toastArea(page).getByRole('alert')).toContainText('Error');
  await page.keyboard.press('Escape');
  await expect(row(page, admin)).toContainText('Active');
});
