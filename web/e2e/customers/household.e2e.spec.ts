import { issueHealthPolicy } from '../support/book.js';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer, newWord } from '../support/people.js';
import { dialog, expectToast } from '../support/screens.js';
import { expect, test } from '../support/test.js';

test('a family is put together, read and taken apart, by keys alone', async ({ page, request }) => {
  const word = newWord();
  const ravi = await addCustomer(request, { name: `Ravi ${word}` });
  const meera = await addCustomer(request, { name: `Meera ${word}` });
  const premium = { premiumAmount: '12000', premiumFrequency: 'quarterly' };
  const policy = await issueHealthPolicy(request, meera.id, 200, premium);

  await page.goto(`/customers?customer=${ravi.id}&tab=policies`);
  const drawer = dialog(page, ravi.name);
  await expect(drawer).toContainText('No family members');
  await drawer.getByRole('button', { name: 'Add Member' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Add Member' });
  await expect(form.getByLabel('Customer', { exact: true })).toBeFocused();
  await page.keyboard.type(`Meera ${word}`);
  await expect(page.getByRole('option', { name: new RegExp(meera.name) })).toBeVisible();
  await page.keyboard.press('Enter');
  await form.getByLabel('Relation to the head').selectOption('Spouse');
  await form.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await expectToast(page, 'Member Added', meera.name);

  const household = drawer.getByRole('region', { name: 'Household' });
  await expect(household.getByRole('heading')).toHaveText(`Household of ${ravi.name}`);
  await expect(household.getByRole('definition')).toHaveText(['1', '₹48,000.00', /\d{4}/]);
  await expect(household).toContainText(policy.policyNumber);
  await expect(
    household.getByRole('combobox', { name: `Relation of ${ravi.name}` }),
  ).toBeDisabled();
  await expectGoodLooks(page, 'household');

  await household
    .getByRole('combobox', { name: `Relation of ${meera.name}` })
    .selectOption('Sibling');
  await expectToast(page, 'Household Changed', meera.name);
  await household.getByRole('link', { name: meera.name }).press('Enter');
  const other = dialog(page, meera.name);
  await other.getByRole('tab', { name: 'Policies' }).press('Enter');
  await expect(other.getByRole('heading', { name: `Household of ${ravi.name}` })).toBeVisible();

  await other
    .getByRole('button', { name: `Remove ${meera.name} from the household` })
    .press('Enter');
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expectToast(page, 'Member Removed', meera.name);
  await expect(other).toContainText('No family members');
});
