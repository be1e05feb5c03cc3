import { startLongUsed } from '@insuremanager/deploy/testing/e2e/demo';
import { admin } from '@insuremanager/deploy/testing/e2e/signIn';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer } from '../support/people.js';
import { dialog } from '../support/screens.js';
import { test as base, exhaustively, expect } from '../support/test.js';

const PLACE = `mutation ($customerId: Int!, $commandId: ID!) {
  placeLegalHold(customerId: $customerId, matter: "Consumer court: CC 212/2014", commandId: $commandId) {
    stale
  }
}`;

/** Long before the shortest retention. */
const BEGAN = new Date('2015-02-02T10:00:00+05:30');
const OLD = ['Abdul Kareem', 'Beena Thomas', 'Chandran Pillai', 'Deepa Deleted', 'Eldho Heldback'];

/** The product, in use since long ago; each test begins signed in. */
const test = base.extend<object, { longUsed: string }>({
  longUsed: [
    async ({ playwright }, use) => {
      const product = await startLongUsed(BEGAN, async (baseURL) => {
        const door = await playwright.request.newContext({ baseURL });
        const entered = await door.post('/api/auth/login', { data: admin });
        // By the clock of this machine it was over long ago.
        const cookie = String(entered.headers()['set-cookie']).split(';')[0] ?? '';
        const headers = { extraHTTPHeaders: { cookie } };
        const api = await playwright.request.newContext({ baseURL, ...headers });
        const ids: number[] = [];
        for (const name of OLD) ids.push((await addCustomer(api, { name })).id);
        expect((await api.delete(`/api/customers/${ids[3]}`)).ok()).toBe(true);
        const held = { customerId: ids[4], commandId: 'held-long-ago' };
        const placed = await api.post('/graphql', { data: { query: PLACE, variables: held } });
        expect((await placed.json()).errors).toBeUndefined();
        await Promise.all([api.dispose(), door.dispose()]);
      });
      try {
        await use(product.url);
      } finally {
        await product.stop();
      }
    },
    { scope: 'worker', timeout: 0 },
  ],
  signedIn: [
    async ({ playwright, longUsed }, use) => {
      const api = await playwright.request.newContext({ baseURL: longUsed });
      expect((await api.post('/api/auth/login', { data: admin })).status()).toBe(200);
      await use(await api.storageState());
      await api.dispose();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ longUsed }, use) => use(longUsed),
});

const further = exhaustively(test, import.meta.url);

further(
  'whose retention has ended is announced, chosen by the keyboard, and erased for a reason',
  async ({ page, request }) => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('link', { name: '4 customers can be erased' }).click();
    await expect(page).toHaveURL(/\/privacy\/retention$/);
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(5);
    await expect(page.getByRole('row', { name: /Deepa Deleted/ })).toContainText('Deleted');
    await expect(page.getByRole('row', { name: /Abdul Kareem/ })).toContainText('02/02/2015');
    await expect(page.getByRole('row', { name: /Abdul Kareem/ })).toContainText('02/02/2025');
    await expectGoodLooks(page, 'retention');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectGoodLooks(page, 'retention-on-a-phone');
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole('link', { name: 'Kept back' }).click();
    await expect(page.getByRole('row', { name: /Eldho Heldback/ })).toContainText('Legal hold');
    await expectGoodLooks(page, 'kept-back');
    await page.getByRole('link', { name: 'Can be erased' }).click();

    await page.getByLabel('Select Abdul Kareem').press('Space');
    await page.getByLabel('Select Deepa Deleted').press('Space');
    await page.getByRole('button', { name: 'Erase Selected (2)' }).press('Enter');
    const asked = dialog(page, 'Erase 2 customers');
    await expect(asked.getByLabel('Reason')).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(asked).toContainText('Give a reason of 5 to 300 characters');
    await expectGoodLooks(page, 'erase-selected');
    await asked.getByLabel('Reason').fill('Kept for ten years');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/^2 customers erased/)).toBeVisible();
    await expect(rows).toHaveCount(3);
    await expect(page.getByRole('row', { name: /Abdul Kareem/ })).toBeHidden();

    await page.getByRole('button', { name: 'Erase All 2' }).click();
    await dialog(page, 'Erase 2 customers').getByLabel('Reason').fill('Kept for ten years');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('There is nobody whose retention has ended')).toBeVisible();
    await expectGoodLooks(page, 'nobody-waits');
    const list = await (await request.get('/api/customers')).text();
    for (const name of OLD.slice(0, 4)) expect(list).not.toContain(name);
    expect(list).toContain('Eldho Heldback');
  },
);
