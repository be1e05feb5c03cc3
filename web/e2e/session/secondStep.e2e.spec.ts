import type { Page } from '@playwright/test';
import { cutOff, LOST_CONNECTIONS, toPath } from '../support/network.js';
import { dialog, expectToast, openList, searchBox, toastArea } from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { totp } from '../support/totp.js';
import {
  emailTo,
  enableTwoFactor,
  expect,
  signInAs,
  type TestUser,
  test,
} from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({
  storageState: SIGNED_OUT,
  expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 4(01|22|29)`),
});

interface TwoFactorUser extends TestUser {
  key: string;
  recoveryCodes: string[];
}

/** A user with 2FA, signed out again. */
async function withTwoFactor(page: Page, user: TestUser): Promise<TwoFactorUser> {
  await signInAs(page, user);
  const factors = await enableTwoFactor(page, user, totp);
  await page.context().clearCookies();
  return { ...user, ...factors };
}

const code = (page: Page) => page.getByLabel('Verification code');
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard Overview' });

async function enterPassword(page: Page, user: TestUser) {
  await page.goto('/login');
  await page.getByLabel('Username').fill(user.username);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
}

test('a code of the authenticator is the second step, and leads to the root', async ({
  page,
  newUser,
}) => {
  const user = await withTwoFactor(page, await newUser('manager'));
  await enterPassword(page, user);
  await expect(code(page)).toBeFocused();
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric');

  await page.getByRole('button', { name: 'Verify Code' }).click();
  await expect(code(page)).toHaveAccessibleDescription('Code must be 6 digits');
  await code(page).fill('12345');
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await expect(code(page)).toHaveAccessibleDescription('Code must be 6 digits');

  const right = totp(user.key, 1);
  await code(page).fill(right === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await expect(toastArea(page).getByRole('alert')).toContainText(/code/i);
  // In two groups, as apps show it.
  await code(page).fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await expect(dashboard(page)).toBeVisible();
  await expect(page).toHaveURL('/');
});

further('an emailed code is the second step as well', async ({ page, newUser }) => {
  const user = await withTwoFactor(page, await newUser('manager'));
  await enterPassword(page, user);
  await page.getByRole('button', { name: 'Send Email Code' }).click();
  await expect(
    page.getByText('A verification code has been sent to your email. Enter it above.'),
  ).toBeVisible();
  await expect(code(page)).toBeFocused();
  const email = await emailTo(user.email, /\b\d{6}\b/);
  await code(page).fill(/\b\d{6}\b/.exec(email.text)?.[0] ?? '');
  await page.getByRole('button', { name: 'Verify Email Code' }).click();
  await expect(dashboard(page)).toBeVisible();
});

further('a recovery code is the second step once', async ({ page, newUser }) => {
  const user = await withTwoFactor(page, await newUser('manager'));
  const [first = '', second = ''] = user.recoveryCodes;
  const enter = async (recoveryCode: string) => {
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await page.getByLabel('Recovery code').fill(recoveryCode);
    await page.getByRole('button', { name: 'Verify Recovery Code' }).click();
  };
  await enterPassword(page, user);
  await enter(first);
  await expect(dashboard(page)).toBeVisible();

  await page.context().clearCookies();
  await enterPassword(page, user);
  await enter(first);
  await expect(toastArea(page).getByRole('alert')).toContainText(/code/i);
  await page.getByLabel('Recovery code').fill(second);
  await page.getByRole('button', { name: 'Verify Recovery Code' }).click();
  await expect(dashboard(page)).toBeVisible();
});

further('by the keyboard alone, and back to the login', async ({ page, newUser }) => {
  const user = await withTwoFactor(page, await newUser('manager'));
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(user.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');
  await expect(code(page)).toBeFocused();
  await page.getByRole('button', { name: 'Back to Login' }).press('Enter');
  await expect(page.getByLabel('Username')).toBeFocused();

  await page.keyboard.type(user.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');
  await expect(code(page)).toBeFocused();
  await page.keyboard.type(totp(user.key, 1));
  await page.keyboard.press('Enter');
  await expect(dashboard(page)).toBeVisible();
});

further('without a network it says what failed', async ({ page, newUser }) => {
  const user = await withTwoFactor(page, await newUser('manager'));
  await enterPassword(page, user);
  await cutOff(page, toPath('/api/auth/verify-2fa'));
  await cutOff(page, toPath('/api/auth/send-email-code'));
  await code(page).fill('123456');
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await expectToast(page, 'Error', 'Verification failed');
  await page.getByRole('button', { name: 'Send Email Code' }).click();
  await expectToast(page, 'Error', 'Failed to send email code');
});

further('a first step that counts no more begins anew', async ({ page, newUser }) => {
  const user = await withTwoFactor(page, await newUser('manager'));
  await enterPassword(page, user);
  await page.context().clearCookies();
  await code(page).fill('123456');
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'That took too long, or too many codes were wrong. Please sign in again.',
  );
  await expect(page.getByLabel('Username')).toBeFocused();
});

further(
  'the sign-in over a running screen asks for the second step too',
  async ({ page, newUser }) => {
    const user = await newUser('manager');
    await signInAs(page, user);
    const { recoveryCodes } = await enableTwoFactor(page, user, totp);
    await openList(page);
    await page.context().clearCookies();
    await searchBox(page).fill('somebody');
    const again = dialog(page, 'Please sign in again');
    await again.getByLabel('Password', { exact: true }).fill(user.password);
    await again.getByRole('button', { name: 'Sign In', exact: true }).click();
    await again.getByRole('button', { name: 'Use a recovery code' }).click();
    await again.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await again.getByRole('button', { name: 'Verify Recovery Code' }).click();
    await expect(again).toBeHidden();
    await expect(searchBox(page)).toHaveValue('somebody');
  },
);
