import { admin, signIn } from '@insuremanager/deploy/testing/e2e/signIn';
import type { Page } from '@playwright/test';
import {
  chooseFiles,
  findDocuments,
  openDocuments,
  pickPolicyholder,
  uploadDialog,
  uploadItem,
} from '../support/documents.js';
import { largePdfFile, pdfFile } from '../support/files.js';
import { cutOff, hold, LOST_CONNECTIONS, toPath } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, SIGNED_OUT, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const toUpload = toPath('/api/documents/upload');

test.use({
  storageState: SIGNED_OUT,
  expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 401`),
});
test.beforeEach(({ page }) => signIn(page));

/** A dialog with these files, for a customer of their own. */
async function beginUpload(page: Page, files: Parameters<typeof chooseFiles>[1]) {
  const customer = await addCustomer(page.request);
  await openDocuments(page);
  await page.getByRole('button', { name: 'Upload Document' }).first().click();
  await chooseFiles(page, files);
  await pickPolicyholder(page, customer.name);
  return customer;
}

const send = (page: Page) =>
  uploadDialog(page)
    .getByRole('button', { name: /^Upload/ })
    .click();

const progressOf = (page: Page, name: string) =>
  uploadDialog(page).getByRole('progressbar', { name: `Progress of ${name}` });

/** So many bytes a second leave the browser, until the network is as it was again. */
async function slowDown(page: Page, bytes: number): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', {
    ...conditions,
    uploadThroughput: bytes,
  });
  return () => devtools.detach();
}

further('an upload that broke off is tried again, and stored once', async ({ page }) => {
  const name = `${newWord()}.pdf`;
  const broken = await cutOff(page, toUpload);
  const customer = await beginUpload(page, [pdfFile(name)]);
  await send(page);
  await expectToast(page, 'Upload Failed', 'Failed to upload document. Please try again.');
  await expect(uploadItem(page, name)).toContainText('the file will not be stored twice');
  await broken.stop();
  await page.getByRole('button', { name: `Retry ${name}` }).click();
  await expectToast(page, 'Document Uploaded', `${name} has been stored.`);
  expect(await findDocuments(page.request, { customerId: customer.id })).toHaveLength(1);
});

further('all that broke off is sent again at once', async ({ page }) => {
  const names = ['1', '2', '3', '4'].map((nth) => `${nth} of four.pdf`);
  const broken = await cutOff(page, toUpload);
  const customer = await beginUpload(
    page,
    names.map((name) => pdfFile(name)),
  );
  await send(page);
  const again = uploadDialog(page).getByRole('button', { name: 'Upload Again' });
  await expect(again).toBeEnabled();
  await expect(uploadItem(page, names[3] ?? '')).toContainText('The server did not respond');
  await broken.stop();
  await again.click();
  await expectToast(page, 'Document Uploaded', '4 documents have been stored.');
  await expect(uploadDialog(page)).toBeHidden();
  expect(await findDocuments(page.request, { customerId: customer.id })).toHaveLength(4);
});

further(
  'an upload whose answer was lost is stored once, however often it is tried',
  async ({ page }) => {
    const name = `${newWord()}.pdf`;
    // The browser drops the first answer, which has told that it is stored.
    await page.addInitScript(() => {
      const send = XMLHttpRequest.prototype.send;
      let isLost = false;
      XMLHttpRequest.prototype.send = function (body) {
        const { onerror } = this;
        if (!isLost) this.onload = () => onerror?.call(this, new ProgressEvent('error'));
        isLost = true;
        send.call(this, body);
      };
    });
    const customer = await beginUpload(page, [pdfFile(name)]);
    await send(page);
    await expect(uploadItem(page, name)).toContainText('the file will not be stored twice');
    expect(await findDocuments(page.request, { customerId: customer.id })).toHaveLength(1);
    // As long as nobody knows whose it became, it stays this customer's.
    await expect(uploadDialog(page).getByLabel(/^Customer/)).toBeDisabled();
    await page.getByRole('button', { name: `Retry ${name}` }).click();
    await expectToast(page, 'Document Uploaded', `${name} has been stored.`);
    expect(await findDocuments(page.request, { customerId: customer.id })).toHaveLength(1);
  },
);

further('an upload shows how far it is, and is broken off', async ({ page }) => {
  const name = `${newWord()}.pdf`;
  const customer = await beginUpload(page, [largePdfFile(name, 4_000_000)]);
  const speedUp = await slowDown(page, 400_000);
  await send(page);
  const sent = () => progressOf(page, name).evaluate((bar: HTMLProgressElement) => bar.value);
  await expect.poll(sent).toBeGreaterThan(0.05);
  expect(await sent()).toBeLessThan(1);
  await page.getByRole('button', { name: `Cancel ${name}` }).click();
  await expect(uploadItem(page, name)).toContainText('Cancelled');
  expect(await findDocuments(page.request, { customerId: customer.id })).toHaveLength(0);
  await speedUp();
  await page.getByRole('button', { name: `Retry ${name}` }).click();
  await expectToast(page, 'Document Uploaded', `${name} has been stored.`);
});

further('three are on their way at once; the others wait for their turn', async ({ page }) => {
  const names = ['1', '2', '3', '4', '5'].map((nth) => `${nth} of five.pdf`);
  const held = await hold(page, toUpload);
  const customer = await beginUpload(
    page,
    names.map((name) => pdfFile(name)),
  );
  await send(page);
  await expect.poll(held.count).toBe(3);
  await expect(uploadDialog(page).getByText('Waiting')).toHaveCount(2);
  await page.getByRole('button', { name: `Cancel ${names[3]}` }).click();
  await page.getByRole('button', { name: `Remove ${names[3]}` }).click();
  held.release();
  await expectToast(page, 'Document Uploaded', '4 documents have been stored.');
  expect(await findDocuments(page.request, { customerId: customer.id })).toHaveLength(4);
});

further('leaving while files are on their way asks first', async ({ page }) => {
  const name = `${newWord()}.pdf`;
  const held = await hold(page, toUpload);
  const customer = await beginUpload(page, [pdfFile(name)]);
  await send(page);
  await expect.poll(held.count).toBe(1);
  const ask = page.getByRole('alertdialog', { name: 'Stop uploading?' });
  for (const leave of [
    () => uploadDialog(page).getByRole('button', { name: 'Cancel', exact: true }).click(),
    () => page.goBack(),
  ]) {
    await leave();
    await ask.getByRole('button', { name: 'Keep uploading' }).click();
    await expect(ask).toBeHidden();
  }
  await page.keyboard.press('Escape');
  await ask.getByRole('button', { name: 'Skip them' }).click();
  await expect(uploadDialog(page)).toBeHidden();
  held.release();
  expect(await findDocuments(page.request, { customerId: customer.id })).toHaveLength(0);
});

further('a session that has ended costs no file', async ({ page, context }) => {
  const name = `${newWord()}.pdf`;
  const customer = await beginUpload(page, [pdfFile(name)]);
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`);
  const headers = { cookie: cookies.join('; ') };
  await fetch(`${process.env.E2E_URL}/api/auth/logout`, { method: 'POST', headers });
  await send(page);
  const again = dialog(page, 'Please sign in again');
  await again.getByLabel('Password', { exact: true }).fill(admin.password);
  await again.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(again).toBeHidden();
  await expect(uploadDialog(page).getByRole('alert')).toHaveText(
    'Your session has ended. Sign in again, then upload once more.',
  );
  await send(page);
  await expectToast(page, 'Document Uploaded', `${name} has been stored.`);
  expect(await findDocuments(page.request, { customerId: customer.id })).toHaveLength(1);
});
