import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { changeTheme, expectGoodLooks, tooWide } from '../support/looks.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT });
// One verification at a time, in the whole system.
test.describe.configure({ mode: 'serial' });

const card = (page: Page, name: string) => page.getByRole('region', { name });
const verification = (page: Page) => card(page, 'Verification');

further(
  'an auditor keeps a signed head, and finds later that nothing was touched',
  async ({ page, newUser }) => {
    const auditor = await newUser('auditor');
    await signInAs(page, auditor);
    await page.goto('/settings/integrity');
    const [head] = await Promise.all([
      page.waitForEvent('download'),
      card(page, 'Signed head').getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(head.suggestedFilename()).toMatch(/^log-head-\d{12}-2\d{3}-\d\d-\d\dT\d{4}Z\.txt$/);
    const note = await readFile(await head.path(), 'utf8');
    expect(note).toMatch(/^insuremanager\/log\//);

    const files = verification(page).getByLabel('Heads that you have kept');
    await files.setInputFiles([
      { name: 'kept.txt', mimeType: 'text/plain', buffer: Buffer.from(note) },
    ]);
    await expect(verification(page)).toContainText('kept.txt');
    await verification(page).getByRole('button', { name: 'Verify Log' }).press('Enter');
    await expect(verification(page)).toContainText('Nothing was touched', { timeout: 60_000 });
    await expect(verification(page)).toContainText(`by ${auditor.username}`);

    await expectGoodLooks(page, 'a log that nobody touched');
    await changeTheme(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => tooWide(page)).toEqual([]);
    await expectGoodLooks(page, 'a log that nobody touched, on a phone');
  },
);

further('a file that the key of the log has not signed is named', async ({ page, newUser }) => {
  await signInAs(page, await newUser('auditor'));
  await page.goto('/settings/integrity');
  const files = verification(page).getByLabel('Heads that you have kept');
  const buffer = Buffer.from('Not signed by anybody');
  await files.setInputFiles([{ name: 'forged.txt', mimeType: 'text/plain', buffer }]);
  await files.setInputFiles([{ name: 'other.txt', mimeType: 'text/plain', buffer }]);
  await files.setInputFiles([
    { name: 'film.txt', mimeType: 'text/plain', buffer: Buffer.alloc(9_000, 'x') },
  ]);
  await expect(page.getByText('Some files are no signed heads')).toBeVisible();
  const kept = verification(page).getByRole('list', { name: 'Kept heads' }).getByRole('listitem');
  await expect(kept).toHaveText(['forged.txt', 'other.txt']);
  await verification(page).getByRole('button', { name: 'Verify Log' }).click();
  await expect(verification(page)).toContainText('has not signed them: forged.txt, other.txt', {
    timeout: 60_000,
  });
  await expect(verification(page)).toContainText('Nothing was touched');
  await expectGoodLooks(page, 'heads that are not signed');
  await verification(page).getByRole('button', { name: 'Remove forged.txt' }).click();
  await expect(kept).toHaveText(['other.txt']);
});

further('an agent has no look at the integrity of the log', async ({ page, newUser }) => {
  await signInAs(page, await newUser());
  await page.goto('/settings/integrity');
  await expect(page.getByText('You do not have access to this page')).toBeVisible();
});
