import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { Request } from '@playwright/test';
import { issueHealthPolicy, issueVehiclePolicy } from '../support/book.js';
import { addDocument } from '../support/documents.js';
import { pdfFile } from '../support/files.js';
import {
  answerWith,
  breakDown,
  cutOff,
  hold,
  intercept,
  LOST_CONNECTIONS,
  ofOperation,
} from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import { addQuotation } from '../support/quotations.js';
import { dialog, openList } from '../support/screens.js';
import {
  customersFound,
  openSearch,
  resultGroup,
  results,
  searchDialog,
  searchField,
} from '../support/search.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 502`) });

const toSearch = ofOperation('GlobalSearch');

test('customers and policies are found, by group and with their counts', async ({ page }) => {
  const word = newWord();
  const customer = await addCustomer(page.request, { name: `Lakshmi ${word}` });
  await addCustomer(page.request, { name: `Anil ${word}` });
  const health = await issueHealthPolicy(page.request, customer.id, 200, {
    policyNumber: `HL/${word}`,
  });
  const vehicle = await issueVehiclePolicy(page.request, customer.id, 200, {
    policyNumber: `MO/${word}`,
  });
  await page.goto('/settings');
  await openSearch(page);
  await searchField(page).fill(word.toLowerCase());
  await expect(resultGroup(page, 'Customers (2)').getByRole('option')).toHaveText([
    new RegExp(word),
    new RegExp(word),
  ]);
  await expect(resultGroup(page, 'Customers (2)')).toContainText(
    `${customer.name}${formatPhone(customer.phone)}`,
  );
  await expect(resultGroup(page, 'Health Policies (1)').getByRole('option')).toHaveText([
    `${health.policyNumber}${customer.name} · Star Health`,
  ]);
  await expect(resultGroup(page, 'Vehicle Policies (1)').getByRole('option')).toHaveText([
    `${vehicle.policyNumber}${customer.name} · ${formatPlate(vehicle.vehicleNumber ?? '')} · ${vehicle.insuranceCompany}`,
  ]);
});

