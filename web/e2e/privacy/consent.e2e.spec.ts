import { expectAccessible } from '../support/looks.js';
import { addCustomer } from '../support/people.js';
import { dialog, expectToast } from '../support/screens.js';
import { expect, test } from '../support/test.js';

test('consent is recorded after the notice was shown, and withdrawn as easily', async ({
  page,
}) => {
  const customer = await addCustomer(page.request);
  await page.goto(`/customers?customer=${customer.id}`);
  const drawer = dialog(page, customer.name);
  await drawer.getByRole('tab', { name: 'Consent' }).click();
  await expect(drawer.getByText('Not recorded: they are sent')).toHaveCount(4);
  await expect(drawer.getByText('Nothing has been recorded yet.')).toBeVisible();

  await drawer.getByRole('button', { name: 'Record Consent' }).press('Enter');
  const form = dialog(page, 'Record Consent');
  await expect(form.getByLabel('Reminders by email')).toBeFocused();
  await form.getByLabel('Reminders by email').selectOption({ label: 'Given' });
  await form.getByLabel('Notice shown').selectOption({ label: 'മലയാളം' });
  await expect(form.getByRole('article')).toHaveAttribute('lang', 'ml');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Consent Recorded', 'It counts from now on.');
  const row = drawer.getByRole('row', { name: 'Reminders by email' });
  await expect(row).toContainText('Given');
  await expect(row).toContainText('In person, notice 1, മലയാളം');
  await expectAccessible(page);

  await drawer.getByRole('button', { name: 'Record Consent' }).click();
  await form.getByRole('button', { name: 'Withdraw All' }).press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(drawer.getByRole('row').getByText('Withdrawn')).toHaveCount(4);
  await expect(drawer.getByRole('listitem')).toHaveCount(2);

  const { id } = customer;
  const answer = await page.request.get(`/api/customers/${id}/consents`);
  expect(await answer.json()).toMatchObject({
    standing: [{ choice: 'withdrawn' }, {}, {}, { purpose: 'quotations', noticeVersion: null }],
    records: [{}, { noticeVersion: 1, noticeLanguage: 'ml' }],
  });
});

test('a notice is published as the next version', async ({ page }) => {
  await page.goto('/privacy/notices');
  const shown = page.getByRole('heading', { name: /^Version / });
  const before = await shown.count().then(async () => {
    await expect(shown.first()).toBeVisible();
    return shown.count();
  });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Write New Version' }).click();
  const form = dialog(page, 'New Version of the Privacy Notice');
  await form.getByLabel('How to complain').first().fill(`Ask for the owner, ${Date.now()}.`);
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Notice Published', `Version ${before + 1} is shown from now on.`);
  await expect(shown).toHaveCount(before + 1);
  await expect(page.getByText('Ask for the owner')).toBeVisible();
});
