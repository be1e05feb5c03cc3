import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { cutOff, LOST_CONNECTIONS, toPath } from '../support/network.js';
import { dialog, expectToast, toastArea } from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { totp } from '../support/totp.js';
import { enableTwoFactor, expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({
  storageState: SIGNED_OUT,
  expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 4(00|01|03|22)`),
});

const card = (page: Page) => page.getByRole('region', { name: 'Two-factor authentication' });
const passwordField = (page: Page) => card(page).getByLabel('Password', { exact: true });
const toast = (page: Page) => toastArea(page).locator('strong');

async function openSecurity(page: Page) {
  await page.goto('/settings/security');
  await expect(card(page)).toBeVisible();
}

test('2FA is set up by a code, and its recovery codes are shown once', async ({
  page,
  newUser,
}) => {
  const user = await newUser();
  await signInAs(page, user);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Enable 2FA' }).click();
  await page.getByRole('button', { name: 'Enable 2FA' }).click();
  await expect(card(page).getByRole('img', { name: /^QR code/ })).toBeVisible();
  const key = (await card(page).getByRole('code').textContent()) ?? '';
  const code = card(page).getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();

  await page.getByRole('button', { name: 'Verify and Enable' }).click();
  await expect(code).toHaveAccessibleDescription('Code must be 6 digits');
  await expect(passwordField(page), 'who has just signed in is known').toBeHidden();
  await code.fill(totp(key) === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Verify and Enable' }).click();
  await expect(code).toHaveAccessibleDescription(
    'This code is wrong. Enter the one your authenticator app shows now.',
  );
  await expect(toastArea(page).getByRole('alert')).toBeHidden();
  await code.fill(totp(key));
  await page.keyboard.press('Enter');
  await expect(toast(page)).toHaveText('2FA has been enabled successfully');

  const codes = dialog(page, 'Your recovery codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const shown = await codes.getByRole('listitem').allTextContents();
  expect(new Set(shown).size).toBe(10);
  await page.keyboard.press('Escape');
  await expect(codes).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    codes.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('insuremanager-recovery-codes.txt');
  const text = await readFile(await download.path(), 'utf8');
  expect(shown.every((one) => text.includes(one))).toBe(true);
  await expect(codes.getByRole('button', { name: 'Done' })).toBeDisabled();
  await codes.getByLabel('I have saved these codes in a safe place').check({ force: true });
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(codes).toBeHidden();
  await expect(card(page)).toContainText('Enabled');
  await expect(card(page)).toContainText('10 recovery codes left');
});

further(
  'later than ten minutes after signing in 2FA asks for the password, too',
  async ({ page, newUser }) => {
    const user = await newUser();
    await signInAs(page, user);
    // As the server answers then; its own clock is the world's.
    await page.route('**/api/auth/setup-2fa', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), needsPassword: true } });
    });
    await openSecurity(page);
    await page.getByRole('button', { name: 'Enable 2FA' }).click();
    const key = (await card(page).getByRole('code').textContent()) ?? '';
    await card(page).getByLabel('Code', { exact: true }).fill(totp(key));
    await page.keyboard.press('Enter');
    await expect(passwordField(page)).toHaveAccessibleDescription('Password is required');
    await passwordField(page).fill('not the password');
    await page.keyboard.press('Enter');
    await expect(toastArea(page).getByRole('alert')).toContainText('password or code is wrong');
    await passwordField(page).fill(user.password);
    await page.keyboard.press('Enter');
    await expect(toast(page)).toHaveText('2FA has been enabled successfully');
  },
);

further('the key and the codes can be copied', async ({ page, context, newUser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const user = await newUser();
  await signInAs(page, user);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Enable 2FA' }).click();
  await page.getByRole('button', { name: 'Copy key' }).click();
  const key = (await card(page).getByRole('code').textContent()) ?? '';
  await expect.poll(copied).toBe(key);
  await card(page).getByLabel('Code', { exact: true }).fill(totp(key));
  await page.keyboard.press('Enter');
  const codes = dialog(page, 'Your recovery codes');
  await codes.getByRole('button', { name: 'Copy codes' }).click();
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const shown = await codes.getByRole('listitem').allTextContents();
  await expect.poll(copied).toBe(shown.join('\n'));
});

further('cancelling discards the setup', async ({ page, newUser }) => {
  await signInAs(page, await newUser());
  await openSecurity(page);
  await page.getByRole('button', { name: 'Enable 2FA' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page).getByRole('button', { name: 'Enable 2FA' })).toBeVisible();
  expect(await (await page.request.get('/api/auth/me')).json()).toMatchObject({
    isTwoFactorEnabled: false,
  });
});

further('disabling asks for the password or a code', async ({ page, newUser }) => {
  const user = await newUser();
  await signInAs(page, user);
  await enableTwoFactor(page, user, totp);
  await openSecurity(page);
  await card(page).getByRole('button', { name: 'Disable 2FA' }).click();
  const proof = dialog(page, 'Disable 2FA?');
  await expect(proof.getByLabel('Password', { exact: true })).toBeFocused();
  await proof.getByRole('button', { name: 'Disable 2FA' }).click();
  await expect(proof.getByText('Password is required')).toBeVisible();
  await proof.getByLabel('Password', { exact: true }).fill('not the password');
  await proof.getByRole('button', { name: 'Disable 2FA' }).click();
  await expect(toastArea(page).getByRole('alert')).not.toBeEmpty();
  await expect(proof).toBeVisible();
  await proof.getByLabel('Password', { exact: true }).fill(user.password);
  await proof.getByRole('button', { name: 'Disable 2FA' }).click();
  await expect(toast(page)).toHaveText('2FA has been disabled');
  await expect(card(page).getByRole('button', { name: 'Enable 2FA' })).toBeVisible();
});

further('new recovery codes, and disabling, by a recovery code', async ({ page, newUser }) => {
  const user = await newUser();
  await signInAs(page, user);
  const { recoveryCodes } = await enableTwoFactor(page, user, totp);
  await openSecurity(page);
  const prove = async (title: string, submit: string, code: string) => {
    const proof = dialog(page, title);
    await proof.getByRole('button', { name: 'Use a code instead' }).click();
    await proof.getByLabel('Code', { exact: true }).fill(code);
    await proof.getByRole('button', { name: submit }).click();
  };
  await page.getByRole('button', { name: 'New Recovery Codes' }).click();
  await prove('New recovery codes', 'Make New Codes', recoveryCodes[0] ?? '');
  const codes = dialog(page, 'Your recovery codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const shown = await codes.getByRole('listitem').allTextContents();
  expect(shown.filter((one) => recoveryCodes.includes(one))).toEqual([]);
  await codes.getByLabel('I have saved these codes in a safe place').check({ force: true });
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'New Recovery Codes' })).toBeFocused();

  await card(page).getByRole('button', { name: 'Disable 2FA' }).click();
  await prove('Disable 2FA?', 'Disable 2FA', shown[0] ?? '');
  await expect(toast(page)).toHaveText('2FA has been disabled');
});

further('without a network it says what failed', async ({ page, newUser }) => {
  const user = await newUser();
  await signInAs(page, user);
  await openSecurity(page);
  const setup = await cutOff(page, toPath('/api/auth/setup-2fa'));
  await page.getByRole('button', { name: 'Enable 2FA' }).click();
  await expectToast(page, 'Error', 'Failed to setup 2FA');
  await setup.stop();
  await page.getByRole('button', { name: 'Enable 2FA' }).click();
  const verify = await cutOff(page, toPath('/api/auth/verify-2fa-setup'));
  const key = (await card(page).getByRole('code').textContent()) ?? '';
  await card(page).getByLabel('Code', { exact: true }).fill(totp(key));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Error', 'Failed to verify code');
  await verify.stop();
  await page.getByRole('button', { name: 'Verify and Enable' }).click();
  const codes = dialog(page, 'Your recovery codes');
  await codes.getByLabel('I have saved these codes in a safe place').check({ force: true });
  await codes.getByRole('button', { name: 'Done' }).click();

  await cutOff(page, toPath('/api/auth/disable-2fa'));
  await card(page).getByRole('button', { name: 'Disable 2FA' }).click();
  const proof = dialog(page, 'Disable 2FA?');
  await proof.getByLabel('Password', { exact: true }).fill(user.password);
  await proof.getByRole('button', { name: 'Disable 2FA' }).click();
  await expectToast(page, 'Error', 'Failed to disable 2FA');
});
