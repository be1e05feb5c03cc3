import { addCustomer, newPerson, newWord } from './support/people.js';
import { customerRow, dialog, openList, searchBox } from './support/screens.js';
import { exhaustively, expect, test } from './support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: /Executing inline script violates/ });

test('a name that is a script is shown as text, wherever it stands', async ({ page, request }) => {
  const word = newWord();
  const markup = `<img src=x onerror="document.title='${word}'"><script>alert(1)</script> ${word}`;
  const customer = await addCustomer(request, { name: markup, city: '<b>Kochi</b>' });
  await page.goto(`/customers?q=${word}`);
  await expect(customerRow(page, markup)).toContainText('<b>Kochi</b>');
  await page.goto(`/customers?q=${word}&customer=${customer.id}&tab=history`);
  const drawer = dialog(page, markup);
  await expect(drawer.getByRole('heading', { name: markup })).toBeVisible();
  await expect(drawer.getByRole('listitem')).toContainText(markup);
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog(page, 'Edit Customer').getByLabel('Name')).toHaveValue(markup);
  await expect(page.locator('img')).toHaveCount(0);
  await expect(page).toHaveTitle('Customer Management · InsureManager');
});

further(
  'a search that is SQL or a pattern is a search like any other',
  async ({ page, request }) => {
    const word = newWord();
    await addCustomer(request, newPerson({ name: `100% ${word}_'` }));
    await openList(page);
    for (const typed of [`100% ${word}_'`, `${word}_`]) {
      await searchBox(page).fill(typed);
      await expect(customerRow(page, `100% ${word}_'`)).toBeVisible();
    }
    for (const typed of [`${word}%`, `'; DROP TABLE customers; --`]) {
      await searchBox(page).fill(typed);
      await expect(page.getByText('No customers match your search criteria')).toBeVisible();
    }
  },
);

test('the browser runs no script that does not come from here', async ({ page }) => {
  const answer = await page.goto('/customers');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  await expect(searchBox(page)).toBeVisible();
  const hasRun = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.documentElement.dataset.ran = "yes"';
    document.head.append(script);
    return document.documentElement.dataset.ran;
  });
  expect(hasRun).toBeUndefined();
});
