import { issueHealthPolicy } from '../support/book.js';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer, newWord } from '../support/people.js';
import { dialog, expectToast } from '../support/screens.js';
import { expect, test } from '../support/test.js';

test('whom a health policy covers is said and shown in the household, by keys alone', async ({
  page,
  request,
}) => {
  const word = newWord();
  const ravi = await addCustomer(request, { name: `Ravi ${word}` });
  const meera = await addCustomer(request, { name: `Meera ${word}` });
  const policy = await issueHealthPolicy(request, ravi.id, 200);
  const put = await request.post(`/api/customers/${ravi.id}/household`, {
    data: { memberId: meera.id, relation: 'spouse' },
  });
  expect(put.status()).toBe(200);

  await page.goto(`/health-insurance?policy=${policy.id}&tab=insured`);
  const members = page.getByRole('region', { name: 'Insured members' });
  await expect(members).toContainText('the policyholder counts as insured');
  const form = page.getByRole('form', { name: 'Add insured member' });
  await members.getByRole('button', { name: `Add ${ravi.name}` }).press('Enter');
  await expect(form.getByLabel('Relation to the policyholder')).toBeFocused();
  await expect(form.getByLabel('Relation to the policyholder')).toHaveValue('self');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Insured Member Added', `${policy.policyNumber} has 1 insured member.`);

  await members.getByRole('button', { name: 'Add Member' }).press('Enter');
  await form.getByLabel('Name', { exact: true }).fill(`Anu ${word}`);
  await form.getByLabel('Date of birth').fill('02/05/2015');
  await form.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await expect(form.getByText('Relation to the policyholder is required')).toBeVisible();
  await form.getByLabel('Relation to the policyholder').selectOption('Child');
  await form.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await expect(members.getByRole('listitem')).toHaveCount(2);
  await expect(members).toContainText('born 02/05/2015');
  await expectGoodLooks(page, 'insured members');

  const showsCovers = async (ofMeera: string) => {
    await page.goto(`/customers?customer=${ravi.id}&tab=policies`);
    const household = dialog(page, ravi.name).getByRole('region', { name: 'Household' });
    const covers = household.locator('.household-cover');
    await expect(covers).toHaveText([`Health cover: ${policy.policyNumber}`, ofMeera]);
    return household;
  };
  const household = await showsCovers('No health cover');
  await expectGoodLooks(page, 'household with its covers');
  await household.getByRole('link', { name: policy.policyNumber }).first().press('Enter');
  await page.getByRole('tab', { name: 'Insured' }).press('Enter');
  await members.getByRole('button', { name: `Add ${meera.name}` }).press('Enter');
  await expect(form.getByLabel('Relation to the policyholder')).toHaveValue('spouse');
  await page.keyboard.press('Control+Enter');
  await expect(members.getByRole('listitem')).toHaveCount(3);
  await members
    .getByRole('button', { name: `Remove Anu ${word} from the insured members` })
    .press('Enter');
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expect(members.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('tab', { name: 'History' }).press('Enter');
  const latest = page.locator('.history > li').first();
  await expect(latest).toContainText(`${ravi.name} (self), ${meera.name} (spouse)`);
  await showsCovers(`Health cover: ${policy.policyNumber}`);
});
