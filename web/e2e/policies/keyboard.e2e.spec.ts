import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
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

test('a policy is added without a mouse', async ({ page, request }) => {
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
  const next = async (label: string, text: string) => {
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(policyField(form, label)).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.insertText(text);
  };
  await next('Policy number', number);
  await next('Insurance company', 'Star Health');
  await next('Start date', formatDay(dayFromNow(0)));
  await next('Sum assured', '500000');
  await next('Premium amount', '12000');
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
