import { addDays } from '@insuremanager/contracts/rules/calendar';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { dragFiles } from '../support/documents.js';
import { cellOf, csvOf, importState, kindOfRows } from '../support/imports.js';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer, findCustomers, newMobile, newWord } from '../support/people.js';
import { addPolicy } from '../support/policies.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const dayAgo = (days: number) => formatDay(addDays(kolkataDay(new Date()), -days));

further(
  'a duplicate is taken and taken back, and what was imported leads to its records',
  async ({ page, request }) => {
    const surname = newWord();
    const twin = await addCustomer(request, { name: `Beena ${surname}` });
    // With a column of its own, no sheet is read as one before was.
    const header = ['Name', 'Phone', 'City', `Remarks ${surname}`];
    const rows = [
      [`Asha ${surname}`, newMobile(), 'Kollam', 'walk-in'],
      [twin.name, twin.phone, 'Vadakara', 'walk-in'],
      [`Deepa ${surname}`, newMobile(), 'Kannur', 'walk-in'],
      [`Deepa ${surname}`, '', 'Kannur', 'walk-in'],
    ];
    await page.goto('/import');
    await expect(page.getByRole('button', { name: 'Choose File' })).toBeVisible();
    await dragFiles(page, 'drop', [csvOf(`${surname}.csv`, [header, ...rows])]);
    await expect(importState(page)).toHaveText('Columns');
    await page.getByRole('button', { name: 'Check 4 rows' }).click();
    await expect(importState(page)).toHaveText('Checked');

    await kindOfRows(page, /^Looks like a duplicate 1$/).press('Enter');
    await page.getByRole('button', { name: 'Import row 3 anyway' }).press('Enter');
    await expect(kindOfRows(page, /^New 3$/)).toBeVisible();
    const back = page.getByRole('button', { name: 'Leave row 3 out' });
    await expectGoodLooks(page, 'a duplicate is taken');
    await back.press('Enter');
    await expect(kindOfRows(page, /^New 2$/)).toBeVisible();
    await expect(kindOfRows(page, /^Looks like a duplicate 1$/)).toBeVisible();
    await page.getByRole('button', { name: 'Import row 3 anyway' }).press('Enter');
    await expect(kindOfRows(page, /^New 3$/)).toBeVisible();

    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await page
      .getByRole('alertdialog', { name: 'Import 3 rows?' })
      .getByRole('button', { name: 'Import' })
      .click();
    await expect(importState(page)).toHaveText('Imported');
    const cities = (await findCustomers(request, surname)).map(({ name, city }) => [name, city]);
    expect(cities.toSorted()).toEqual(
      [
        [`Asha ${surname}`, 'Kollam'],
        [twin.name, 'Vadakara'],
        [twin.name, twin.city],
        [`Deepa ${surname}`, 'Kannur'],
      ].toSorted(),
    );

    // From what is left out to what was written, to one of the records, and back to the rows.
    await kindOfRows(page, /^With problems 1$/).press('Enter');
    await expect(cellOf(page, 5, 0)).toBeVisible();
    await page.getByRole('link', { name: /^Customers 3$/ }).press('Enter');
    await expect(kindOfRows(page, /^Imported 3$/)).toHaveAttribute('aria-current', 'true');
    await expectGoodLooks(page, 'the records of an import');
    await page.getByRole('link', { name: `Deepa ${surname}` }).press('Enter');
    await expect(page).toHaveURL(/\/customers\?.*customer=\d+/);
    await expect(page.getByRole('heading', { name: `Deepa ${surname}` })).toBeVisible();
    await page.goBack();
    await expect(kindOfRows(page, /^Imported 3$/)).toHaveAttribute('aria-current', 'true');
  },
);

further(
  'a sheet of claims and one of leads become what their lists show',
  async ({ page, request }) => {
    const surname = newWord();
    const customer = await addCustomer(request, { name: `Rajan ${surname}` });
    const policy = await addPolicy(request, 'health', customer.id, {
      ...{ startDate: dayAgo(200), endDate: dayAgo(-165) },
    });
    // With a column of its own, no sheet is read as one before was.
    const own = `Remarks ${surname}`;
    const claims = [
      ['Pol. No.', 'Date of Loss', 'Type', 'Claim Amt', 'Claim No', 'Hospital', own],
      [policy.policyNumber, dayAgo(20), 'Cashless', '82,500', `${surname}1`, 'Aster Medcity', ''],
      [policy.policyNumber, dayAgo(30), 'Reimb', '1.2 lakh', `${surname}2`, 'Lakeshore', ''],
      [`P/2025/${surname}`, dayAgo(30), 'Cashless', '9,000', `${surname}3`, 'Lakeshore', ''],
    ];
    const leads = [
      ['Lead Name', 'Mobile', 'Interested In', 'Lead Source', 'Pin Code', own],
      [`Suma ${surname}`, newMobile(), 'Mediclaim', 'Walk-in', '682016', ''],
      [`Ashok ${surname}`, newMobile(), 'Car', 'Facebook', '683101', ''],
      ['', newMobile(), 'Car', 'Facebook', '683101', ''],
    ];
    for (const [what, kind, guessed, sheet] of [
      ['claims', 'Claims', { 'Pol. No.': 'policyNumber', 'Claim Amt': 'amountClaimed' }, claims],
      ['leads', 'Leads', { Mobile: 'phone', 'Interested In': 'interest' }, leads],
    ] as const) {
      await page.goto('/import');
      await expect(page.getByRole('button', { name: 'Choose File' })).toBeVisible();
      await dragFiles(page, 'drop', [csvOf(`${what} ${surname}.csv`, sheet)]);
      await expect(importState(page)).toHaveText('Columns');
      await expect(page.getByRole('combobox', { name: 'What the rows are' })).toHaveValue(what);
      for (const [heading, field] of Object.entries(guessed)) {
        const becomes = page.getByRole('combobox', { name: heading, exact: true });
        await expect(becomes).toHaveValue(field);
      }
      await page.getByRole('button', { name: 'Check 3 rows' }).click();
      await expect(importState(page)).toHaveText('Checked');
      await expect(kindOfRows(page, /^New 2$/)).toBeVisible();
      await expect(kindOfRows(page, /^With problems 1$/)).toHaveAttribute('aria-current', 'true');
      await expectGoodLooks(page, `${what} that are checked`);
      await page.getByRole('button', { name: 'Import 2 rows' }).click();
      await page
        .getByRole('alertdialog', { name: 'Import 2 rows?' })
        .getByRole('button', { name: 'Import' })
        .click();
      await expect(importState(page)).toHaveText('Imported');
      await page.getByRole('link', { name: `${kind} 2` }).click();
      await expect(kindOfRows(page, /^Imported 2$/)).toHaveAttribute('aria-current', 'true');
      await expectGoodLooks(page, `${what} that were imported`);
    }

    await page.goto(`/claims?policyId=${policy.id}`);
    const claim = (named: RegExp) =>
      page.getByRole('grid', { name: 'Claims' }).getByRole('row').filter({ hasText: named });
    await expect(claim(/₹82,500/)).toContainText('Cashless');
    await expect(claim(/₹1,20,000/)).toContainText('Reimbursement');
    await page.goto(`/leads?q=${surname}`);
    const lead = (named: string) =>
      page.getByRole('grid', { name: 'Leads' }).getByRole('row').filter({ hasText: named });
    await expect(lead(`Suma ${surname}`)).toContainText('Health');
    await expect(lead(`Ashok ${surname}`)).toContainText('Vehicle');
  },
);
