import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { cutOff, hold, intercept, LOST_CONNECTIONS, ofOperation } from '../support/network.js';
import { addCustomer, newAadhaar, newWord } from '../support/people.js';
import {
  customerGrid,
  customerRow,
  customerRows,
  dialog,
  expectCount,
  openList,
} from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: LOST_CONNECTIONS });

further('five skeleton rows stand in until the list comes', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const list = await hold(page, ofOperation('CustomerList'));
  await openList(page, customer.name);
  const skeleton = page.getByRole('status', { name: 'Loading customers' });
  await expect(skeleton.getByTestId('skeleton-row')).toHaveCount(5);
  list.release();
  await expect(customerRow(page, customer.name)).toBeVisible();
  await expect(skeleton).toBeHidden();
});

further('a list that does not come says so, and is asked for again', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const broken = await cutOff(page, ofOperation('CustomerList'));
  await openList(page, customer.name);
  const panel = page.getByRole('main').getByRole('alert');
  await expect(panel.getByRole('heading')).toHaveText('Failed to load customers');
  await expect(panel.getByRole('paragraph')).toHaveText('Failed to fetch customers');
  // Once before the screen is drawn, and once by the screen itself where that has failed by then.
  expect(broken.count(), 'queries are not retried by themselves').toBeLessThanOrEqual(2);
  await broken.stop();
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(customerRow(page, customer.name)).toBeVisible();
  await expect(panel).toBeHidden();
});

further('a search without a match says so', async ({ page }) => {
  await openList(page, newWord());
  await expect(page.getByText('No customers match your search criteria')).toBeVisible();
  await expect(customerGrid(page)).toBeHidden();
});

further('a brokerage without customers is asked to add its first', async ({ page }) => {
  // The server is asked for what nobody has: this brokerage has customers of other specs.
  await intercept(page, ofOperation('CustomerList'), (route) => {
    const asked = route.request().postDataJSON();
    const variables = { ...asked.variables, filter: { search: newWord() } };
    return route.continue({ postData: JSON.stringify({ ...asked, variables }) });
  });
  await openList(page);
  const main = page.getByRole('main');
  await expect(main.getByText('Get started by adding your first customer')).toBeVisible();
  await main.getByRole('status').getByRole('button', { name: 'Add Customer' }).click();
  await expect(dialog(page, 'Add Customer')).toBeVisible();
});

test('a row shows initials, KYC, phone, email, city, the masked Aadhaar and the day added', async ({
  page,
  request,
}) => {
  const word = newWord();
  const aadhaarNumber = newAadhaar();
  const customer = await addCustomer(request, {
    name: `Meera ${word}`,
    email: 'meera@example.com',
    city: 'Kochi',
    kycStatus: 'verified',
    aadhaarNumber,
  });
  await openList(page, word);
  const row = customerRow(page, customer.name);
  await expect(row.getByRole('gridcell')).toHaveText([
    // What selects it.
    '',
    // With the owner, where there are several users.
    new RegExp(`^M${word.charAt(0)}${customer.name}(Owner: .+)?$`),
    'Verified',
    formatPhone(customer.phone),
    'meera@example.com',
    'Kochi',
    `XXXX XXXX ${aadhaarNumber.slice(-4)}`,
    formatDay(kolkataDay(new Date())),
    '',
  ]);
  await expectCount(page, '1 customer');
  // Not only on the screen: the number never reaches the browser.
  const answer = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('query CustomerList')),
  );
  await page.reload();
  expect(await (await answer).text()).not.toContain(aadhaarNumber);
});

further('it sorts by name, day added and KYC, up and down', async ({ page, request }) => {
  const word = newWord();
  const add = (first: string, kycStatus: 'pending' | 'verified' | 'rejected') =>
    addCustomer(request, { name: `${first} ${word}`, kycStatus });
  await add('Bina', 'verified');
  await add('Chitra', 'pending');
  await add('Asha', 'rejected');
  await openList(page, word);

  const names = customerRows(page).locator('[data-cell=name] .ellipsis');
  const expectOrder = (...firsts: string[]) =>
    expect(names).toHaveText(firsts.map((first) => `${first} ${word}`));
  const heading = (name: string) => customerGrid(page).getByRole('columnheader', { name });
  const sortBy = (name: string) => heading(name).getByRole('button').click();

  await expectOrder('Asha', 'Chitra', 'Bina');
  await expect(heading('Added')).toHaveAttribute('aria-sort', 'descending');
  await sortBy('Added');
  await expectOrder('Bina', 'Chitra', 'Asha');
  await sortBy('Name');
  await expectOrder('Asha', 'Bina', 'Chitra');
  await expect(heading('Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(heading('Added')).not.toHaveAttribute('aria-sort');
  await sortBy('Name');
  await expectOrder('Chitra', 'Bina', 'Asha');
  await sortBy('KYC');
  await expectOrder('Chitra', 'Asha', 'Bina');
  await expect(page).toHaveURL(/sort=kyc/);
  await page.reload();
  await expectOrder('Chitra', 'Asha', 'Bina');
});
