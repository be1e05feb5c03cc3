import { startLongUsed } from '@insuremanager/deploy/testing/e2e/demo';
import { admin } from '@insuremanager/deploy/testing/e2e/signIn';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer } from '../support/people.js';
import { choose, customerRow, dialog, expectToast, ON_NAME, openList } from '../support/screens.js';
import { test as base, expect } from '../support/test.js';

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

test.describe.configure({ mode: 'serial' });

test('a hold is placed and lifted beside the customer, and keeps the customer from being erased', async ({
  page,
  request,
}) => {
  const { name } = await addCustomer(request);
  await openList(page, name);
  await customerRow(page, name).click(ON_NAME);
  const drawer = dialog(page, name);
  await drawer.getByRole('button', { name: 'Place Hold' }).click();
  const asked = dialog(page, 'Place legal hold');
  await expect(asked.getByLabel('Matter')).toBeFocused();
  await asked.getByLabel('Matter').fill('CC');
  await page.keyboard.press('Control+Enter');
  await expect(asked).toContainText('Say what the hold is for');
  await expectGoodLooks(page, 'place-hold');
  await asked.getByLabel('Matter').fill('Consumer court, Ernakulam: CC 212/2026');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Legal Hold Placed', name);
  await expect(drawer.getByText(/^Legal hold since/)).toBeVisible();
  const holds = drawer.getByRole('region', { name: 'Legal holds' });
  await expect(holds.getByRole('listitem')).toContainText('Consumer court, Ernakulam');
  await expectGoodLooks(page, 'held-customer');

  await drawer.getByRole('button', { name: 'More actions' }).click();
  await choose(page.getByRole('menuitem', { name: 'Erase permanently' }));
  const erasing = dialog(page, 'Erase permanently');
  await expect(erasing).toContainText('A customer under a legal hold cannot be erased');
  await expect(erasing).toContainText('Consumer court, Ernakulam: CC 212/2026, since');
  await expectGoodLooks(page, 'erase-held-customer');
  await erasing.getByLabel('Reason').fill('They asked to be forgotten');
  await page.keyboard.press('Control+Enter');
  await expect(erasing.getByRole('alert')).toContainText('A legal hold stands');
  await erasing.getByRole('button', { name: 'Cancel' }).click();

  await holds.getByRole('button', { name: /^Lift: Consumer court/ }).press('Enter');
  const lifting = dialog(page, 'Lift legal hold');
  await lifting.getByLabel('Reason').fill('The case was settled');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Legal Hold Lifted', name);
  await expect(drawer.getByText(/^Legal hold since/)).toBeHidden();
  await expect(holds.getByRole('listitem')).toContainText('Lifted');
});

test('a nominee is recorded and revoked beside the customer', async ({ page, request }) => {
  const { id, name } = await addCustomer(request);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/customers?customer=${id}`);
  const nominees = page.getByRole('region', { name: 'Nominees' });
  await nominees.getByRole('button', { name: 'Record nominee' }).press('Enter');
  const form = dialog(page, 'Record nominee');
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('Sudha Nominee');
  await form.getByLabel('Relation').fill('Daughter');
  await page.keyboard.press('Control+Enter');
  await expect(form).toContainText('Enter a phone number or an email address');
  await expectGoodLooks(page, 'nominee');
  await form.getByLabel('Phone').fill('98470 12345');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Nominee Recorded', 'Sudha Nominee');
  await expect(nominees.getByRole('listitem')).toContainText('Daughter, named on');
  await expectGoodLooks(page, 'nominees');
  const history = await (await request.get(`/api/customers/${id}/history`)).text();
  expect(history).toContain('Nominee recorded');

  await nominees.getByRole('button', { name: 'Revoke Sudha Nominee' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
  await expectToast(page, 'Nomination Revoked', 'Sudha Nominee');
  await expect(nominees).toContainText('Nobody is named');
  expect(name).toBeTruthy();
});

test('whose retention has ended is announced, chosen by the keyboard, and erased for a reason', async ({
  page,
  request,
}) => {
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
});
