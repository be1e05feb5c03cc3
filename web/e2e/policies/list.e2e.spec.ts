import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Page } from '@playwright/test';
import { cutOff, hold, LOST_CONNECTIONS, ofOperation } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import {
  addPolicy,
  changePolicy,
  dayFromNow,
  KINDS,
  openPolicies,
  policyGrid,
  policyRow,
  SCREENS,
} from '../support/policies.js';
import { dialog } from '../support/screens.js';
import { exhaustively, expect, test, WHOLE_BOOK } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: LOST_CONNECTIONS });

const card = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Summary' }).getByRole('button', { name: label });
const tags = (page: Page) => page.getByRole('list', { name: 'Filters' }).locator('.filter-tag');
const ending = (days: number) => ({ startDate: dayFromNow(days - 364), endDate: dayFromNow(days) });

for (const kind of KINDS) {
  // The two lists are made of the same parts.
  const first = kind === 'health' ? test : further;
  first(
    `${kind} policies: skeleton of five rows, failure with Retry, nothing found`,
    async ({ page }) => {
      const list = await hold(page, ofOperation('PolicyList'));
      await openPolicies(page, kind);
      await expect(page.getByTestId('skeleton-row')).toHaveCount(5);
      await list.stop();
      list.release();

      const broken = await cutOff(page, ofOperation('PolicyList'));
      await page.goto(SCREENS[kind]);
      const panel = page.getByRole('alert').filter({ hasText: `Failed to load ${kind} policies` });
      await expect(panel).toContainText(`Failed to fetch ${kind} policies`);
      await broken.stop();
      await panel.getByRole('button', { name: 'Retry' }).click();
      await expect(panel).toBeHidden();

      await openPolicies(page, kind, newWord());
      await expect(page.getByText('No policies match your search criteria')).toBeVisible();
    },
  );
}

further('a row tells how near the end is, and what follows it', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const word = newWord();
  const add = (days: number, more: object = {}) =>
    addPolicy(request, 'health', customer.id, {
      policyNumber: `${word}/${days}${Object.keys(more).length}`,
      ...ending(days),
      ...more,
    });
  const [soon, today, grace, over, later] = [
    await add(12),
    await add(0),
    await add(-20),
    await add(-20, { premiumFrequency: 'monthly' }),
    await add(31),
  ];
  await openPolicies(page, 'health', word);
  const row = (policy: { policyNumber: string }) => policyRow(page, policy.policyNumber);
  await expect(row(soon)).toContainText('Expiring in 12 days');
  await expect(row(soon)).toContainText('Active');
  await expect(row(today)).toContainText('Expires today');
  await expect(row(grace)).toContainText(`In grace until ${formatDay(dayFromNow(10))}`);
  await expect(row(over)).toContainText('Expired');
  await expect(row(over)).not.toContainText('In grace');
  await expect(row(over)).toContainText('Monthly');
  await expect(row(later)).not.toContainText('Expiring');
});

further(
  'a vehicle shows its plate, make, model and year, and a truck its own icon',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const vehicle = { vehicleMake: 'Tata', vehicleModel: 'Prima', vehicleYear: 2021 };
    const truck = await addPolicy(request, 'vehicle', customer.id, {
      ...vehicle,
      vehicleType: 'truck',
      vehicleNumber: '22-bh-1234-aa',
    });
    const car = await addPolicy(request, 'vehicle', customer.id, vehicle);
    await openPolicies(page, 'vehicle', truck.policyNumber);
    const row = policyRow(page, truck.policyNumber);
    await expect(row).toContainText('22 BH 1234 AA');
    await expect(row).toContainText('Tata Prima 2021');
    await expect(row.getByTitle('Truck')).toBeVisible();
    const truckShape = await row.getByTitle('Truck').locator('path').getAttribute('d');
    await openPolicies(page, 'vehicle', car.policyNumber);
    const carIcon = policyRow(page, car.policyNumber).getByTitle('Car').locator('path');
    expect(await carIcon.getAttribute('d')).not.toBe(truckShape);
  },
);

