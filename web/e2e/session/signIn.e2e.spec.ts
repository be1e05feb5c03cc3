import { admin } from '@insuremanager/deploy/testing/e2e/signIn';
import type { Page } from '@playwright/test';
import { cutOff, toPath } from '../support/network.js';
import { newWord } from '../support/people.js';
import { agentLogin } from '../support/screens.js';
import { exhaustively, expect, SIGNED_OUT, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({
  storageState: SIGNED_OUT,
  expectedErrors: /net::ERR_CONNECTION_FAILED|status of 4(01|29) .*\/api\/auth\/login$/s,
});

const username = (page: Page) => page.getByLabel('Username');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });

async function fillIn(page: Page, credentials: { username: string; password: string }) {
  await username(page).fill(credentials.username);
  await password(page).fill(credentials.password);
  await submit(page).click();
}

further('both fields are required, each saying so', async ({ page }) => {
  await page.goto('/login');
  await expect(username(page)).toBeFocused();
  await submit(page).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(username(page)).toHaveAccessibleDescription('Username is required');
  await expect(username(page)).toBeFocused();

  await username(page).fill('someone');
  await submit(page).click();
  await expect(page.getByText('Username is required')).toBeHidden();
  await expect(password(page)).toHaveAccessibleDescription('Password is required');
  await expect(password(page)).toBeFocused();
});

test('a wrong password is told inline, and the form keeps what was typed', async ({ page }) => {
  await page.goto('/login');
  await fillIn(page, { ...admin, password: 'not the password' });
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'The username or password is wrong.',
  );
  await expect(username(page)).toHaveValue(admin.username);
  await expect(password(page)).toBeFocused();
  await fillIn(page, admin);
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
});

further('without a network it says that the login failed', async ({ page }) => {
  await page.goto('/login');
  await cutOff(page, toPath('/api/auth/login'));
  await fillIn(page, admin);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Login failed');
});

further(
  'after ten wrong passwords one has to wait, and is told how long',
  async ({ page, request }) => {
    const guesser = { username: newWord().toLowerCase(), password: 'a wrong password' };
    for (let guess = 0; guess < 10; guess += 1) {
      const answer = await request.post('/api/auth/login', { data: guesser });
      expect(answer.status()).toBe(401);
    }
    await page.goto('/login');
    await fillIn(page, guesser);
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      /^Too many attempts to sign in\. Please try again in 1[45] minutes\.$/,
    );
  },
);

test('signing in leads to the root, and a reload keeps the session', async ({ page, context }) => {
  await page.goto('/login');
  await expect(page).toHaveTitle('Sign in · InsureManager');
  await fillIn(page, admin);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'User menu: admin' })).toBeVisible();

  const cookies = await context.cookies();
  const session = cookies.find(({ name }) => name === 'insuremanager_session');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  await page.reload();
  await expect(page.getByRole('button', { name: 'User menu: admin' })).toBeVisible();
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('without a session, an address of the client is the public page', async ({ page }) => {
  for (const path of ['/', '/customers?q=anil', '/no/such/page']) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
    await agentLogin(page).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible();
  }
});
