import type { Page } from '@playwright/test';
import { cutOff, LOST_CONNECTIONS, toPath } from '../support/network.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import {
  expect,
  linkMailedTo,
  newPassword,
  signInAs,
  type TestUser,
  test,
} from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT, expectedErrors: LOST_CONNECTIONS });

/** A device that knows its owner, such as a phone with a fingerprint, and always agrees. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The login as it is where the browser does not offer passkeys by itself. */
async function openLogin(page: Page) {
  const offer = await cutOff(page, toPath('/api/auth/passkey-login/options'));
  await page.goto('/login');
  await expect.poll(offer.count).toBe(1);
  await offer.stop();
}

async function addPasskey(page: Page, user: TestUser, name: string) {
  await signInAs(page, user);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  const form = dialog(page, 'Add a passkey');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Password', { exact: true }).fill(user.password);
  await form.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Passkey Added', `${name} can sign you in now.`);
}

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard Overview' });

test('a passkey is added, signs in without a password, and is removed', async ({
  page,
  newUser,
}) => {
  const user = await newUser('manager');
  await addAuthenticator(page);
  await addPasskey(page, user, 'My phone');
  await expect(passkeys(page).getByRole('listitem')).toContainText('My phone');
  await expect(passkeys(page).getByRole('listitem')).toContainText('not used yet');

  await page.context().clearCookies();
  await openLogin(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(dashboard(page)).toBeVisible();
  await expect(page).toHaveURL('/');

  await page.goto('/settings/security');
  await expect(passkeys(page).getByRole('listitem')).toContainText('last used');
  await passkeys(page).getByRole('button', { name: 'Remove My phone' }).click();
  const question = dialog(page, 'Remove this passkey?');
  await question.getByLabel('Password', { exact: true }).fill(user.password);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Passkey Removed', 'My phone can no longer be used to sign in.');
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(0);
});

further('the browser offers the passkey by itself', async ({ page, newUser }) => {
  const user = await newUser('manager');
  await addAuthenticator(page);
  await addPasskey(page, user, 'My phone');
  await page.context().clearCookies();
  await page.goto('/login');
  await expect(dashboard(page)).toBeVisible();
});

test.describe('refused', () => {
  test.use({
    expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 4(00|01|03|22)`),
  });

  further(
    'a forgotten password asks whether passkeys go, and names them',
    async ({ page, newUser }) => {
      const user = await newUser('manager');
      await addAuthenticator(page);
      await addPasskey(page, user, 'My phone');
      await page.context().clearCookies();
      await page.goto('/forgot-password');
      await page.getByLabel('Username or email').fill(user.email);
      await page.keyboard.press('Enter');
      await expect.poll(() => linkMailedTo(user.email)).toContain('/reset-password#');
      await page.goto(await linkMailedTo(user.email));
      await expect(page.getByText(/^One session will end: \w+/)).toBeVisible();
      await page.getByRole('textbox', { name: 'New password' }).fill(newPassword());
      await page.getByLabel(/^Remove the passkey My phone, too\./).check({ force: true });
      await page.getByRole('button', { name: 'Set Password' }).click();
      await expect(page.getByText('Your password has been set. Sign in with it.')).toBeVisible();
      await openLogin(page);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await expect(page.getByRole('alert').filter({ hasText: /passkey/i })).toBeVisible();
    },
  );

  further('adding one asks for the password', async ({ page, newUser }) => {
    const user = await newUser('manager');
    await addAuthenticator(page);
    await signInAs(page, user);
    await page.goto('/settings/security');
    await page.getByRole('button', { name: 'Add a Passkey' }).click();
    const form = dialog(page, 'Add a passkey');
    await form.getByRole('button', { name: 'Continue' }).click();
    await expect(form.getByText('Password is required')).toBeVisible();
    await form.getByLabel('Name').fill('My phone');
    await form.getByLabel('Password', { exact: true }).fill('not the password');
    await form.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toContainText('Error');
    await expect(form).toBeVisible();
  });

  further('one that was removed signs in no more', async ({ page, newUser }) => {
    const user = await newUser('manager');
    await addAuthenticator(page);
    await addPasskey(page, user, 'My phone');
    const security = await (await page.request.get('/api/auth/security')).json();
    const headers = { origin: process.env.E2E_URL ?? '' };
    const removed = await page.request.post(
      `/api/auth/passkeys/${security.passkeys[0].id}/remove`,
      { headers, data: { password: user.password } },
    );
    expect(removed.status()).toBe(204);
    await page.context().clearCookies();
    await openLogin(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL('/login');
  });
});
