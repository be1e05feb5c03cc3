import { intercept } from '../support/network.js';
import { policyDialog, policyField, SCREENS } from '../support/policies.js';
import { expectToast } from '../support/screens.js';
import { expect, test } from '../support/test.js';

// React says of every error that a boundary caught what it was.
test.use({ expectedErrors: /net::ERR_FAILED|Code did not arrive|dynamically imported module/ });

test('what is typed stays where the code of a part does not come, which can be tried again', async ({
  page,
}) => {
  const isCalendar = (request: { url(): string }) => request.url().includes('/DayCalendar-');
  const missing = await intercept(page, isCalendar, (route) => route.abort());
  await page.goto(`${SCREENS.health}?add=1`);
  const form = policyDialog(page, 'Add', 'health');
  const number = policyField(form, 'Policy number');
  await number.fill('HL/7');
  const calendar = form.getByRole('button', { name: 'Choose from a calendar' }).first();
  await calendar.click();
  await expectToast(
    page,
    'Not loaded',
    'This part of the page did not load. Check your connection.',
  );
  await expect(number).toHaveValue('HL/7');
  await missing.stop();
  // The press on the notification closes what floats, and the next one opens it anew.
  await page.getByRole('button', { name: 'Try again' }).click();
  await calendar.click();
  await expect(page.locator('.bp6-datepicker')).toBeVisible();
  await expect(number).toHaveValue('HL/7');
});
