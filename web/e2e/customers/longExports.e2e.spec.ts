import { readFile } from 'node:fs/promises';
import type { Problem } from '@insuremanager/contracts/problem';
import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer, newWord } from '../support/people.js';
import { customerRow, toastArea } from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({
  storageState: SIGNED_OUT,
  // What is too long to be sent at once is refused first.
  expectedErrors: /the server responded with a status of 409 .*\/api\/exports\/customers\.csv/s,
});

const TOO_LARGE: Problem = {
  ...{ type: 'about:blank', title: 'Conflict', status: 409, code: 'export-too-large' },
  error: 'This list has more than 10,000 records. Export it in the background.',
  correlationId: 'test',
};

/** Ten thousand customers are too many to be made for a test: the answer to who asks at once. */
const refuseAtOnce = (page: Page) =>
  page.route('**/api/exports/customers.csv', (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', json: TOO_LARGE }),
  );

async function exportAll(page: Page): Promise<void> {
  await page.locator('.page-toolbar').getByRole('button', { name: 'Export' }).press('Enter');
  await page.getByRole('menuitem', { name: 'CSV, columns shown' }).press('Enter');
}

further(
  'a long list is exported while one goes on, and found again after a reload',
  async ({ page, newUser }) => {
    const word = newWord();
    await signInAs(page, await newUser('manager'));
    const { name } = await addCustomer(page.request, { name: `Abe ${word}` });
    await page.goto(`/customers?q=${word}`);
    await expect(customerRow(page, name)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Exports/ })).toHaveCount(0);
    await refuseAtOnce(page);
    await exportAll(page);
    await expect(toastArea(page)).toContainText('Customers Exported');

    const button = page.getByRole('button', { name: 'Exports, file ready' });
    await button.press('Enter');
    const panel = page.getByRole('region', { name: 'Exports' });
    await expect(panel.getByRole('listitem')).toHaveText(/^Customers, CSV1 row, .* KB|Bytes/);
    await expectGoodLooks(page, 'a file that is ready');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Download: Customers, CSV' }).press('Enter'),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^customers-\d{4}-\d\d-\d\d\.csv$/);
    expect(await readFile(await saved.path(), 'utf8')).toContain(`\r\n${name},`);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();

    await page.reload();
    await expect(page.getByRole('button', { name: 'Exports, file ready' })).toBeVisible();
    await page.goto('/settings/exports');
    const all = page.getByRole('main').getByRole('region', { name: 'Exports' });
    await expect(all.getByRole('listitem')).toHaveCount(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectGoodLooks(page, 'all exports, on a phone');
    await all.getByRole('button', { name: 'Remove the file: Customers, CSV' }).click();
    await expect(all.getByRole('listitem')).toContainText('The file was removed');
  },
);

further(
  'an export is cancelled where it was asked for, and under Exports',
  async ({ page, newUser }) => {
    await signInAs(page, await newUser('manager'));
    await page.goto('/customers');
    await refuseAtOnce(page);
    // As long as somebody looks, it goes no further.
    const waiting = { state: 'waiting', rows: 0, total: null, size: null, expiresAt: null };
    await page.route('**/api/exports', async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      if (route.request().method() !== 'GET') return route.fulfill({ response: answer, json });
      const shown = json.map((one: { state: string }) =>
        one.state === 'ready' ? { ...one, ...waiting } : one,
      );
      return route.fulfill({ response: answer, json: shown });
    });
    await exportAll(page);
    await expect(toastArea(page)).toContainText('Exporting Customers');
    await toastArea(page).getByRole('button', { name: 'Cancel' }).click();
    const button = page.getByRole('button', { name: /^Exports/ });
    await button.click();
    const entries = page.getByRole('region', { name: 'Exports' }).getByRole('listitem');
    await expect(entries).toContainText(/Cancelled|The file was removed/);

    await page.keyboard.press('Escape');
    await expect(entries).toHaveCount(0);
    await exportAll(page);
    await page.getByRole('button', { name: 'Exports, 1 under way' }).click();
    await expect(entries.first()).toContainText('Waits for others before it');
    await expectGoodLooks(page, 'an export that waits');
    await entries.first().getByRole('button', { name: 'Cancel: Customers, CSV' }).press('Enter');
    await expect(entries.first()).toContainText(/Cancelled|The file was removed/);
  },
);

further('an auditor has the audit log as a file, with its filters', async ({ page, newUser }) => {
  const user = await newUser('auditor');
  await signInAs(page, user);
  await page.goto(`/settings/audit?userId=${user.id}&kind=sign_in`);
  await expect(page.getByRole('grid', { name: 'Audit log' })).toContainText('Signed in');
  await page.locator('.page-toolbar').getByRole('button', { name: 'Export' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV, columns shown' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  const [head, line, ...more] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
  expect(head).toContain('Time,Who,What,Kind,Record,Record number,Record name');
  expect(line).toContain(`,${user.username},Signed in with a password,sign_in,user,${user.id},`);
  expect(more).toEqual([]);
});
