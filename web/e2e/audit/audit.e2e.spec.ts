import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dialog } from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT });

const grid = (page: Page) => page.getByRole('grid', { name: 'Audit log' });
const rows = (page: Page) => grid(page).locator('[role=row][data-row]');

test('an auditor finds what a user did, by user, kind and day', async ({ page, newUser }) => {
  const user = await newUser('auditor');
  await signInAs(page, user);
  await page.goto('/settings/audit');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Advanced Search' }).click();
  const search = page.getByRole('form', { name: 'Advanced Search' });
  await search.getByLabel('User', { exact: true }).selectOption(user.username);
  await search.getByRole('checkbox', { name: 'Sign in' }).check({ force: true });
  await search.getByRole('button', { name: 'Apply' }).click();
  await expect(search).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`userId=${user.id}`));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Signed in with a password');
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText(user.username);

  await rows(page).press('Enter');
  const entry = dialog(page, 'Signed in with a password');
  await expect(entry).toContainText('UserSignedIn');
  await expect(entry).toContainText('Auditor');
  await expect(entry).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();

  await page.goto(`/settings/audit?userId=${user.id}&to=2020-01-01`);
  await expect(page.getByText('No entries match your search criteria')).toBeVisible();
});

further('an entry leads to the others of who did it', async ({ page, newUser }) => {
  const user = await newUser('auditor');
  await signInAs(page, user);
  await page.goto(`/settings/audit?userId=${user.id}`);
  const signIn = grid(page).getByRole('row', { name: 'Signed in with a password' });
  await signIn.click({ button: 'right' });
  await page.getByRole('menuitem', { name: `Only ${user.username}` }).click();
  await expect(page).toHaveURL(new RegExp(`userId=${user.id}`));
});

further('an agent has no audit log', async ({ page, newUser }) => {
  await signInAs(page, await newUser());
  await page.goto('/settings/audit');
  await expect(page.getByText('You do not have access to this page')).toBeVisible();
});

further(
  'a dossier comes with the history, and who saw a customer is found',
  async ({ page, newUser, adminApi }) => {
    const data = { name: 'Sunil Dossier', phone: '9876543210' };
    const { id } = await (await adminApi.post('/api/customers', { data })).json();
    const auditor = await newUser('auditor');
    await signInAs(page, auditor);
    await page.goto(`/customers?customer=${id}&tab=history`);
    const download = async (format: 'PDF' | 'JSON') => {
      await page.getByRole('button', { name: 'Download Dossier' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      return file;
    };
    const paper = await download('PDF');
    expect(paper.suggestedFilename()).toBe(`dossier-customer-${id}.pdf`);
    expect((await readFile(await paper.path(), 'latin1')).slice(0, 5)).toBe('%PDF-');
    const file = await download('JSON');
    expect(file.suggestedFilename()).toBe(`dossier-customer-${id}.json`);
    const dossier = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(dossier).toMatchObject({ stream: `customer-${id}`, madeBy: auditor.username });

    await page.goto(`/settings/audit?customerId=${id}`);
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('Made a dossier of a customer');
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Sunil Dossier');
  },
);
