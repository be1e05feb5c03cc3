import { signIn } from '@insuremanager/deploy/testing/e2e/signIn';
import { cutOff, hold, intercept, LOST_CONNECTIONS, toPath } from '../support/network.js';
import { exhaustively, expect, SIGNED_OUT, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT, expectedErrors: LOST_CONNECTIONS });
test.beforeEach(async ({ page }) => signIn(page));

further('a spinner fills the screen while nobody knows yet who is signed in', async ({ page }) => {
  const me = await hold(page, toPath('/api/auth/me'));
  await page.goto('/');
  const spinner = page.getByRole('status', { name: 'Loading', exact: true });
  await expect(spinner).toBeVisible();
  const around = page.getByRole('main').filter({ has: spinner });
  // That of the page itself makes way for that of the client, which may be in between.
  await expect.poll(() => around.boundingBox()).toMatchObject(page.viewportSize() ?? {});
  await expect(page.getByRole('navigation')).toBeHidden();
  me.release();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  await expect(spinner).toBeHidden();
});

test('when the server does not answer, it says so and can be asked again', async ({ page }) => {
  const broken = await cutOff(page, toPath('/api/auth/me'));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Failed to fetch user' })).toBeVisible();
  await broken.stop();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
});

test.describe('with a list that is asked for beside it', () => {
  test.use({ expectedErrors: /status of 401 .*\/graphql$/ });

  further(
    'a session that ends before the client has asked for it leads to the login',
    async ({ page, context }) => {
      await intercept(page, toPath('/api/auth/me'), async (route) => {
        await context.clearCookies();
        await route.fulfill({ status: 401, json: { error: 'Please sign in.' } });
      });
      await page.goto('/customers');
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible();
    },
  );
});
