import { admin, signIn } from '@insuremanager/deploy/testing/e2e/signIn';
import type { BrowserContext, Page } from '@playwright/test';
import { addCustomer, newWord } from '../support/people.js';
import { customerRow, dialog, expectToast, openList, searchBox } from '../support/screens.js';
import { exhaustively, expect, SIGNED_OUT, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT, expectedErrors: /status of 401 .*\/graphql$/s });
test.beforeEach(async ({ page }) => signIn(page));

/** Ends the browser's session at the server only, as time or an administrator would. */
async function endSession(context: BrowserContext) {
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`);
  const answer = await fetch(`${process.env.E2E_URL}/api/auth/logout`, {
    method: 'POST',
    headers: { cookie: cookies.join('; ') },
  });
  expect(answer.status).toBe(204);
}

async function signInAgain(page: Page) {
  const again = dialog(page, 'Please sign in again');
  await expect(again).toContainText(
    'Your session has ended. What you were working on is still here.',
  );
  await expect(again.getByLabel('Username')).toHaveValue(admin.username);
  await again.getByLabel('Password', { exact: true }).fill(admin.password);
  await again.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(again).toBeHidden();
}

test('a session that ends in the middle of an edit costs nothing typed', async ({
  page,
  context,
}) => {
  const customer = await addCustomer(page.request);
  await page.goto(`/customers?edit=${customer.id}`);
  const form = dialog(page, 'Edit Customer');
  await form.getByLabel('Email', { exact: true }).fill('kept@example.com');
  await form.getByLabel('Address', { exact: true }).fill('12 Marine Drive');
  // What the screen itself still asks for would find the session ended before the save does.
  await page.waitForLoadState('networkidle');
  await endSession(context);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await signInAgain(page);

  await expect(form.getByLabel('Email', { exact: true })).toHaveValue('kept@example.com');
  await expect(form.getByLabel('Address', { exact: true })).toHaveValue('12 Marine Drive');
  await expect(form.getByRole('alert')).toHaveText(
    'Your session has ended. Sign in again, then save once more.',
  );
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Customer Updated', `${customer.name} has been updated.`);
  const saved = await page.request.get(`/api/customers/${customer.id}`);
  expect(await saved.json()).toMatchObject({ email: 'kept@example.com', version: 1 });
});

further(
  'a session that ends under the list asks to sign in, then goes on',
  async ({ page, context }) => {
    const word = newWord();
    const customer = await addCustomer(page.request, { name: `Devika ${word}` });
    await openList(page);
    await endSession(context);
    await searchBox(page).fill(word);
    await signInAgain(page);
    await expect(customerRow(page, customer.name)).toBeVisible();
  },
);
