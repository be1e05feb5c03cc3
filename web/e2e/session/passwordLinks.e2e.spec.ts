import type { Page } from '@playwright/test';
import { cutOff, hold, intercept, LOST_CONNECTIONS, toPath } from '../support/network.js';
import { newWord } from '../support/people.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { expect, invite, linkMailedTo, newPassword, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({
  storageState: SIGNED_OUT,
  expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 4(00|01|09|10|22)`),
});

const SENT =
  'If there is an account with that name, we have emailed a link to its address. The link is valid for one hour.';

const newPasswordField = (page: Page) => page.getByRole('textbox', { name: 'New password' });
const alert = (page: Page) => page.getByRole('main').getByRole('alert');

async function signInByForm(page: Page, username: string, password: string) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

further('an invitation is accepted by choosing a password', async ({ page, adminApi }) => {
  const user = await invite(adminApi);
  await page.goto(await linkMailedTo(user.email));
  await expect(page.getByRole('heading', { name: 'Welcome to InsureManager' })).toBeVisible();
  // The secret is in no address any more, and so in no history and no screenshot.
  await expect(page).toHaveURL('/invitation');
  await expect(newPasswordField(page)).toBeFocused();
  await expect(newPasswordField(page)).toHaveAttribute('autocomplete', 'new-password');

  await newPasswordField(page).fill(user.password);
  await expect(page.getByText('Strength: Strong')).toBeVisible();
  await page.getByRole('button', { name: 'Set Password and Begin' }).click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await signInByForm(page, user.username, user.password);
  await expect(page.getByRole('heading', { name: 'My Day', exact: true })).toBeVisible();
});

test('a forgotten password is replaced by the link of an email, which counts once', async ({
  page,
  newUser,
}) => {
  const user = await newUser('manager');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveTitle('Forgot password · InsureManager');
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Username or email is required')).toBeVisible();
  await page.getByLabel('Username or email').fill(user.email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText(SENT)).toBeVisible();

  await expect.poll(() => linkMailedTo(user.email)).toContain('/reset-password#');
  const link = await linkMailedTo(user.email);
  const chosen = newPassword();
  await page.goto(link);
  await expect(page).toHaveURL('/reset-password');
  await newPasswordField(page).fill(chosen);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByText('Your password has been set. Sign in with it.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await signInByForm(page, user.username, user.password);
  await expect(alert(page)).toHaveText('The username or password is wrong.');
  await signInByForm(page, user.username, chosen);
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();

  await page.goto(link);
  await expect(
    page.getByText('This link is not complete, has been used, or is no longer valid.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
});

further('an unknown name is answered as a known one', async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByLabel('Username or email').fill(newWord());
  await page.keyboard.press('Enter');
  await expect(page.getByText(SENT)).toBeVisible();
});

further('a link without its secret says so', async ({ page }) => {
  await page.goto('/invitation');
  await expect(alert(page)).toContainText('Ask your administrator for a new one');
});

further(
  'a weak password is refused with the reason, by the server too',
  async ({ page, adminApi }) => {
    const user = await invite(adminApi);
    await page.goto(await linkMailedTo(user.email));
    const submit = page.getByRole('button', { name: 'Set Password and Begin' });
    await newPasswordField(page).fill('short');
    await expect(page.getByText(/Strength: (Very weak|Weak)/)).toBeVisible();
    await submit.click();
    await expect(newPasswordField(page)).toHaveAccessibleDescription(
      'A password has at least 10 characters',
    );
    await newPasswordField(page).fill('password123');
    await submit.click();
    await expect(newPasswordField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(newPasswordField(page)).toHaveAccessibleDescription(/too easy to guess/);
    await newPasswordField(page).fill(user.password);
    await submit.click();
    await expect(page.getByText('Your account is ready.')).toBeVisible();
  },
);

further('a password can be looked at, and Caps Lock is pointed out', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('secret');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');

  await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
  await expect(page.getByText('Caps Lock is on')).toBeVisible();
  await password.dispatchEvent('keydown', { key: 'a' });
  await expect(page.getByText('Caps Lock is on')).toBeHidden();
});

further(
  'a password that has been set is told of, though the link was looked at too late',
  async ({ page, adminApi }) => {
    const user = await invite(adminApi);
    const look = await hold(page, toPath('/api/auth/password-link'));
    await intercept(page, toPath('/api/auth/password-by-link'), async (route) => {
      const response = await route.fetch();
      const looked = page.waitForResponse('**/api/auth/password-link');
      look.release();
      await (await looked).finished();
      await route.fulfill({ response });
    });
    await page.goto(await linkMailedTo(user.email));
    await newPasswordField(page).fill(user.password);
    await page.getByRole('button', { name: 'Set Password and Begin' }).click();
    await expect(page.getByText('Your account is ready.')).toBeVisible();
  },
);

further('without a network it says what failed', async ({ page }) => {
  await page.goto('/forgot-password');
  await cutOff(page, toPath('/api/auth/forgot-password'));
  await page.getByLabel('Username or email').fill('somebody');
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(alert(page)).toHaveText('Failed to send the email');
});
