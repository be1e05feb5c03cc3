import { addCustomer } from '../support/people.js';
import {
  addCarQuotation,
  addQuotation,
  chooseInQuotation,
  compareDialog,
  openQuotations,
  QUOTATIONS,
} from '../support/quotations.js';
import { dialog } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test('quotations chosen in a customer’s drawer stand side by side', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const dear = await addQuotation(request, customer.id, { insuranceCompany: 'Care Health' });
  const cheap = await addQuotation(request, customer.id, {
    insuranceCompany: 'Niva Bupa',
    policyType: 'group',
    premiumAmount: '11800',
  });
  const car = await addCarQuotation(request, customer.id);
  await page.goto(`/customers?customer=${customer.id}&tab=quotations`);
  const drawer = dialog(page, customer.name);
  await expect(drawer.getByRole('link', { name: dear.quotationNumber })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Compare' })).toBeDisabled();
  const choice = ({ quotationNumber }: { quotationNumber: string }) =>
    drawer.getByRole('checkbox', { name: `Compare ${quotationNumber}` });
  for (const one of [dear, cheap, car]) await choice(one).check({ force: true });
  await expect(drawer.getByText(/for one type of insurance/)).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Compare 3' })).toBeDisabled();
  await choice(car).uncheck({ force: true });
  await drawer.getByRole('button', { name: 'Compare 2' }).click();
  await expect(page).toHaveURL(`${QUOTATIONS}?compare=${cheap.id},${dear.id}`);

  const compared = compareDialog(page);
  await expect(compared.getByRole('columnheader')).toHaveText([
    'Quotation',
    cheap.quotationNumber,
    dear.quotationNumber,
  ]);
  const cells = (label: string) =>
    compared.getByRole('row').filter({ hasText: label }).getByRole('cell');
  await expect(cells('Insurer')).toHaveText(['Niva Bupa', 'Care Health']);
  await expect(cells('Premium')).toHaveText(['₹11,800.00', '₹12,500.50']);
  await expect(cells('GST included')).toHaveText(['₹1,800.00 (18 %)', '₹0.00 (0 %)']);
  await expect(cells('Service charges')).toHaveText(['₹250.00', '₹250.00']);
  await expect(cells('Total')).toHaveText(['Lowest₹12,050.00', '₹12,750.50']);
  await expect(cells('Status')).toHaveText(['Pending', 'Pending']);
  await expect(compared.getByRole('checkbox'), 'of the same type').toHaveCount(2);
  await compared.getByRole('button', { name: 'Close' }).first().click();
  await expect(drawer, 'closing leads back to the customer').toBeVisible();
});

further(
  'from a row, the customer’s other quotations are offered; ties are all lowest',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const [one, two, three] = [
      await addQuotation(request, customer.id),
      await addQuotation(request, customer.id, { insuranceCompany: 'Niva Bupa' }),
      await addQuotation(request, customer.id, { premiumAmount: '90000' }),
    ];
    await openQuotations(page, customer.name);
    await chooseInQuotation(page, one.quotationNumber, 'Compare…');
    const compared = compareDialog(page);
    await expect(compared.getByText('Choose at least two quotations to compare.')).toBeVisible();
    for (const { quotationNumber } of [two, three]) {
      const choice = compared.getByRole('checkbox', { name: quotationNumber });
      await choice.check({ force: true });
    }
    await expect(compared.getByText('Lowest')).toHaveCount(2);
    await expect(page).toHaveURL(new RegExp(`compare=${one.id}%2C${two.id}%2C${three.id}`));
    await expect(compared.getByRole('link', { name: 'PDF' })).toHaveAttribute(
      'href',
      `/api/quotations/compare.pdf?ids=${one.id},${two.id},${three.id}`,
    );
    await compared.getByRole('checkbox', { name: two.quotationNumber }).uncheck({ force: true });
    await expect(compared.getByText('Lowest')).toHaveCount(1);
  },
);

further('what is zero was not quoted', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const open = await addQuotation(request, customer.id, { sumAssured: '0', premiumAmount: '0' });
  const priced = await addQuotation(request, customer.id);
  await page.goto(`${QUOTATIONS}?compare=${open.id},${priced.id}`);
  const compared = compareDialog(page);
  for (const label of ['Cover', 'Premium', 'Total']) {
    const row = compared.getByRole('row').filter({ hasText: label });
    await expect(row.getByRole('cell').first()).toHaveText('Not quoted');
  }
});

further(
  'only quotations of one customer are compared, and four at most',
  async ({ page, request }) => {
    const [customer, other] = [await addCustomer(request), await addCustomer(request)];
    const mine = [];
    for (const premiumAmount of ['1000', '2000', '3000', '4000', '5000']) {
      mine.push(await addQuotation(request, customer.id, { premiumAmount }));
    }
    const theirs = await addQuotation(request, other.id);
    const ids = mine.map(({ id }) => id);
    const car = await addCarQuotation(request, customer.id);
    const compared = compareDialog(page);
    for (const [other, sentence] of [
      [theirs, 'Choose quotations of one customer.'],
      [car, /Choose quotations for one type of insurance/],
    ] as const) {
      await page.goto(`${QUOTATIONS}?compare=${[ids[0], other.id, ids[1]].join(',')}`);
      await expect(compared.getByText(sentence)).toBeVisible();
      await expect(compared.getByRole('columnheader')).toHaveCount(0);
    }
    await page.goto(`${QUOTATIONS}?compare=${ids.join(',')}`);
    await expect(compared.getByRole('columnheader')).toHaveCount(5);
    await expect(
      compared.getByRole('checkbox', { name: mine.at(-1)?.quotationNumber ?? '' }),
    ).toBeDisabled();
  },
);

further('an address that names no quotation to compare says so', async ({ page }) => {
  await page.goto(`${QUOTATIONS}?compare=x`);
  await expect(compareDialog(page)).toContainText('These quotations have been deleted.');
});
