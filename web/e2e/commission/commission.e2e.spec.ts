import { monthOf } from '@insuremanager/contracts/rules/calendar';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Page } from '@playwright/test';
import { issueHealthPolicy } from '../support/book.js';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer, newWord } from '../support/people.js';
import { choose, dialog } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const THIS_MONTH = `${monthOf(kolkataDay(new Date()))}-01`;

const rowOf = (page: Page, table: string, text: string | RegExp) =>
  page.getByRole('region', { name: table, exact: true }).getByRole('row').filter({ hasText: text });

/** Two policies of an insurer of their own, each ₹1,000 of commission once there is a rate. */
async function addBook(request: Parameters<typeof addCustomer>[0]) {
  const insuranceCompany = `Insurer ${newWord()}`;
  const { id } = await addCustomer(request, {});
  const numbers = [newWord(), newWord()].map((word) => `CM/${word}`);
  for (const policyNumber of numbers) {
    await issueHealthPolicy(request, id, 300, {
      ...{ insuranceCompany, policyNumber, premiumAmount: '10000', policyType: 'family' },
      startDate: THIS_MONTH,
    });
  }
  return { insuranceCompany, numbers };
}

test('a rate, a statement, a dispute and a closing tie out', async ({ page, request }) => {
  const { insuranceCompany, numbers } = await addBook(request);
  const [first = '', second = ''] = numbers;

  await page.goto('/commission/rates');
  await page.getByRole('button', { name: 'Add Rate' }).first().click();
  const rate = dialog(page, 'Add Rate');
  await rate.getByLabel('Insurance company').fill(insuranceCompany);
  await rate.getByLabel('Product').selectOption('family');
  await rate.getByLabel('Valid from').fill('01/10/2025');
  await rate.getByLabel('Of net premium').fill('16');
  await rate.getByLabel('Of own damage').focus();
  await expect(rate).toContainText('The regulator’s cap was 15 % until 31 March 2023.');
  await rate.getByLabel('Of net premium').fill('10');
  await rate.getByRole('button', { name: 'Add Rate' }).click();
  await expect(rowOf(page, 'Rates', insuranceCompany)).toContainText('10 %');

  await page.getByRole('link', { name: 'Received against Expected' }).click();
  await page.getByLabel('Insurer', { exact: true }).selectOption(insuranceCompany);
  const reported = rowOf(page, 'Received against expected', insuranceCompany);
  await expect(reported).toContainText('₹2,000.00');
  await reported.getByRole('link', { name: 'Add' }).click();
  const added = dialog(page, 'Add Statement');
  await expect(added.getByLabel('Insurance company')).toHaveValue(insuranceCompany);
  await expect(added.getByLabel('Month')).toHaveValue(formatDay(THIS_MONTH));
  await added.getByRole('button', { name: 'Add Statement' }).click();

  await expect(page.getByRole('heading', { name: new RegExp(insuranceCompany) })).toBeVisible();
  await expect(rowOf(page, 'Policies without a line', first)).toContainText('₹1,000.00');
  await page.getByLabel('File of the insurer').setInputFiles({
    ...{ name: 'statement.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(
      `Policy No,Commission,TDS,GST\n${first},1000,20,180\n${second},900,18,162\n${first},1000,20,180`,
    ),
  });
  await expect(rowOf(page, 'Lines of the statement', second)).toContainText('Differs');
  await expect(rowOf(page, 'Lines of the statement', 'Paid twice')).toContainText(first);
  await expectGoodLooks(page, 'a statement with lines that differ');

  await page.getByRole('button', { name: 'Close Month' }).click();
  await choose(page.getByRole('alertdialog').getByRole('button', { name: 'Close Month' }));
  await expect(page.getByText('2 lines differ and nothing is decided')).toBeVisible();
  await page.getByRole('button', { name: `Accept line 2, ${second}` }).click();
  await expect(rowOf(page, 'Lines of the statement', second)).toContainText('Accepted');
  await page.getByRole('button', { name: `Dispute line 3, ${first}` }).click();
  const dispute = dialog(page, 'Dispute Line 3');
  await dispute.getByRole('button', { name: 'Dispute' }).click();
  await expect(dispute).toContainText('Say what is wrong');
  await dispute.getByLabel('Note').fill('Paid twice');
  await dispute.getByRole('button', { name: 'Dispute' }).click();
  await expect(rowOf(page, 'Lines of the statement', 'Disputed')).toContainText('Paid twice');
  await page.getByRole('button', { name: 'Close Month' }).click();
  await choose(page.getByRole('alertdialog').getByRole('button', { name: 'Close Month' }));
  await expect(page.getByRole('button', { name: 'Add File' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Received against Expected' }).click();
  await page.getByLabel('Insurer', { exact: true }).selectOption(insuranceCompany);
  await expect(reported).toContainText('Closed');
  for (const amount of ['₹2,000.00', '₹1,900.00', '-₹100.00', '₹1,000.00', '₹58.00', '₹522.00']) {
    await expect(reported).toContainText(amount);
  }
  await expectGoodLooks(page, 'received against expected');
});

further('its tabs fit a phone and are accessible', async ({ page, request }) => {
  await addBook(request);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of ['', '/statements', '/rates', '/shares', '/shares?add=1', '/rates?add=1']) {
    await page.goto(`/commission${tab}`);
    await expect(page.locator('.commission')).toBeVisible();
    await expectGoodLooks(page, tab, undefined, true);
  }
});
