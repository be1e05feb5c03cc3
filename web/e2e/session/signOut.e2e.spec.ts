import { signIn } from '@insuremanager/deploy/testing/e2e/signIn';
import type { Page } from '@playwright/test';
import {
  cutOff,
  hold,
  intercept,
  LOST_CONNECTIONS,
  ofOperation,
  toPath,
} from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import { agentLogin, expectToast, openList, searchBox } from '../support/screens.js';
import { exhaustively, expect, SIGNED_OUT, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

// A session of its own: the other specs' one must not end.
test.use({
  storageState: SIGNED_OUT,
  // What was under way when the session ended is refused.
  expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 401 .*/graphql$`, 's'),
});
test.beforeEach(async ({ page }) => signIn(page));

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'User menu: admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

test('signing out ends the session and leaves nothing to go back to', async ({ page }) => {
  await openList(page);
  await signOut(page);
  await expect(page).toHaveURL('/');
  await expect(agentLogin(page)).toBeVisible();
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
  await page.goto('/customers');
  await expect(agentLogin(page)).toBeVisible();
});

test('nothing of a customer is stored while somebody works, or is left once they signed out', async ({
  page,
}) => {
  const word = newWord();
  const customer = await addCustomer(page.request, { name: `Zubaida ${word}` });
  /** Whatever the browser keeps of this origin, and the page itself. */
  const kept = () =>
    page.evaluate(async () => ({
      stored: { ...localStorage, ...sessionStorage },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      page: document.documentElement.outerHTML,
    }));
  await openList(page);
  await searchBox(page).fill(word);
  await expect(page.getByText(customer.name)).toBeVisible();
  const { page: shown, ...working } = await kept();
  expect(shown).toContain(customer.name);
  expect(JSON.stringify(working.stored)).not.toContain(customer.name);
  expect(working).toMatchObject({ databases: [], caches: [], workers: 0 });

  await signOut(page);
  await expect(agentLogin(page)).toBeVisible();
  const after = await kept();
  expect(JSON.stringify(after)).not.toContain(customer.name);
  expect(after).toMatchObject({ databases: [], caches: [], workers: 0 });
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ value }) => value !== '')).toEqual([]);
});

further('back, after signing out, leads to no screen of the session', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Customer Management' })).toBeVisible();
  await signOut(page);
  await expect(agentLogin(page)).toBeVisible();
  await page.goBack();
  await expect(agentLogin(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Customer Management' })).toBeHidden();
});

further(
  'a sign-out that did not reach the server is told, and can be repeated',
  async ({ page }) => {
    await openList(page);
    const broken = await cutOff(page, toPath('/api/auth/logout'));
    await signOut(page);
    await expectToast(page, 'Error', 'Failed to logout. Please try again.');
    await expect(page.getByRole('heading', { name: 'Customer Management' })).toBeVisible();
    await broken.stop();
    await signOut(page);
    await expect(agentLogin(page)).toBeVisible();
  },
);

further('what is under way meanwhile is refused, and nobody is told of it', async ({ page }) => {
  const asked = await hold(page, ofOperation('CustomerList'));
  await openList(page);
  await expect.poll(asked.count).toBe(1);
  const refused = page.waitForResponse((response) => response.status() === 401);
  await intercept(page, toPath('/api/auth/logout'), async (route) => {
    const answer = await route.fetch();
    asked.release();
    await refused;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await route.fulfill({ response: answer });
  });
  await signOut(page);
  await expect(agentLogin(page)).toBeVisible();
});
