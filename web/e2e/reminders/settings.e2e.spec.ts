import { answerWith, refuse } from '../support/network.js';
import { REMINDERS } from '../support/reminders.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const settings = {
  __typename: 'ReminderSettings',
  days: [29, 15],
  hour: 9,
  quietWeekdays: [0],
  quietDays: ['2026-12-25'],
  channels: ['email'],
  version: 3,
};

further(
  'are changed: days, hour, quiet days; and say which channels there are',
  async ({ page }) => {
    let sent: { input: object; expectedVersion: number } | undefined;
    await answerWith(page, 'ReminderSettings', () => ({ reminderSettings: settings }));
    await answerWith(page, 'ChangeReminderSettings', (variables: typeof sent) => {
      sent = variables;
      return {
        changeReminderSettings: { __typename: 'ChangedReminderSettings', settings },
      };
    });
    await page.goto(REMINDERS);
    // Once it is there, the button stays where it is: a press that begins before it ends beside it.
    await expect(page.getByRole('note')).toBeVisible();
    await page.getByRole('button', { name: 'Reminder Settings' }).click();
    const form = dialog(page, 'Reminder Settings');
    const days = form.getByLabel('Days before the end');
    await expect(days).toHaveValue('29, 15');
    await expect(days).toBeFocused();
    await expect(form.getByLabel('From', { exact: true })).toHaveValue('9');
    await expect(form.getByRole('checkbox', { name: 'Sunday' })).toBeChecked();
    await expect(form.locator('.settings-channels div')).toHaveText([
      /Email.*Configured/,
      /SMS.*Not configured/,
      /WhatsApp.*Not configured/,
    ]);

    await days.fill('95');
    await page.keyboard.press('Control+Enter');
    await expect(form.getByText('Enter whole days from 1 to 90')).toBeVisible();
    await days.fill('7 30');
    await form.getByLabel('From', { exact: true }).selectOption({ label: '10:00 am' });
    await form.getByRole('checkbox', { name: 'Saturday' }).check({ force: true });
    await form.getByRole('button', { name: 'Remove 25/12/2026' }).click();
    await form.getByLabel('Quiet dates').fill('15/08/2027');
    await expect(form.getByText('15/08/2027')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Settings Updated', 'Reminder settings have been saved.');
    await expect(form).toBeHidden();
    expect(sent).toMatchObject({
      input: { days: [30, 7], hour: 10, quietWeekdays: [0, 6], quietDays: ['2027-08-15'] },
      expectedVersion: 3,
    });
  },
);

further('ask before what was typed is left, and say that others were faster', async ({ page }) => {
  await answerWith(page, 'ReminderSettings', () => ({ reminderSettings: settings }));
  await refuse(page, 'ChangeReminderSettings', 'STALE_VERSION', {
    type: 'about:blank',
    title: 'Precondition Failed',
    status: 412,
    error: 'Someone else changed this record.',
    code: 'stale-version',
    currentVersion: 4,
  });
  await page.goto(`${REMINDERS}?settings=1`);
  const form = dialog(page, 'Reminder Settings');
  await form.getByLabel('Days before the end').fill('20');
  await page.keyboard.press('Control+Enter');
  await expect(form.getByRole('alert')).toContainText('Someone else has changed the settings');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(REMINDERS);
});
