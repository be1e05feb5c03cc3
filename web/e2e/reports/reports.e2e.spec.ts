import { financialYearDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Page } from '@playwright/test';
import { dayIn, issueHealthPolicy, issueVehiclePolicy } from '../support/book.js';
import { expectAccessible, expectGoodLooks, expectNoOverflow } from '../support/looks.js';
import { addCustomer, newPerson, newWord } from '../support/people.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const TODAY = kolkataDay(new Date());

/** An insurer of this test alone, with two health policies and one of a vehicle that begin today. */
async function bookOf(page: Page): Promise<string> {
  const insuranceCompany = `Insurer ${newWord()}`;
  const { id } = await addCustomer(page.request, newPerson());
  const given = { insuranceCompany, startDate: TODAY, endDate: dayIn(364) };
  await issueHealthPolicy(page.request, id, 364, given);
  await issueHealthPolicy(page.request, id, 364, given);
  await issueVehiclePolicy(page.request, id, 364, given);
  return insuranceCompany;
}

const figures = (page: Page) => page.getByRole('table');
const addressOf = (report: string, insurer: string) =>
  `/reports?report=${report}&insurer=${encodeURIComponent(insurer)}`;

test('a figure opens the list that it counts, with the same number, also by the keyboard', async ({
  page,
}) => {
  const insurer = await bookOf(page);
  await page.goto(addressOf('premium_by_month', insurer));
  await expect(page.getByRole('heading', { name: 'Premium and policies by month' })).toBeVisible();
  const total = figures(page).getByRole('row', { name: /^Total/ });
  await expect(total).toContainText('2');
  await expectNoOverflow(page);
  await expectAccessible(page);
  const health = total.getByRole('link', { name: /^Total, Health: 2/ });
  await health.focus();
  await page.keyboard.press('Enter');
  const [first, last] = financialYearDays(TODAY);
  await expect(page).toHaveURL((url) => url.pathname === '/health-insurance');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    ...{ insurer, startsFrom: first, startsTo: last },
  });
  await expect(page.getByText('2 health policies')).toBeVisible();
  await page.goBack();
  await figures(page)
    .getByRole('link', { name: /Vehicle: 1/ })
    .first()
    .click();
  await expect(page.getByText('1 vehicle policy')).toBeVisible();
});

further('a bar of the chart opens what it counts', async ({ page }) => {
  const insurer = await bookOf(page);
  await page.goto(addressOf('premium_by_insurer', insurer));
  const chart = page.getByRole('img', { name: /Premium and policies by insurer; a table follows/ });
  await chart.locator('rect[focusable]').first().click();
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('insurer')?.startsWith('insurer') ?? false,
  );
  await expect(page.getByText('2 health policies')).toBeVisible();
});

further('filters stand in the address; a report is saved as a view', async ({ page }) => {
  const name = `View ${newWord()}`;
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Renewals by month' }).click();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('vehicle');
  await expect(page).toHaveURL(/report=renewals.*kind=vehicle/);
  await expect(figures(page).getByRole('columnheader', { name: 'Vehicle rate' })).toBeVisible();
  await expect(figures(page).getByText('Health')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Period' }).selectOption('other');
  await expect(page.getByRole('combobox', { name: 'Until' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
  await dialog(page, 'Save View').getByLabel('Name').fill(name);
  await dialog(page, 'Save View').getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'View Saved', name);
  await page.goto('/reports');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(page.getByRole('heading', { name: 'Renewals by month' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('vehicle');
});

further('a report is had as files, and as a picture of its chart', async ({ page }) => {
  const insurer = await bookOf(page);
  await page.goto(addressOf('premium_by_month', insurer));
  await expect(page.getByRole('img', { name: /a table follows/ })).toBeVisible();
  for (const [item, name] of [
    ['Excel', /^premium-by-month-.*\.xlsx$/],
    ['PDF on your letterhead', /^premium-by-month-.*\.pdf$/],
    ['Chart as a picture (PNG)', /^premium-by-month\.png$/],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(name);
    expect(await file.failure()).toBeNull();
  }
});

further('a report comes by email until it is ended', async ({ page }) => {
  await page.goto(addressOf('lost_renewals', newWord()));
  const monday = page.getByRole('checkbox', { name: 'Each Monday' });
  // Of a label Playwright waits until its field is enabled: until what there is has come.
  const label = page.locator('label', { hasText: 'Each Monday' });
  await page.getByRole('button', { name: 'Email' }).click();
  await label.click();
  await expect(monday).toBeChecked();
  await page.reload();
  await page.getByRole('button', { name: 'Email' }).click();
  await expect(monday).toBeChecked();
  await label.click();
  await expect(monday).not.toBeChecked();
});

for (const [where, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desk: { width: 1440, height: 900 },
})) {
  further(`it looks good on a ${where}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const insurer = await bookOf(page);
    for (const report of ['premium_by_month', 'renewals', 'expiries']) {
      await page.goto(`${addressOf(report, insurer)}&from=${TODAY}&to=${dayIn(364)}`);
      await expect(page.getByRole('img', { name: /a table follows/ }).first()).toBeVisible();
      await expectGoodLooks(page, report);
    }
  });
}
