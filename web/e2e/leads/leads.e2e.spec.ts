import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expectAccessible, expectGoodLooks, expectNoOverflow } from '../support/looks.js';
import { addCustomer, newWord } from '../support/people.js';
import { addQuotation } from '../support/quotations.js';
import { dialog, toastArea } from '../support/screens.js';
import { expect, SIGNED_OUT, test } from '../support/test.js';

// A visitor's page works for its question by some 65,000 hashes, which is half a minute of code that
// is not optimized.
test.use({
  launchOptions: [
    ({ launchOptions }, use) => {
      const args = launchOptions.args?.filter((arg) => !arg.startsWith('--js-flags='));
      return use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});

const panel = (page: Page) => page.locator('.drawer');
const unique = () => `${Date.now()}${Math.floor(Math.random() * 1000)}`.slice(-9);

/** A page of somebody who has no account, on a phone and at a desk, in light and in dark. */
async function asVisitor(browser: Browser, look: (page: Page) => Promise<void>) {
  const context: BrowserContext = await browser.newContext({ storageState: SIGNED_OUT });
  await look(await context.newPage());
  await context.close();
}
async function expectPublicLooks(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  // Of the other theme only the colours differ.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, ['color-contrast']);
}

test('a visitor asks for a quote, and the lead becomes customer and quotation', async ({
  page,
  browser,
}) => {
  const phone = `9${unique()}`;
  const name = `Anjali Kurup ${unique()}`;
  await asVisitor(browser, async (visitor) => {
    await visitor.goto('/get-quote?for=vehicle');
    await expectPublicLooks(visitor);
    await visitor.getByRole('button', { name: 'Ask for a Quote' }).click();
    await expect(visitor.getByText('Name is required')).toBeVisible();
    await expect(visitor.getByText('Agree to be contacted, so that we may answer')).toBeVisible();
    await expect(visitor.getByLabel('Your name')).toBeFocused();
    await expectPublicLooks(visitor);

    await visitor.getByLabel('Your name').fill(name);
    await visitor.getByLabel('Phone').fill(phone);
    await visitor.getByLabel('Pincode').fill('682016');
    await visitor.getByLabel('What else should we know?').fill('A car of 2021');
    await visitor.getByText('Privacy notice: what becomes of your data').click();
    await expect(visitor.getByText('Which data we keep')).toBeVisible();
    await visitor.getByLabel(/agree that .* contacts me/).check();
    await visitor.getByRole('button', { name: 'Ask for a Quote' }).click();
    await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeFocused();
    await expectPublicLooks(visitor);
  });

  await page.goto(`/leads?q=${encodeURIComponent(name)}`);
  await page.getByText(name).first().click();
  await expect(panel(page)).toContainText('A car of 2021');
  await expect(panel(page)).toContainText('Agreed to be contacted');
  await expectGoodLooks(page, 'a lead');
  await panel(page).getByRole('button', { name: 'Make Customer' }).click();

  const form = dialog(page, 'Add Customer');
  await expect(form.getByLabel('Name')).toHaveValue(name);
  await expect(form.getByLabel('Phone')).toHaveValue(/\+91/);
  await expect(form.getByLabel('Pincode')).toHaveValue('682016');
  await form.getByRole('button', { name: 'Add Customer' }).click();
  await expect(toastArea(page)).toContainText('has been added');

  await page.goto(`/leads?q=${encodeURIComponent(name)}`);
  await page.getByText(name).first().click();
  await panel(page).getByRole('button', { name: 'Make Quotation' }).click();
  const quotation = dialog(page, 'Add Quotation');
  await expect(quotation.getByLabel('Insurance type')).toHaveValue('vehicle');
  await expect(quotation.getByRole('combobox', { name: 'Customer' })).toHaveValue(
    new RegExp(`^${name}`),
  );
});

test('a lead is written down, is lost for a reason, and its list looks well', async ({ page }) => {
  const name = `Deepa ${newWord()}`;
  await page.goto('/leads?add=1');
  const form = dialog(page, 'Add Lead');
  await form.getByLabel('Pincode').fill('682001');
  await form.getByRole('button', { name: 'Paste an Email' }).click();
  const pasted = form.getByLabel('Text of the email or chat');
  await expect(pasted).toBeFocused();
  await expect(form.getByText('Name is required')).toBeHidden();
  await pasted.fill(`Name: ${name}\nMediclaim for two, Kakkanad 682030`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('status')).toHaveText('Filled in, please check: Name and Interest.');
  await expect(form.getByLabel('Name')).toHaveValue(name);
  await expect(form.getByLabel('Interest')).toHaveValue('health');
  // What was typed stays.
  await expect(form.getByLabel('Pincode')).toHaveValue('682001');
  await form.getByRole('button', { name: 'Add Lead' }).click();
  await expect(form).toContainText('Enter a phone number or an email address.');
  await form.getByLabel('Phone').fill(`9${unique()}`);
  await expectGoodLooks(page, 'the form of a lead');
  await form.getByRole('button', { name: 'Add Lead' }).click();
  await expect(toastArea(page)).toContainText('has been added');

  await page.goto(`/leads?q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Lost…' }).click();
  const lost = dialog(page, 'Lead Lost');
  await lost.getByLabel('Reason').selectOption('no_answer');
  await lost.getByRole('button', { name: 'Lost', exact: true }).click();
  await expect(page.getByText('Lost', { exact: true }).first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectGoodLooks(page, 'the list of leads on a phone');
});

test('a customer accepts a quotation by its link, on their phone', async ({
  page,
  request,
  browser,
}) => {
  const { id, name, phone } = await addCustomer(request, {});
  const quotation = await addQuotation(request, id);
  await page.goto(`/quotations?edit=${quotation.id}&change=link`);
  const link = dialog(page, 'Link to Accept');
  const url = await link.getByRole('textbox', { name: 'Link to accept' }).inputValue();
  await expectGoodLooks(page, 'the link of a quotation');

  await asVisitor(browser, async (visitor) => {
    await visitor.setViewportSize({ width: 390, height: 844 });
    const asked: string[] = [];
    visitor.on('request', (one) => asked.push(one.url()));
    await visitor.goto(url);
    await expectPublicLooks(visitor);
    await expect(visitor.getByText(quotation.quotationNumber)).toHaveCount(0);
    await visitor.getByLabel('Your name').fill('Somebody Else');
    await visitor.getByLabel('Last four digits of your phone number').fill('0000');
    await visitor.getByRole('button', { name: 'Show the Quotation' }).click();
    await expect(visitor.getByRole('alert')).toContainText('are not those of the quotation');
    await visitor.getByLabel('Your name').fill(name);
    await visitor.getByLabel('Last four digits of your phone number').fill(phone.slice(-4));
    await visitor.getByRole('button', { name: 'Show the Quotation' }).click();
    await expect(visitor.getByText(quotation.quotationNumber)).toBeVisible();
    await expect(visitor.getByText('₹12,500.50')).toBeVisible();
    await expectPublicLooks(visitor);
    await visitor.getByRole('button', { name: 'Accept This Quotation' }).click();
    await expect(
      visitor.getByRole('heading', { name: 'You have accepted this quotation' }),
    ).toBeFocused();
    await expectPublicLooks(visitor);
    // No address that was asked for names the quotation or its customer.
    const token = url.split('#')[1] ?? 'none';
    expect(asked.filter((one) => one.includes('/api/') && one.includes(token))).toEqual([]);
    expect(asked.some((one) => one.includes(encodeURIComponent(name)))).toBe(false);
  });

  await page.goto(`/quotations?quotation=${quotation.id}&tab=history`);
  await expect(panel(page)).toContainText('Accepted by the customer by link');
});
