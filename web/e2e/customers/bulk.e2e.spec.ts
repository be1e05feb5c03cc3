import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../support/looks.js';
import { cutOff, hold, LOST_CONNECTIONS, ofOperation } from '../support/network.js';
import { addCustomer, changeCustomer, findCustomers, newWord } from '../support/people.js';
import { addPolicy } from '../support/policies.js';
import {
  choose,
  customerRow,
  customerRows,
  expectToast,
  ON_NAME,
  toastArea,
} from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: LOST_CONNECTIONS });

interface Added {
  id: number;
  name: string;
}

/** Three customers whom one search finds, all of them chosen. */
async function openAndChoose(page: Page): Promise<Added[]> {
  const word = newWord();
  const added: Added[] = [];
  for (const first of ['Abe', 'Bea', 'Cal']) {
    added.push(await addCustomer(page.request, { name: `${first} ${word}` }));
  }
  await page.goto(`/customers?sort=name&q=${word}`);
  await expect(customerRows(page)).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select all customers that are shown' }).click();
  await expect(bar(page)).toContainText('3 selected');
  return added;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

async function setKyc(page: Page, status: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'Set KYC status' }).click();
  await choose(page.getByRole('menuitem', { name: status }));
}

async function statuses(page: Page, added: readonly Added[]): Promise<string[]> {
  const found = await findCustomers(page.request, added[0]?.name.split(' ')[1] ?? '');
  return added.map(({ id }) => found.find((one) => one.id === id)?.kycStatus ?? 'gone');
}

test('a KYC status is set for several, said in their histories, and undone', async ({ page }) => {
  const added = await openAndChoose(page);
  await setKyc(page, 'Verified');
  await expectToast(page, 'KYC Status Set', '3 customers: Verified.');
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Select all customers' })).toBeFocused();
  expect(await statuses(page, added)).toEqual(['verified', 'verified', 'verified']);
  await expect(customerRow(page, added[0]?.name ?? '')).toContainText('Verified');

  // Somebody changes one of them meanwhile: that stays.
  await changeCustomer(page.request, added[1]?.id ?? 0, { city: 'Kochi' });
  await toastArea(page).getByRole('button', { name: 'Undo' }).click();
  const report = page.getByRole('dialog', { name: 'Not everything was done' });
  await expect(report).toContainText('2 done, 1 not.');
  await expect(report.getByRole('listitem')).toContainText(added[1]?.name ?? '');
  await expect(report.getByRole('listitem')).toContainText('Somebody else has just changed it.');
  await report.getByRole('button', { name: 'Close' }).click();
  await expectToast(page, 'Undone', '2 customers: as before.');
  expect(await statuses(page, added)).toEqual(['pending', 'verified', 'pending']);

  await customerRow(page, added[0]?.name ?? '').click(ON_NAME);
  const panel = page.getByRole('dialog', { name: added[0]?.name ?? '' });
  await panel.getByRole('tab', { name: 'History' }).click();
  await expect(panel.getByText('part of a bulk change')).toHaveCount(2);
});

further(
  'one that somebody else has changed is left, and named with the reason',
  async ({ page }) => {
    const added = await openAndChoose(page);
    await changeCustomer(page.request, added[2]?.id ?? 0, { city: 'Kochi' });
    await setKyc(page, 'Rejected');
    const report = page.getByRole('dialog', { name: 'Not everything was done' });
    await expect(report).toContainText('2 done, 1 not.');
    await expect(report.getByRole('listitem')).toContainText(added[2]?.name ?? '');
    await expect(report.getByRole('button', { name: /again/ })).toHaveCount(0);
    await expectGoodLooks(page, 'the report');
    await report.getByRole('button', { name: 'Undo what was done' }).click();
    await expectToast(page, 'Undone', '2 customers: as before.');
    expect(await statuses(page, added)).toEqual(['pending', 'pending', 'pending']);
    // What was not done is still chosen.
    await expect(bar(page)).toContainText('1 selected');
  },
);

further('what the network cut off is tried again, and done once', async ({ page }) => {
  const added = await openAndChoose(page);
  const broken = await cutOff(page, ofOperation('ChangeKycStatus'));
  await setKyc(page, 'Verified');
  const report = page.getByRole('dialog', { name: 'Not everything was done' });
  await expect(report).toContainText('0 done, 3 not.');
  await broken.stop();
  await report.getByRole('button', { name: 'Try 3 again' }).click();
  await expectToast(page, 'KYC Status Set', '3 customers: Verified.');
  await expect(page.getByRole('checkbox', { name: 'Select all customers' })).toBeFocused();
  expect(await statuses(page, added)).toEqual(['verified', 'verified', 'verified']);
});

further('while it runs it says how far it is, and can be stopped', async ({ page }) => {
  await openAndChoose(page);
  const held = await hold(page, ofOperation('ChangeKycStatus'));
  await setKyc(page, 'Verified');
  const running = page.getByRole('dialog', { name: 'Setting KYC status' });
  await expect(running.getByRole('status')).toContainText('0 of 3 done');
  await expectGoodLooks(page, 'a bulk change that runs');
  held.release();
  await expectToast(page, 'KYC Status Set', '3 customers: Verified.');
});

further(
  'several are deleted once that is confirmed, but for those that must stay',
  async ({ page }) => {
    const added = await openAndChoose(page);
    const policy = await addPolicy(page.request, 'health', added[1]?.id ?? 0);
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 3 customers?' });
    await expect(question).toContainText('This cannot be undone.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(customerRows(page)).toHaveCount(3);

    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete 3 customers' }).click();
    const report = page.getByRole('dialog', { name: 'Not everything was done' });
    await expect(report).toContainText('2 done, 1 not.');
    await expect(report.getByRole('listitem')).toContainText(String(policy.policyNumber));
    await expect(report.getByRole('button', { name: 'Undo what was done' })).toHaveCount(0);
    await report.getByRole('button', { name: 'Close' }).click();
    await expectToast(page, 'Customer Deleted', '2 customers taken out of all lists.');
    await expect(customerRows(page)).toHaveCount(1);
    await expect(bar(page)).toContainText('1 selected');
  },
);
