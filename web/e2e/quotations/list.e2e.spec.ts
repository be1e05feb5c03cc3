import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { cancelDelete, confirmDelete } from '../support/confirm.js';
import {
  answerWith,
  breakDown,
  hold,
  intercept,
  LOST_CONNECTIONS,
  ofOperation,
} from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import {
  addCarQuotation,
  addQuotation,
  changeQuotation,
  chooseInQuotation,
  openQuotations,
  openRowMenu,
  QUOTATIONS,
  quotationCard,
  quotationGrid,
  quotationRow,
} from '../support/quotations.js';
import { expectToast } from '../support/screens.js';
import { exhaustively, expect, test, WHOLE_BOOK } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 502`) });

const rows = (page: Parameters<typeof quotationGrid>[0]) =>
  quotationGrid(page).locator('[role=row][data-row]');

test('the list shows what was quoted, the newest first, and finds it', async ({
  page,
  request,
}) => {
  const customer = await addCustomer(request);
  const health = await addQuotation(request, customer.id, { insuranceCompany: 'Care Health' });
  const car = await addCarQuotation(request, customer.id);
  await openQuotations(page, customer.name);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toHaveAccessibleName(car.quotationNumber);
  await expect(rows(page).first()).toContainText('Car · KL 07 AB 1234');
  await expect(quotationRow(page, health.quotationNumber)).toContainText('Health · Family');
  await openQuotations(page, health.quotationNumber);
  await expect(quotationRow(page, health.quotationNumber)).toBeVisible();
  await expect(page).toHaveURL(QUOTATIONS);
  await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=total/);
});

further(
  'beside the sidebar a customer’s name is whole; round sums stand without paise',
  async ({ page, request }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const customer = await addCustomer(request);
    const round = await addQuotation(request, customer.id);
    const odd = await addCarQuotation(request, customer.id, { sumAssured: '79999.50' });
    await openQuotations(page, customer.name);
    const cell = (number: string, key: string) =>
      quotationRow(page, number).locator(`[data-cell=${key}]`);
    await expect(cell(round.quotationNumber, 'cover')).toHaveText('₹5,00,000');
    await expect(cell(odd.quotationNumber, 'cover')).toHaveText('₹79,999.50');
    const isCut = await cell(round.quotationNumber, 'customer').evaluate((one) =>
      [one, ...one.querySelectorAll('*')].some(
        ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
      ),
    );
    expect(isCut).toBe(false);
  },
);

further('filters are tags that can be taken away', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const insurer = `Insurer ${newWord()}`;
  const dear = await addQuotation(request, customer.id, {
    insuranceCompany: insurer,
    premiumAmount: '90000',
  });
  const cheap = await addCarQuotation(request, customer.id, { premiumAmount: '900' });
  await changeQuotation(request, cheap.id, { status: 'accepted' });
  const today = kolkataDay(new Date());
  await page.goto(`${QUOTATIONS}?customerId=${customer.id}`);
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'Advanced Search' }).click();
  const form = page.getByRole('form', { name: 'Advanced Search' });
  await form.getByRole('checkbox', { name: 'Pending', exact: true }).check({ force: true });
  await form.getByLabel('Insurance type').selectOption('health');
  await form.getByLabel('Insurer').fill(insurer);
  await form.getByLabel('Created from').fill(formatDay(today));
  await form.getByLabel('Created until').fill(formatDay(addDays(today, -1)));
  await form.getByLabel('Total from').fill('50,000');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(form.getByText('Must not be after the last day')).toBeVisible();
  await form.getByLabel('Created until').fill(formatDay(today));
  await form.getByLabel('Total up to').fill('1,00,000');
  await form.getByRole('button', { name: 'Apply' }).click();

  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toHaveAccessibleName(dear.quotationNumber);
  const tags = page.getByRole('list', { name: 'Filters' });
  for (const tag of [
    'Status: Pending',
    'Type: Health',
    `Insurer: ${insurer}`,
    `Customer: ${customer.name}`,
    `Created from ${formatDay(today)}`,
    `Created until ${formatDay(today)}`,
    'Total from ₹50,000.00',
    'Total up to ₹1,00,000.00',
  ]) {
    await expect(tags.getByText(tag)).toBeVisible();
  }
  await tags.getByRole('button', { name: 'Remove filter Type: Health' }).click();
  await expect(tags.getByText('Type: Health')).toBeHidden();
  await page.goBack();
  await expect(tags.getByText('Type: Health')).toBeVisible();
  await tags.getByRole('button', { name: 'Clear all' }).click();
  await expect(tags).toBeHidden();
});

further('each card opens the list that it counts', async ({ page, request }) => {
  const customer = await addCustomer(request);
  await addQuotation(request, customer.id, { status: 'accepted' });
  await answerWith(page, 'QuotationCards', () => ({
    quotationCards: {
      __typename: 'QuotationCards',
      total: 123456,
      pending: 7,
      accepted: 3,
      totalValue: '123456789.50',
    },
  }));
  await page.goto(`${QUOTATIONS}?status=rejected`);
  await expect(quotationCard(page, 'Total Quotations')).toContainText('1,23,456');
  await expect(quotationCard(page, 'Total Value')).toContainText('₹12,34,56,789.50');
  await quotationCard(page, 'Accepted').click();
  await expect(page).toHaveURL(`${QUOTATIONS}?status=accepted`);
  await quotationCard(page, 'Pending').click();
  await expect(page).toHaveURL(`${QUOTATIONS}?status=pending`);
  await quotationCard(page, 'Total Value').click();
  await expect(page).toHaveURL(`${QUOTATIONS}?sort=total`);
  await quotationCard(page, 'Total Quotations').click();
  await expect(page).toHaveURL(QUOTATIONS);
});

further(
  'the cards count what is added and answered',
  { tag: WHOLE_BOOK },
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const quotation = await addQuotation(request, customer.id);
    await openQuotations(page, customer.name);
    const accepted = quotationCard(page, 'Accepted').locator('strong');
    await expect(accepted).toHaveText(/^[\d,]+$/);
    const before = Number((await accepted.innerText()).replaceAll(',', ''));
    await chooseInQuotation(page, quotation.quotationNumber, 'Accept');
    await expect(accepted).toHaveText(new Intl.NumberFormat('en-IN').format(before + 1));
  },
);

further(
  'one that waits for an answer beyond its validity is shown as expired, too',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const { quotationNumber: number } = await addQuotation(request, customer.id);
    await openQuotations(page, customer.name);
    await expect(quotationRow(page, number)).toContainText('Pending');
    await expect(quotationRow(page, number)).not.toContainText('Expired');
    // As the gateway tells it when its days have passed.
    await intercept(page, ofOperation('QuotationList'), async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      data.quotations.items = data.quotations.items.map((one: QuotationView) => ({
        ...one,
        validUntil: '2026-01-31',
        isPastValidity: true,
      }));
      await route.fulfill({ json: { data } });
    });
    await openQuotations(page, customer.name);
    await expect(quotationRow(page, number)).toContainText('Pending');
    await expect(quotationRow(page, number)).toContainText('Expired');
    await expect(quotationRow(page, number)).toContainText('31/01/2026');
  },
);

further('only pending ones past their validity can be asked for', async ({ page, request }) => {
  const customer = await addCustomer(request);
  await addQuotation(request, customer.id);
  await page.goto(`${QUOTATIONS}?customerId=${customer.id}&pastValidity=true`);
  await expect(page.getByText('No quotations match your search criteria')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Pending past their validity' }).click();
  await expect(rows(page)).toHaveCount(1);
});

further('deleting asks first, and takes it out of the list', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const { id, quotationNumber: number } = await addQuotation(request, customer.id);
  await openQuotations(page, customer.name);
  await chooseInQuotation(page, number, 'Delete');
  await expect(page.getByRole('alertdialog', { name: `Delete ${number}?` })).toBeVisible();
  await cancelDelete(page);
  await expect(quotationRow(page, number)).toBeVisible();
  await chooseInQuotation(page, number, 'Delete');
  await confirmDelete(page);
  await expectToast(page, 'Quotation Deleted', `${number} has been deleted.`);
  await expect(page.getByText('No quotations match your search criteria')).toBeVisible();
  await page.goto(`${QUOTATIONS}?quotation=${id}`);
  const drawer = page.getByRole('dialog', { name: number });
  await expect(drawer).toContainText('Deleted');
  await expect(drawer.getByText('Quotation deleted')).toBeVisible();
});

further('a failed delete says so', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const { quotationNumber: number } = await addQuotation(request, customer.id);
  await openQuotations(page, customer.name);
  await breakDown(page, ofOperation('DeleteQuotation'));
  await chooseInQuotation(page, number, 'Delete');
  await confirmDelete(page);
  await expectToast(page, 'Error', 'Failed to delete quotation. Please try again.');
  await expect(quotationRow(page, number)).toBeVisible();
});

further('skeleton, failure and emptiness each look like themselves', async ({ page }) => {
  const list = await hold(page, ofOperation('QuotationList'));
  await page.goto(QUOTATIONS);
  const skeleton = page.getByRole('status', { name: 'Loading quotations' });
  await expect(skeleton).toBeVisible();
  await expect(skeleton.locator('> *')).toHaveCount(5);
  list.release();
  await expect(quotationGrid(page).or(page.getByText('Get started by'))).toBeVisible();
  await list.stop();

  const broken = await breakDown(page, ofOperation('QuotationList'));
  await page.reload();
  await expect(page.getByText('Failed to load quotations')).toBeVisible();
  await expect(page.getByText('Failed to fetch quotations')).toBeVisible();
  await broken.stop();
  await answerWith(page, 'QuotationList', () => ({
    quotations: {
      __typename: 'QuotationPage',
      items: [],
      nextCursor: null,
      count: { __typename: 'BoundedCount', count: 0, exact: true },
    },
  }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Get started by adding your first quotation')).toBeVisible();
});

further(
  'the menu of a row offers what can be done with it as it stands',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const pending = await addQuotation(request, customer.id);
    const accepted = await addQuotation(request, customer.id, { status: 'accepted' });
    await openQuotations(page, customer.name);
    const menu = await openRowMenu(page, pending.quotationNumber);
    await expect(menu.getByRole('menuitem')).toHaveText([
      'View',
      'Open PDF',
      'Edit',
      'Accept',
      'Reject',
      'Email',
      'Copy link to accept',
      'Compare…',
      'Delete',
    ]);
    await page.keyboard.press('Escape');
    await quotationRow(page, accepted.quotationNumber).click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Convert to policy' })).toBeVisible();
  },
);
