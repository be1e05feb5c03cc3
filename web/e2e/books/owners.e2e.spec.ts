import type { APIRequestContext, Page } from '@playwright/test';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer, newWord } from '../support/people.js';
import {
  customerRow,
  customerRows,
  dialog,
  expectToast,
  ON_NAME,
  openList,
} from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { expect, signInAs, type TestUser, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

const chipIn = (page: Page, name: string) => customerRow(page, name).getByTitle(/^Owner: /);
const giveDialog = (page: Page, name: string) => dialog(page, `Assign ${name} to…`);

/** Customers of one search, who are the admin's. */
async function addSome(api: APIRequestContext, names: readonly string[]) {
  const word = newWord();
  const customers = [];
  for (const first of names) {
    customers.push(await addCustomer(api, { name: `${first} ${word}` }));
  }
  return { word, customers };
}

async function ownerOf(api: APIRequestContext, id: number): Promise<number | null> {
  return (await (await api.get(`/api/customers/${id}`)).json()).ownerId;
}

test.describe('a manager', () => {
  let agent: TestUser;
  test.beforeEach(async ({ newUser }) => {
    agent = await newUser('agent');
  });

  further('gives a customer to an agent, by keys alone', async ({ page, adminApi }) => {
    const { word, customers } = await addSome(adminApi, ['Asha']);
    const name = `Asha ${word}`;
    await openList(page, word);
    await expect(chipIn(page, name)).toHaveAttribute('title', 'Owner: admin');
    await customerRow(page, name).focus();
    await page.keyboard.press('ContextMenu');
    const item = page.getByRole('menuitem', { name: 'Assign to…' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused();
    await page.keyboard.press('Enter');
    const asked = giveDialog(page, name);
    await expect(asked.getByLabel('Owner')).toBeFocused();
    const giveIt = async () => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(asked.getByRole('button', { name: 'Assign', exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
    };
    await giveIt();
    await expect(asked.locator('.bp6-form-helper-text')).toHaveText('Choose an owner');
    await asked.getByLabel('Owner').focus();
    await page.keyboard.type(agent.username);
    await expect(asked.getByLabel('Owner')).toHaveValue(String(agent.id));
    await giveIt();
    await expectToast(page, 'Owner Changed', `Assigned ${name} to ${agent.username}.`);
    await expect(asked).toBeHidden();
    await expect(chipIn(page, name)).toHaveAttribute('title', `Owner: ${agent.username}`);
    expect(await ownerOf(adminApi, customers[0]?.id ?? 0)).toBe(agent.id);

    await customerRow(page, name).click(ON_NAME);
    const drawer = dialog(page, name);
    await expect(drawer.getByText(agent.username)).toBeVisible();
    await drawer.getByRole('tab', { name: 'History' }).click();
    await expect(drawer.getByText(`Assigned to ${agent.username}`)).toBeVisible();
  });

  further('gives all that a list shows, and nobody else', async ({ page, adminApi }) => {
    const { word, customers } = await addSome(adminApi, ['Asha', 'Bina', 'Chitra']);
    const other = await addCustomer(adminApi);
    await openList(page, word);
    await expect(customerRows(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Assign all to…' }).click();
    const asked = dialog(page, 'Assign customers to…');
    await expect(asked.getByText('All 3 customers in this list')).toBeVisible();
    await asked.getByLabel('Owner').selectOption(agent.username);
    await asked.getByRole('button', { name: 'Assign', exact: true }).click();
    await expectToast(page, 'Owner Changed', `Assigned 3 customers to ${agent.username}.`);
    for (const { id } of customers) expect(await ownerOf(adminApi, id)).toBe(agent.id);
    expect(await ownerOf(adminApi, other.id)).not.toBe(agent.id);
  });

  further(
    'finds the customers of one agent, of nobody, and the own',
    async ({ page, adminApi }) => {
      const { word, customers } = await addSome(adminApi, ['Asha', 'Bina', 'Chitra']);
      const give = (id: number, ownerId: number | null) =>
        adminApi.put(`/api/customers/${id}/owner`, { data: { ownerId } });
      await give(customers[0]?.id ?? 0, agent.id);
      await give(customers[1]?.id ?? 0, null);
      await openList(page, word);
      const books = page.getByRole('group', { name: 'Whose customers' });
      await books.getByRole('button', { name: 'My customers' }).click();
      await expect(customerRows(page)).toHaveText([/^.*Chitra/]);
      await expect(books.getByRole('button', { name: 'My customers' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await books.getByRole('button', { name: 'Without owner' }).click();
      await expect(customerRows(page)).toHaveText([/^.*Bina/]);
      await books.getByRole('button', { name: 'All' }).click();
      await expect(customerRows(page)).toHaveCount(3);

      await page.getByRole('button', { name: 'Advanced Search' }).click();
      await page.getByLabel('Owner', { exact: true }).selectOption(agent.username);
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(customerRows(page)).toHaveText([/^.*Asha/]);
      await expect(page.getByText(`Owner: ${agent.username}`).first()).toBeVisible();
    },
  );

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    further(`sees it well at ${width} pixels`, async ({ page, adminApi }) => {
      await page.setViewportSize({ width, height });
      const { word } = await addSome(adminApi, ['Asha', 'Bina']);
      await openList(page, word);
      await expect(chipIn(page, `Asha ${word}`)).toBeVisible();
      await expectGoodLooks(page, 'the list with its owners');
      await page.getByRole('button', { name: 'Assign all to…' }).click();
      await expect(dialog(page, 'Assign customers to…')).toBeVisible();
      await expectGoodLooks(page, 'the dialog');
    });
  }
});

test.describe('an agent', () => {
  // Signing in ends the session that the browser had.
  test.use({ storageState: SIGNED_OUT });

  further(
    'sees whose customers there are, and gives none away',
    async ({ page, adminApi, newUser }) => {
      const agent = await newUser('agent');
      const { word } = await addSome(adminApi, ['Asha']);
      await signInAs(page, agent);
      await openList(page, word);
      const name = `Asha ${word}`;
      await expect(chipIn(page, name)).toHaveAttribute('title', 'Owner: admin');
      await expect(page.getByRole('button', { name: 'Assign all to…' })).toBeHidden();
      await customerRow(page, name).click({ button: 'right' });
      await expect(page.getByRole('menuitem')).toHaveText(['View', 'Edit', 'Delete']);
    },
  );
});