further(
  'each card opens the list that it counts',
  { tag: WHOLE_BOOK },
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    await addPolicy(request, 'health', customer.id, ending(12));
    await addPolicy(request, 'health', customer.id, ending(90));
    const gone = await addPolicy(request, 'health', customer.id, ending(90));
    await changePolicy(request, gone, 'cancel', { reason: 'duplicate' });
    await openPolicies(page, 'health', newWord());
    await expect(page.getByText('No policies match your search criteria')).toBeVisible();
    const foot = page.getByRole('status').filter({ hasText: /^[\d,]+ health polic(y|ies)$/ });
    const opens = async (label: string, address: RegExp) => {
      await card(page, label).click();
      await expect(page).toHaveURL(address);
      // The office's jobs may expire a policy of another test meanwhile.
      await expect(async () => {
        const figure = await card(page, label).locator('strong').textContent();
        await expect(foot).toHaveText(new RegExp(`^${figure} health`), { timeout: 1000 });
      }).toPass();
    };
    await opens('Expiring Soon', /expiringSoon=true/);
    await expect(tags(page)).toHaveText(['Expiring within 30 days']);
    await opens('Active Policies', /status=active$/);
    await opens('Total Policies', /health-insurance$/);
    await expect(card(page, 'Total Premium').locator('strong')).toHaveText(/^₹[\d,]+\.\d\d$/);
    await card(page, 'Total Premium').click();
    await expect(page).toHaveURL(/sort=premium/);
    await page.goBack();
    await expect(page).toHaveURL(/health-insurance$/);
  },
);

further('search finds numbers, insurers and plates in any spelling', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const word = newWord();
  const policy = await addPolicy(request, 'vehicle', customer.id, {
    insuranceCompany: `Insurer ${word}`,
    vehicleNumber: 'KL 63 Z 9876',
  });
  for (const text of [policy.policyNumber.slice(3), word.toUpperCase(), 'kl-63 z 98']) {
    await openPolicies(page, 'vehicle', text);
    await expect(policyRow(page, policy.policyNumber)).toBeVisible();
  }
  await expect(
    page.getByPlaceholder('Search by policy number, insurer or vehicle number'),
  ).toBeVisible();
});

further(
  'Advanced Search narrows, tags tell by what, and Back undoes it',
  async ({ page, request }) => {
    const customer = await addCustomer(request, { kycStatus: 'rejected' });
    const insurer = `Insurer ${newWord()}`;
    const given = { insuranceCompany: insurer, premiumAmount: '7000', ...ending(40) };
    const wanted = await addPolicy(request, 'health', customer.id, given);
    await addPolicy(request, 'health', customer.id, { ...given, premiumAmount: '7001' });
    await openPolicies(page, 'health');
    await page.getByRole('button', { name: 'Advanced Search' }).click();
    const form = page.getByRole('form', { name: 'Advanced Search' });
    await form.getByText('Family').click();
    await form.getByText('Rejected').click();
    await form.getByLabel('Insurer').fill(insurer);
    await form.getByLabel('Ends from').fill(formatDay(dayFromNow(40)));
    await form.getByLabel('Premium from').fill('8,000');
    await form.getByLabel('Premium up to').fill('7000');
    await expect(form.getByText('Must not be more than the upper limit')).toBeVisible();
    await form.getByLabel('Premium from').fill('6,999.99');
    await form.getByLabel('Customer').fill(customer.name);
    await page.getByRole('option', { name: customer.name }).click();
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(tags(page)).toHaveText([
      'Type: Family',
      `Insurer: ${insurer}`,
      `Customer: ${customer.name}`,
      'KYC: Rejected',
      `Ends from ${formatDay(dayFromNow(40))}`,
      'Premium from ₹6,999.99',
      'Premium up to ₹7,000.00',
    ]);
    await expect(policyGrid(page, 'health').locator('[data-row]')).toHaveCount(1);
    await expect(policyRow(page, wanted.policyNumber)).toBeVisible();
    await page.getByRole('button', { name: 'Remove filter Premium up to ₹7,000.00' }).click();
    await expect(policyGrid(page, 'health').locator('[data-row]')).toHaveCount(2);
    await page.goBack();
    await expect(policyGrid(page, 'health').locator('[data-row]')).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(page).toHaveURL(/health-insurance$/);
  },
);

further('headings sort, and the customer opens from the row', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const word = newWord();
  const add = (number: string, premiumAmount: string, days: number) =>
    addPolicy(request, 'health', customer.id, {
      policyNumber: `${word}-${number}`,
      premiumAmount,
      ...ending(days),
    });
  await add('B', '100', 50);
  await add('A', '300', 60);
  await add('C', '200', 40);
  await openPolicies(page, 'health', word);
  const order = async (...letters: string[]) =>
    expect(policyGrid(page, 'health').locator('[data-row] [data-cell="number"]')).toHaveText(
      letters.map((letter) => `${word}-${letter}`),
    );
  const heading = (name: string) => page.getByRole('columnheader').getByRole('button', { name });
  await order('C', 'A', 'B');
  await heading('Policy').click();
  await order('A', 'B', 'C');
  await heading('Premium').click();
  await order('A', 'C', 'B');
  await heading('Term').click();
  await order('C', 'B', 'A');

  await policyRow(page, `${word}-B`).getByText(customer.name).click();
  const panel = dialog(page, `${word}-B`);
  await panel.getByRole('link', { name: customer.name }).first().click();
  await expect(dialog(page, customer.name)).toBeVisible();
  await dialog(page, customer.name).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/health-insurance/);
});
