import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { tabThrough } from '../support/keyboard.js';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer, changeCustomer, newAadhaar, newPan, newWord } from '../support/people.js';
import { dialog } from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT });

const found = (page: Page) => page.getByRole('region', { name: 'Found persons' });
const held = (page: Page) => page.getByRole('region', { name: 'What is held' });

/** Presses what has the focus, which saves a file. */
async function pressed(page: Page): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  return file;
}

test('an admin finds a person and answers them, by key', async ({ page, newUser, adminApi }) => {
  const word = newWord();
  const aadhaarNumber = newAadhaar();
  const { id } = await addCustomer(adminApi, {
    ...{ name: `Meera ${word}`, city: 'Kochi', panNumber: newPan(word), aadhaarNumber },
  });
  await changeCustomer(adminApi, id, { city: 'Thrissur' });

  await signInAs(page, await newUser('admin'));
  await page.goto('/privacy');
  await page.getByRole('searchbox', { name: 'Find a person' }).fill(aadhaarNumber);
  await expect(found(page).getByRole('link', { name: `Meera ${word}` })).toBeVisible();
  // What was searched for is no matter of addresses.
  await expect(page).toHaveURL('/privacy');
  await expectGoodLooks(page, 'persons that were found');
  await page.getByRole('searchbox', { name: 'Find a person' }).focus();
  await tabThrough(page, ['Clear search', `Meera ${word}.*`]);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(`/privacy/people/${id}`);
  await expect(page.getByRole('heading', { name: `Meera ${word}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page');
  await expect(held(page)).toContainText('Earlier details1');
  await expectGoodLooks(page, 'a person');

  await page.getByRole('link', { name: 'Find another person' }).focus();
  await tabThrough(page, ['Download as PDF']);
  const letter = await pressed(page);
  expect(letter.suggestedFilename()).toBe(`held-about-customer-${id}.pdf`);
  expect((await readFile(await letter.path(), 'latin1')).slice(0, 5)).toBe('%PDF-');
  await expect(page.getByRole('button', { name: 'Download as JSON' })).toBeEnabled();
  await page.getByRole('button', { name: 'Download as JSON' }).focus();
  const file = await pressed(page);
  expect(file.suggestedFilename()).toBe(`held-about-customer-${id}.json`);
  const report = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(report).toMatchObject({ person: { customerId: id, name: `Meera ${word}` } });
  expect(JSON.stringify(report)).toContain(aadhaarNumber);

  await tabThrough(page, ['Correct', 'Erase…']);
  await page.getByRole('link', { name: 'Correct' }).press('Enter');
  const form = dialog(page, 'Edit Customer');
  await form.getByLabel('City').fill('Kollam');
  await page.keyboard.press('Control+Enter');
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(`/privacy/people/${id}`);
  await expect(held(page)).toContainText('Earlier details2');
});

further(
  'a person is erased from their page, and found by number',
  async ({ page, newUser, adminApi }) => {
    const word = newWord();
    const { id } = await addCustomer(adminApi, { name: `Ravi ${word}` });
    await signInAs(page, await newUser('admin'));
    await page.goto(`/privacy/people/${id}`);
    await page.getByRole('button', { name: 'Erase…' }).click();
    const question = dialog(page, 'Erase permanently');
    await question.getByLabel('Reason').fill('Asked for it in writing');
    await question.getByRole('checkbox').check({ force: true });
    await question.getByRole('button', { name: 'Erase' }).click();
    await expect(page.getByRole('heading', { name: 'Erased person' })).toBeVisible();
    await expect(page.getByText(word)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Erase…' })).toHaveCount(0);
    await expectGoodLooks(page, 'an erased person');

    await page.getByRole('link', { name: 'Find another person' }).click();
    await page.getByRole('searchbox', { name: 'Find a person' }).fill(`customer ${id}`);
    await expect(found(page).getByRole('link', { name: 'Erased person' })).toContainText('Erased');
  },
);

further('on a phone the page of a person has room', async ({ page, newUser, adminApi }) => {
  const word = newWord();
  const { id } = await addCustomer(adminApi, { name: `Latha ${word}` });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, await newUser('admin'));
  await page.goto(`/privacy/people/${id}`);
  await expect(held(page)).toBeVisible();
  await expectGoodLooks(page, 'a person on a phone');
});

further('a manager has no privacy desk', async ({ page, newUser }) => {
  await signInAs(page, await newUser('manager'));
  await page.goto('/privacy/people/1');
  await expect(page.getByText('You do not have access to this page')).toBeVisible();
});
