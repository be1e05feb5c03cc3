import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Page } from '@playwright/test';
import { addCustomer, newWord } from '../support/people.js';
import { customerRow, customerRows, expectCount, openList, searchBox } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const DAY_MS = 86_400_000;
const today = () => formatDay(kolkataDay(new Date()));
const tomorrow = () => formatDay(kolkataDay(new Date(Date.now() + DAY_MS)));

const filters = (page: Page) => page.getByRole('list', { name: 'Filters' });

async function openFilters(page: Page) {
  await page.getByRole('button', { name: 'Advanced Search' }).click();
  const form = page.getByRole('form', { name: 'Advanced Search' });
  await expect(form).toBeVisible();
  return form;
}

further(
  'KYC status and city narrow the list; each is a tag that can be taken away',
  async ({ page, request }) => {
    const word = newWord();
    const city = `${newWord()} Nagar`;
    await addCustomer(request, { name: `Asha ${word}`, kycStatus: 'verified', city });
    await addCustomer(request, { name: `Bina ${word}`, kycStatus: 'rejected', city });
    await addCustomer(request, { name: `Chitra ${word}`, kycStatus: 'verified', city: 'Pune' });
    await openList(page, word);
    await expectCount(page, '3 customers');

    const form = await openFilters(page);
    await form.getByRole('checkbox', { name: 'Verified' }).check({ force: true });
    await form.getByRole('combobox', { name: 'City' }).fill(city.slice(0, 6));
    await page.getByRole('option', { name: city }).click();
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(form).toBeHidden();
    await expectCount(page, '1 customer');
    await expect(customerRow(page, `Asha ${word}`)).toBeVisible();
    await expect(filters(page)).toContainText('KYC: Verified');
    await expect(filters(page)).toContainText(`City: ${city}`);

    await filters(page).getByRole('button', { name: 'Remove filter KYC: Verified' }).click();
    await expectCount(page, '2 customers');
    await filters(page).getByRole('button', { name: 'Clear all' }).click();
    await expectCount(page, '3 customers');
    await expect(filters(page)).toBeHidden();
    await expect(searchBox(page)).toHaveValue(word);
  },
);

further('the days on which customers were added narrow the list', async ({ page, request }) => {
  const word = newWord();
  await addCustomer(request, { name: word });
  await openList(page, word);
  const form = await openFilters(page);
  await form.getByLabel('Added from').fill(today());
  await form.getByLabel('Added until').fill(today());
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(filters(page)).toContainText(`Added from ${today()}`);
  await expect(filters(page)).toContainText(`Added until ${today()}`);
  await expectCount(page, '1 customer');

  await openFilters(page);
  await form.getByLabel('Added from').fill(tomorrow());
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(form.getByText('Must not be after the last day')).toBeVisible();
  await form.getByLabel('Added until').fill('');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No customers match your search criteria')).toBeVisible();

  await openFilters(page);
  await form.getByRole('button', { name: 'Clear' }).click();
  await expect(customerRows(page)).toHaveCount(1);
});

test('filters and sort stand in the address, the search beside it; back and forward walk through them', async ({
  page,
  request,
}) => {
  const word = newWord();
  await addCustomer(request, { name: `Asha ${word}`, kycStatus: 'verified' });
  await addCustomer(request, { name: `Bina ${word}`, kycStatus: 'rejected' });
  await openList(page);
  await searchBox(page).fill(word);
  await expectCount(page, '2 customers');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  const form = await openFilters(page);
  await form.getByRole('checkbox', { name: 'Rejected' }).check({ force: true });
  await form.getByRole('button', { name: 'Apply' }).click();
  await expectCount(page, '1 customer');
  await expect(page).toHaveURL('/customers?sort=name&kycStatus=rejected');

  await page.reload();
  await expectCount(page, '1 customer');
  await page.goBack();
  await expect(page).toHaveURL('/customers?sort=name');
  await expectCount(page, '2 customers');
  await expect(searchBox(page)).toHaveValue(word);
  await page.goForward();
  await expectCount(page, '1 customer');
  await expect(filters(page)).toContainText('KYC: Rejected');
});
