import { addDays } from '@insuremanager/contracts/rules/calendar';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Page } from '@playwright/test';
import { changeTheme, expectGoodLooks, tooWide } from '../support/looks.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT });

const yesterday = addDays(kolkataDay(new Date()), -1);
const banner = (page: Page) => page.getByRole('region', { name: 'A past day' });

test('a manager looks at a past day, where nothing of today is, and comes back', async ({
  page,
  newUser,
}) => {
  await signInAs(page, await newUser('manager'));
  await page.goto('/customers');
  await expect(page.getByRole('button', { name: 'Quick Add' })).toBeVisible();

  await page.getByRole('button', { name: /^User menu/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Look at a Past Day…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Look at a Past Day' });
  const day = dialog.getByRole('textbox', { name: 'Day' });
  await expect(day).toBeFocused();
  // Today is not over: what was there before stays.
  await day.fill(formatDay(kolkataDay(new Date())));
  await day.press('Tab');
  await expect(day).toHaveValue(formatDay(yesterday));
  await expectGoodLooks(page, 'the choice of a past day');
  await dialog.getByRole('button', { name: 'Open' }).press('Enter');

  await expect(banner(page)).toContainText(`As of the end of ${formatDay(yesterday)}`, {
    timeout: 120_000,
  });
  expect(new URL(page.url()).pathname).toBe(`/as-of/${yesterday}/customers`);
  await expect(page.getByText('Get started by adding your first customer')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Quick Add|Add Customer)$/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveCount(0);

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(new RegExp(`/as-of/${yesterday}/?$`));
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  await expectGoodLooks(page, 'the dashboard of a past day');
  await changeTheme(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => tooWide(page)).toEqual([]);
  await expectGoodLooks(page, 'the dashboard of a past day, on a phone');

  await banner(page).getByRole('link', { name: 'Back to Today' }).press('Enter');
  await expect(banner(page)).toHaveCount(0);
  await expect(page).toHaveURL(/:\d+\/$/);
});

further(
  'an agent is not offered a past day, and its address says so',
  async ({ page, newUser }) => {
    await signInAs(page, await newUser('agent'));
    await page.goto('/customers');
    await page.getByRole('button', { name: /^User menu/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Look at a Past Day…' })).toHaveCount(0);
    await page.goto(`/as-of/${yesterday}/customers`);
    await expect(page.getByText('Your role does not allow this')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Today' }).click();
    await expect(page).toHaveURL(/:\d+\/customers$/);
  },
);
