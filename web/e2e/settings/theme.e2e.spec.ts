import type { Page } from '@playwright/test';
import { SIGNED_OUT } from '../support/test.js';
import { expect, signInAs, test } from '../support/users.js';

// Of a user of its own: what is chosen holds wherever one signs in.
test.use({ storageState: SIGNED_OUT });

const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/api/auth/preferences'));

test('light and dark follow the system until one is chosen, and the choice stays', async ({
  page,
  newUser,
}) => {
  await signInAs(page, await newUser());
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto('/customers');
  const toLight = page.getByRole('button', { name: 'Switch to light' });
  const toDark = page.getByRole('button', { name: 'Switch to dark' });
  await expect(toDark).toBeVisible();
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(toLight).toBeVisible();
  await expect.poll(background).not.toBe(light);
  const dark = await background();

  await Promise.all([saved(page), toLight.click()]);
  await expect.poll(background).toBe(light);
  await page.reload();
  await expect(toDark).toBeVisible();
  expect(await background()).toBe(light);
  await Promise.all([saved(page), toDark.click()]);
  await expect.poll(background).toBe(dark);
});
