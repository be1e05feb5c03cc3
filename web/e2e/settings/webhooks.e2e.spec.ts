import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { changeTheme, expectGoodLooks, tooWide } from '../support/looks.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT });

/** Another system: how it answers, and the types of what it was sent. */
async function startReceiver() {
  const heard: string[] = [];
  const receiver = { url: '', status: 204, heard, server: undefined as Server | undefined };
  receiver.server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    heard.push((JSON.parse(body) as { type: string }).type);
    response.writeHead(receiver.status).end();
  });
  await new Promise<void>((done) => receiver.server?.listen(0, '127.0.0.1', done));
  receiver.url = `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}/hook`;
  return receiver;
}

let receiver: Awaited<ReturnType<typeof startReceiver>>;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => {
  receiver.server?.close();
  receiver.server?.closeAllConnections();
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function addWebhook(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Webhook' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await expect(dialog.getByLabel('Address')).toBeFocused();
  await page.keyboard.type(receiver.url);
  await page.keyboard.press('Tab');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

test('an administrator adds a webhook by the keyboard, tests it, and sees what went wrong', async ({
  page,
  newUser,
}) => {
  const name = `Ledger ${receiver.url.replace(/\D/g, '').slice(-5)}`;
  await signInAs(page, await newUser('admin'));
  await page.goto('/settings/webhooks');
  await addWebhook(page, name);
  const secret = page.getByRole('dialog', { name: 'Secret of the Webhook' });
  await expect(secret.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_[\w+/]{43}=$/);
  await expectGoodLooks(page, 'the secret of a webhook');
  await page.keyboard.press('Escape');

  const webhook = page.locator('section.section-card', { hasText: receiver.url });
  await expect(webhook).toContainText('Active');
  await webhook.getByRole('button', { name: 'Send Test' }).click();
  await expect(
    webhook.getByRole('listitem').filter({ hasText: /WebhookTest.*Taken, 204/ }),
  ).toBeVisible();
  receiver.status = 503;
  await webhook.getByRole('button', { name: 'Send WebhookTest again' }).click();
  await expect(
    webhook.getByRole('listitem').filter({ hasText: /WebhookTest.*Refused, 503/ }),
  ).toBeVisible();
  expect(receiver.heard.filter((type) => type === 'WebhookTest')).toHaveLength(2);

  await expectGoodLooks(page, 'a webhook and its deliveries');
  await changeTheme(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => tooWide(page)).toEqual([]);
  await expectGoodLooks(page, 'a webhook, on a phone');

  await webhook.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(webhook).toHaveCount(0);
});

further('a secret is renewed, a webhook disabled and enabled', async ({ page, newUser }) => {
  await signInAs(page, await newUser('admin'));
  await page.goto('/settings/webhooks');
  await addWebhook(page, 'Warehouse');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await card(page, 'Warehouse').getByRole('button', { name: 'New Secret' }).click();
  await page.getByRole('button', { name: 'Make New Secret' }).click();
  await expect(page.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
  await page.keyboard.press('Escape');
  const row = page.locator('section.section-card', { hasText: receiver.url });
  await expect(row).toContainText('Two secrets are valid until');
  await row.getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('Disabled');
  await row.getByRole('button', { name: 'Enable' }).click();
  await expect(row).toContainText('Active');
  await row.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

further('an address that is none is refused beside its field', async ({ page, newUser }) => {
  await signInAs(page, await newUser('admin'));
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'Add Webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toContainText('Enter an address, such as https://example.in/hook.');
  await dialog.getByLabel('Address').fill('https://me:secret@example.in/');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toContainText('Leave the username and password out');
});

further('a manager has no look at webhooks', async ({ page, newUser }) => {
  await signInAs(page, await newUser('manager'));
  await page.goto('/settings/webhooks');
  await expect(page.getByText('You do not have access to this page')).toBeVisible();
});
