import type { Request } from '@playwright/test';
import { hold } from '../support/network.js';
import { addCustomer, newPan, newWord } from '../support/people.js';
import { customerRow, customerRows, expectCount, openList, searchBox } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test('a customer is found by name, by any form of the phone, by email, city and PAN', async ({
  page,
  request,
}) => {
  const word = newWord();
  const panNumber = newPan(word);
  const customer = await addCustomer(request, {
    name: `Lakshmi ${word}`,
    email: `${newWord()}@example.com`,
    city: `${newWord()}puram`,
    panNumber,
  });
  const digits = customer.phone.slice(3);
  await openList(page);
  await expect(searchBox(page)).toHaveAttribute('placeholder', 'Search by name, phone or email');
  for (const typed of [
    `lakshmi ${word.toUpperCase()}`,
    word.slice(2, 8),
    digits,
    `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`,
    `0${digits}`,
    `${digits.slice(0, 5)}-${digits.slice(5)}`,
    digits.slice(2),
    customer.email ?? '',
    customer.city ?? '',
    panNumber.toLowerCase(),
  ]) {
    await searchBox(page).fill(typed);
    await expect(customerRows(page), `searching for ${typed}`).toHaveCount(1);
    await expect(customerRow(page, customer.name)).toBeVisible();
  }
});

further(
  'the box is emptied by its button, and the whole list comes back',
  async ({ page, request }) => {
    const word = newWord();
    await addCustomer(request);
    await addCustomer(request, { name: word });
    await openList(page, word);
    await expectCount(page, '1 customer');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(searchBox(page)).toHaveValue('');
    await expect(customerRows(page).nth(1)).toBeVisible();
    await expect(page).toHaveURL('/customers');
  },
);

test('an answer that comes late never takes the place of a newer one', async ({
  page,
  request,
}) => {
  const [older, newer] = [newWord(), newWord()];
  await addCustomer(request, { name: older });
  await addCustomer(request, { name: newer });
  await openList(page, newWord());
  const isOlder = (one: Request) => one.postData()?.includes(older) ?? false;
  const slow = await hold(page, isOlder);
  const isAsked = page.waitForRequest(isOlder);
  // Given up by the page, or answered after all: neither may be seen.
  const isOver = Promise.race([
    page.waitForEvent('requestfinished', isOlder),
    page.waitForEvent('requestfailed', isOlder),
  ]);
  await searchBox(page).fill(older);
  await isAsked;
  await searchBox(page).fill(newer);
  await expect(customerRow(page, newer)).toBeVisible();
  slow.release();
  await isOver;
  await expect(customerRows(page)).toHaveCount(1);
  await expect(customerRow(page, newer)).toBeVisible();
  await expect(searchBox(page)).toHaveValue(newer);
});
