import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { tabThrough } from '../support/keyboard.js';
import { addCustomer, newWord } from '../support/people.js';
import {
  addPolicy,
  dayFromNow,
  openPolicies,
  policyDialog,
  policyField,
  policyRow,
} from '../support/policies.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

further('a policy is added without a mouse', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const number = `P/${newWord()}`;
  await openPolicies(page, 'health');
  await page.getByRole('main').getByRole('button', { name: 'Add Health Policy' }).first().focus();
  await page.keyboard.press('Enter');
  const form = policyDialog(page, 'Add', 'health');
  await expect(policyField(form, 'Customer')).toBeFocused();
  await page.keyboard.insertText(customer.name);
  await expect(page.getByRole('option', { name: customer.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(policyField(form, 'Customer')).toHaveValue(customer.name);
  await tabThrough(page, [
    'Choose another customer',
    ['Policy number', number],
    ['Insurance company', 'Star Health'],
    'Policy type',
    ['Start date', formatDay(dayFromNow(0))],
    'Choose from a calendar',
    'End date',
    'Choose from a calendar',
    'Status',
    ['Sum assured', '500000'],
    ['Premium amount', '12000'],
    'Premium frequency',
    ['Nominee', 'Devaki'],
    'Nominee’s relation',
    'Nominee’s date of birth',
    'Appointee',
    'Appointee’s relation',
    'Cancel',
    'Add Health Policy',
  ]);
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Policy Created', `${number} has been added.`);
});

further(
  'rows, menus, dialogs and drawers go by keys, and give the focus back',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const word = newWord();
    const [second, first] = [
      await addPolicy(request, 'health', customer.id, { policyNumber: `${word}/2` }),
      await addPolicy(request, 'health', customer.id, { policyNumber: `${word}/1` }),
    ];
    await openPolicies(page, 'health', word);
    await policyRow(page, first.policyNumber).focus();
    await page.keyboard.press('ArrowDown');
    const row = policyRow(page, second.policyNumber);
    await expect(row).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page, second.policyNumber)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, second.policyNumber)).toBeHidden();

    await row.focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Renew' })).toBeFocused();
    await page.keyboard.press('Enter');
    const form = policyDialog(page, 'Renew', 'health');
    await expect(policyField(form, 'Premium amount')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  },
);