further(
  'policies are found by the name of their customer, and renewed from here',
  async ({ page }) => {
    const word = newWord();
    const customer = await addCustomer(page.request, { name: `Lakshmi ${word}` });
    const health = await issueHealthPolicy(page.request, customer.id);
    await page.goto('/settings');
    await openSearch(page);
    await searchField(page).fill(word.toLowerCase());
    await expect(resultGroup(page, 'Health Policies (1)').getByRole('option')).toHaveText([
      `${health.policyNumber}${customer.name} · Star Health`,
    ]);
    await searchField(page).fill(`renew ${word}`);
    await expect(results(page)).toHaveText([
      `Renew ${health.policyNumber}${customer.name} · Star Health`,
    ]);
    await expect(searchDialog(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Renew Health Policy')).toBeVisible();
  },
);

further(
  'commands match from their first letter, and only those that the user may use',
  async ({ page }) => {
    await page.goto('/settings');
    await openSearch(page);
    await page.keyboard.type('q');
    await expect(results(page)).toHaveText(['Add Quotation', 'Go to Quotations']);
    await searchField(page).fill('add cu');
    await expect(resultGroup(page, 'Commands').getByRole('option')).toHaveText(['Add Customer']);
    await expect(searchDialog(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Add Customer')).toBeVisible();
  },
);

further(
  'documents and quotations are found, too, with whose they are and which insurer offers',
  async ({ page }) => {
    const word = newWord();
    const customer = await addCustomer(page.request, { name: `Lakshmi ${word}` });
    const fileName = `Proposal_${word}.pdf`;
    await addDocument(page.request, customer.id, { file: pdfFile(fileName) });
    const insuranceCompany = `${word} General`;
    const quotation = await addQuotation(page.request, customer.id, { insuranceCompany });
    await page.goto('/settings');
    await openSearch(page);
    await searchField(page).fill(word.toLowerCase());
    await expect(searchDialog(page).getByRole('group')).toHaveText([
      /^Customers \(1\)/,
      `Documents (1)${fileName}${customer.name}`,
      `Quotations (1)${quotation.quotationNumber}${customer.name} · ${insuranceCompany}`,
    ]);
    const spellings = [
      quotation.quotationNumber,
      quotation.quotationNumber.replaceAll('-', ' ').toLowerCase(),
      quotation.quotationNumber.replaceAll('-', '').slice(2),
    ];
    for (const spelling of spellings) {
      await searchField(page).fill(spelling);
      await expect(results(page).first()).toHaveText(
        `${quotation.quotationNumber}${customer.name} · ${insuranceCompany}`,
      );
    }
  },
);

further('what nobody is called is not found, in those words', async ({ page }) => {
  const word = newWord();
  await page.goto('/settings');
  await openSearch(page);
  await searchField(page).fill(`  ${word} `);
  await expect(searchDialog(page).getByRole('status')).toHaveText(`No results found for "${word}"`);
});

further(
  'below three characters nothing is asked, and words typed at once are one question',
  async ({ page }) => {
    const asked = await intercept(page, toSearch, (route) => route.fallback());
    await page.clock.install();
    await page.goto('/settings');
    await openSearch(page);
    await page.keyboard.type('an ');
    await expect(searchDialog(page).getByRole('status')).toHaveText('Type at least 3 characters');
    const word = newWord();
    await page.keyboard.press('Control+a');
    // At once, however long this machine takes for a key.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.type(word);
    await page.clock.resume();
    await expect(searchDialog(page).getByRole('status')).toHaveText(
      `No results found for "${word}"`,
    );
    expect(asked.count()).toBe(1);
    await searchField(page).fill(word.slice(0, 2));
    await expect(searchDialog(page).getByRole('status')).toHaveText('Type at least 3 characters');
    expect(asked.count()).toBe(1);
  },
);

further(
  'it says that it is searching, and nothing found before can be opened meanwhile',
  async ({ page }) => {
    await answerWith(page, 'GlobalSearch', ({ query }: { query: string }) =>
      customersFound(query, 2),
    );
    await page.goto('/settings');
    await openSearch(page);
    const held = await hold(page, toSearch);
    await page.keyboard.type('ann');
    const says = searchDialog(page).getByRole('status');
    await expect(says).toHaveText('Searching...');
    held.release();
    await expect(results(page)).toHaveText([/^ann 1/, /^ann 2/]);
    await expect(says).toHaveText('');
    await held.stop();

    const next = await hold(page, toSearch);
    await page.keyboard.type('a');
    await expect(says).toHaveText('Searching...');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/settings');
    next.release();
    await expect(results(page)).toHaveText([/^anna 1/, /^anna 2/]);
  },
);

further('an answer that comes late never takes the place of a newer one', async ({ page }) => {
  const [older, newer] = [newWord(), newWord()];
  await answerWith(page, 'GlobalSearch', ({ query }: { query: string }) =>
    customersFound(query, 1),
  );
  await page.goto('/settings');
  await openSearch(page);
  const isOlder = (one: Request) => toSearch(one) && one.postDataJSON().variables.query === older;
  const slow = await hold(page, isOlder);
  const isAsked = page.waitForRequest(isOlder);
  const isOver = Promise.race([
    page.waitForEvent('requestfinished', isOlder),
    page.waitForEvent('requestfailed', isOlder),
  ]);
  await searchField(page).fill(older);
  await isAsked;
  await searchField(page).fill(newer);
  await expect(results(page)).toHaveText([new RegExp(`^${newer} 1`)]);
  slow.release();
  await isOver;
  await expect(results(page)).toHaveText([new RegExp(`^${newer} 1`)]);
  await expect(searchField(page)).toHaveValue(newer);
});

further('a search that failed says so, and can be repeated', async ({ page }) => {
  await page.goto('/settings');
  await openSearch(page);
  for (const fail of [cutOff, breakDown]) {
    const broken = await fail(page, toSearch);
    const word = newWord();
    await searchField(page).fill(word);
    const alert = searchDialog(page).getByRole('alert');
    await expect(alert.getByRole('heading')).toHaveText('Search failed');
    await broken.stop();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(searchDialog(page).getByText(`No results found for "${word}"`)).toBeVisible();
    await expect(searchField(page)).toBeFocused();
  }
});

further('many results scroll, and end with the way to the whole list', async ({ page }) => {
  const word = newWord();
  await answerWith(page, 'GlobalSearch', ({ query }: { query: string }) =>
    customersFound(query, 8, 100, false),
  );
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto('/settings');
  await openSearch(page);
  await searchField(page).fill(word);
  const group = resultGroup(page, 'Customers (100+)');
  await expect(group.getByRole('option')).toHaveCount(9);
  const list = searchDialog(page).getByRole('listbox');
  const isScrolled = () => list.evaluate((one) => one.scrollTop > 0);
  expect(await list.evaluate((one) => one.scrollHeight > one.clientHeight)).toBe(true);
  expect(await isScrolled()).toBe(false);
  await page.keyboard.press('ArrowUp');
  const all = group.getByRole('option', { name: 'Show all 100+ customers' });
  await expect(all).toHaveAttribute('aria-selected', 'true');
  await expect(all).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/customers');
  await expect(page.getByRole('searchbox', { name: 'Search customers' })).toHaveValue(word);
});

test('what is searched for gets into no address, title or storage', async ({ page }) => {
  const word = newWord();
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  const customer = await addCustomer(page.request, { name: word });
  await openList(page);
  await openSearch(page);
  await searchField(page).fill(word);
  await expect(results(page)).toHaveCount(1);
  const traces = () =>
    page.evaluate(() =>
      JSON.stringify([
        window.location.href,
        document.title,
        window.history.state,
        { ...localStorage },
        { ...sessionStorage },
      ]),
    );
  expect(await traces()).not.toContain(word);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/customers?customer=${customer.id}`);
  expect(await traces()).not.toContain(word);
  expect(urls.filter((url) => url.includes(word))).toEqual([]);
});
