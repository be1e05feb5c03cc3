import type { Locator, Page } from '@playwright/test';
import { addDocument } from '../support/documents.js';
import { expectAccessible, expectGoodLooks, expectNoOverflow } from '../support/looks.js';
import {
  addCustomer,
  changeCustomer,
  deleteCustomer,
  newAadhaar,
  newPan,
  newWord,
} from '../support/people.js';
import { dialog } from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT });

const slider = (page: Page) => page.getByRole('slider', { name: 'Event' });
const beside = (page: Page) => page.getByRole('region', { name: 'As of this event, beside now' });
const row = (page: Page, label: string): Locator =>
  beside(page).getByRole('row', { name: new RegExp(`^${label}`) });
const happened = (page: Page) =>
  page.getByRole('region', { name: 'What happened' }).getByRole('listitem');

further(
  'an auditor replays a deleted customer, by key, event by event',
  async ({ page, newUser, adminApi }) => {
    const word = newWord();
    const pan = newPan(word);
    const aadhaar = newAadhaar();
    const { id } = await addCustomer(adminApi, {
      ...{ name: `Asha ${word}`, city: 'Kochi', panNumber: pan, aadhaarNumber: aadhaar },
    });
    const document = await addDocument(adminApi, id);
    await changeCustomer(adminApi, id, { city: 'Thrissur' });
    const verified = await adminApi.post('/graphql', {
      data: {
        query: `mutation Verify($id: Int!, $documentId: Int!, $commandId: ID!) {
        setKycStatus(id: $id, kycStatus: verified, documentId: $documentId, commandId: $commandId) {
          stale
        }
      }`,
        variables: { id, documentId: document.id, commandId: crypto.randomUUID() },
      },
    });
    expect((await verified.json()).errors).toBeUndefined();
    await deleteCustomer(adminApi, id);

    await signInAs(page, await newUser('auditor'));
    await page.goto('/');
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    await expect(page).toHaveURL('/audit');
    await expect(page.getByRole('heading', { name: 'Deleted lately' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find a record' }).fill(word);
    const found = page.getByRole('region', { name: 'Found records' });
    await found.getByRole('link', { name: `Asha ${word}` }).click();
    await expect(page).toHaveURL(`/audit/customer/${id}`);
    await expect(page.getByRole('heading', { name: `Asha ${word}` })).toBeVisible();
    await expect(happened(page)).toHaveCount(4);

    // It begins with the last event, of which nothing is left.
    await expect(slider(page)).toHaveValue('3');
    await expect(row(page, 'City')).toContainText('Thrissur');
    await expect(beside(page)).toContainText('Deleted; as it was before');
    await slider(page).focus();
    await page.keyboard.press('Home');
    await expect(page).toHaveURL(/event=0/);
    await expect(row(page, 'City')).toHaveText(/City ≠\s*differs\s*Kochi\s*Thrissur/);
    await expect(row(page, 'KYC status')).toHaveText(/differs\s*Pending\s*Verified/);
    await expect(row(page, 'Name')).not.toContainText('differs');
    await page.keyboard.press('ArrowRight');
    await expect(row(page, 'City')).toHaveText(/City\s*Thrissur\s*Thrissur/);
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /^Event 2 of 4, .*City changed$/);
    await expect(happened(page).and(page.locator('[aria-current]'))).toContainText('City changed');
    await page.keyboard.press('End');
    await expect(slider(page)).toHaveValue('3');
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(/event=2/);
    await beside(page)
      .getByText(/^Only what differs/)
      .click();
    await expect(beside(page)).toContainText('Nothing differs');

    const kyc = page.getByRole('region', { name: 'KYC' });
    await expect(kyc.getByRole('row', { name: /Verified/ })).toContainText('the same day');
    await expect(kyc.getByRole('link', { name: document.fileName })).toHaveAttribute(
      'href',
      `/audit/document/${document.id}`,
    );

    await happened(page)
      .filter({ hasText: 'Customer added' })
      .getByRole('button', { name: 'Raw event' })
      .press('Enter');
    const raw = dialog(page, 'Customer added');
    await expect(raw).toContainText(`customer-${id}`);
    const [stored, today] = [raw.locator('pre').first(), raw.locator('pre').last()];
    await expect(stored).toContainText('"commandId"');
    await expect(stored).not.toContainText(word);
    await expect(today).toContainText(`Asha ${word}`);
    await expect(today).not.toContainText(pan);
    await expect(today).not.toContainText(aadhaar);
    await page.keyboard.press('Escape');
    await expect(raw).toBeHidden();
    await expectNoOverflow(page);
    await expectAccessible(page);
  },
);

further(
  'what is replayed looks right, on a desk and on a phone',
  async ({ page, newUser, adminApi }) => {
    const { id } = await addCustomer(adminApi, { name: `${'Venkatanarasimha '.repeat(4)}Iyer` });
    await changeCustomer(adminApi, id, { city: 'Thiruvananthapuram', address: 'x'.repeat(120) });
    await signInAs(page, await newUser('auditor'));
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      await page.goto('/audit');
      await expect(page.getByRole('heading', { name: 'Deleted lately' })).toBeVisible();
      await expectGoodLooks(page, `where one begins, ${viewport.width}`);
      await page.goto(`/audit/customer/${id}?event=0`);
      await expect(row(page, 'City')).toContainText('differs');
      await expectGoodLooks(page, `a customer, ${viewport.width}`);
      await page.goto(`/audit/customer/${id}?event=0&raw=0`);
      await expect(dialog(page, 'Customer added')).toContainText('As stored');
      await expectGoodLooks(page, `a raw event, ${viewport.width}`);
    }
  },
);

further(
  'histories and the audit log lead there, and agents do not',
  async ({ page, newUser, adminApi }) => {
    const { id } = await addCustomer(adminApi);
    await deleteCustomer(adminApi, id);
    await signInAs(page, await newUser('auditor'));
    await page.goto(`/customers?customer=${id}&tab=history`);
    await page.getByRole('link', { name: 'Replay Event by Event' }).click();
    await expect(page).toHaveURL(`/audit/customer/${id}`);
    await page.goto(`/settings/audit?customerId=${id}&kind=deletion`);
    const entry = page.getByRole('grid', { name: 'Audit log' }).locator('[data-row]').first();
    await entry.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Replay Record' }).click();
    await expect(page).toHaveURL(`/audit/customer/${id}`);
    await expect(page.getByText('Customer deleted').first()).toBeVisible();
    await page.goto('/audit/customer/999999999');
    await expect(page.getByText(/no customer|There is no/i)).toBeVisible();
    await page.goto('/audit/nothing/1');
    await expect(page.getByText('This address names no record')).toBeVisible();
    await signInAs(page, await newUser('agent'));
    await page.goto('/customers');
    await expect(page.getByRole('link', { name: 'Customers', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Audit', exact: true })).toHaveCount(0);
    await page.goto(`/audit/customer/${id}`);
    await expect(page.getByText('You do not have access to this page')).toBeVisible();
  },
);
