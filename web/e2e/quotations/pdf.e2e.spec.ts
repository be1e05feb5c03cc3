import {
  breakDown,
  LOST_CONNECTIONS,
  loseAnswers,
  ofOperation,
  refuse,
  toPath,
} from '../support/network.js';
import { addCustomer } from '../support/people.js';
import { policyField as field } from '../support/policies.js';
import {
  addQuotation,
  changeQuotation,
  chooseInQuotation,
  emailDialog,
  findQuotation,
  openQuotations,
  openRowMenu,
  QUOTATIONS,
} from '../support/quotations.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

/** There is no mail server. */
const KEPT = 'Saved to a folder, not delivered';
const KEPT_IN_HISTORY = 'saved to a folder, not delivered';

test.use({ expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of (4\\d\\d|502)`) });

const MAIL_AWAY = {
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  code: 'email-not-sent',
  error:
    'The mail server cannot be reached just now. The email was not sent; please try again in a moment.',
};

further(
  'the PDF of a quotation opens in a new tab, to be read there',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const quotation = await addQuotation(request, customer.id);
    await openQuotations(page, customer.name);
    const menu = await openRowMenu(page, quotation.quotationNumber);
    const item = menu.getByRole('menuitem', { name: 'Open PDF' });
    await expect(item).toHaveAttribute('target', '_blank');
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.context().waitForEvent('request', toPath(quotation.pdfPath)),
      item.click(),
    ]);
    await tab.close();

    const answer = await request.get(quotation.pdfPath);
    expect(answer.status(), await answer.text()).toBe(200);
    expect(answer.headers()['content-type']).toBe('application/pdf');
    expect(answer.headers()['content-disposition']).toMatch(/^inline/);
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
  },
);

further('a comparison is one PDF', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const [one, two] = [
    await addQuotation(request, customer.id),
    await addQuotation(request, customer.id, { premiumAmount: '900' }),
  ];
  await page.goto(`${QUOTATIONS}?compare=${one.id},${two.id}`);
  const link = dialog(page, 'Compare Quotations').getByRole('link', { name: 'PDF' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('href', /compare\.pdf/);
  const answer = await request.get((await link.getAttribute('href')) ?? '');
  expect(answer.status(), await answer.text()).toBe(200);
  expect(answer.headers()['content-type']).toBe('application/pdf');
  expect(answer.headers()['content-disposition']).toMatch(/^inline/);
});

test('a quotation is sent by email, and its history tells of it', async ({ page, request }) => {
  const customer = await addCustomer(request, { email: 'anil@example.com' });
  const quotation = await addQuotation(request, customer.id);
  const { quotationNumber: number } = quotation;
  await openQuotations(page, customer.name);
  await chooseInQuotation(page, number, 'Email');
  const form = emailDialog(page);
  await expect(field(form, 'To')).toHaveValue('anil@example.com');
  await field(form, 'Message').fill('As we said on the phone.\nRegards');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Quotation Saved', `${number}: ${KEPT}.`);
  await expect(form).toBeHidden();
  await page.goto(`${QUOTATIONS}?quotation=${quotation.id}&tab=history`);
  await expect(
    dialog(page, number).getByText(`Email to anil@example.com: ${KEPT_IN_HISTORY}`),
  ).toBeVisible();
  expect((await findQuotation(request, quotation.id)).emailedAt).not.toBeNull();
  await dialog(page, number).getByRole('tab', { name: 'Details' }).click();
  await expect(dialog(page, number).getByText(KEPT_IN_HISTORY)).toBeVisible();

  // Where a mail server takes it.
  await page.route('**/graphql', async (route) => {
    if (!ofOperation('EmailQuotation')(route.request())) return route.fallback();
    const answer = await route.fetch();
    const json = await answer.json();
    json.data.saved.record.isEmailKept = false;
    await route.fulfill({ response: answer, json });
  });
  await page.goto(`${QUOTATIONS}?edit=${quotation.id}&change=email`);
  await emailDialog(page).getByRole('button', { name: 'Send' }).click();
  await expectToast(page, 'Quotation Sent', `${number} has been sent to anil@example.com.`);
});

further(
  'an address that is none is told; a failure keeps what was typed, and sends once',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const quotation = await addQuotation(request, customer.id);
    const { quotationNumber: number } = quotation;
    await page.goto(`${QUOTATIONS}?edit=${quotation.id}&change=email`);
    const form = emailDialog(page);
    await expect(form.getByText('This customer has no email address on record')).toBeVisible();
    await expect(field(form, 'To')).toBeFocused();
    await field(form, 'To').fill('nobody');
    await page.keyboard.press('Control+Enter');
    await expect(
      form.getByText('Enter an email address like name@example.com').first(),
    ).toBeVisible();

    await field(form, 'To').fill('meera@example.com');
    await field(form, 'Message').fill('Please have a look.');
    const broken = await breakDown(page, ofOperation('EmailQuotation'));
    await form.getByRole('button', { name: 'Send' }).click();
    await expectToast(page, 'Error', 'Failed to send quotation. Please try again.');
    await expect(field(form, 'Message')).toHaveValue('Please have a look.');
    await broken.stop();
    const lost = await loseAnswers(page, ofOperation('EmailQuotation'));
    await form.getByRole('button', { name: 'Send' }).click();
    await expect.poll(lost.count).toBe(1);
    await expect(form.getByRole('button', { name: 'Send' })).toBeEnabled();
    await lost.stop();
    await form.getByRole('button', { name: 'Send' }).click();
    await expectToast(page, 'Quotation Saved', `${number}: ${KEPT}.`);
    await page.goto(`${QUOTATIONS}?quotation=${quotation.id}&tab=history`);
    await expect(
      dialog(page, number).getByText(`Email to meera@example.com: ${KEPT_IN_HISTORY}`),
    ).toHaveCount(1);
  },
);

further(
  'after the mail server was away the corrected address is another email, sent once',
  async ({ page, request }) => {
    const customer = await addCustomer(request, { email: 'mira@example.com' });
    const quotation = await addQuotation(request, customer.id);
    const { quotationNumber: number } = quotation;
    await page.goto(`${QUOTATIONS}?edit=${quotation.id}&change=email`);
    const form = emailDialog(page);
    await expect(field(form, 'To')).toHaveValue('mira@example.com');
    const commandIds = new Set<string>();
    page.on('request', (sent) => {
      if (ofOperation('EmailQuotation')(sent))
        commandIds.add(sent.postDataJSON().variables.commandId);
    });
    const away = await refuse(page, 'EmailQuotation', 'UNAVAILABLE', MAIL_AWAY);
    const send = form.getByRole('button', { name: 'Send' });
    for (const tried of [1, 2]) {
      await send.click();
      await expect.poll(away.count).toBe(tried);
      await expect(form.getByRole('alert')).toContainText('The email was not sent');
    }
    await away.stop();
    await field(form, 'To').fill('meera@example.com');
    await send.click();
    await expectToast(page, 'Quotation Saved', `${number}: ${KEPT}.`);
    expect(commandIds.size).toBe(3);
    await page.goto(`${QUOTATIONS}?quotation=${quotation.id}&tab=history`);
    await expect(dialog(page, number).getByText(KEPT_IN_HISTORY)).toHaveCount(1);
  },
);

further(
  'an answer that was lost does not bind the address: another one is another email',
  async ({ page, request }) => {
    const customer = await addCustomer(request, { email: 'anil@example.com' });
    const quotation = await addQuotation(request, customer.id);
    const { quotationNumber: number } = quotation;
    await page.goto(`${QUOTATIONS}?edit=${quotation.id}&change=email`);
    const form = emailDialog(page);
    const send = form.getByRole('button', { name: 'Send' });
    const lost = await loseAnswers(page, ofOperation('EmailQuotation'));
    await send.click();
    await expectToast(page, 'Error', 'Failed to send quotation. Please try again.');
    await lost.stop();
    await field(form, 'To').fill('office@example.com');
    await send.click();
    await expectToast(page, 'Quotation Saved', `${number}: ${KEPT}.`);
    await page.goto(`${QUOTATIONS}?quotation=${quotation.id}&tab=history`);
    const drawer = dialog(page, number);
    await expect(drawer.getByText(`Email to anil@example.com: ${KEPT_IN_HISTORY}`)).toBeVisible();
    await expect(drawer.getByText(`Email to office@example.com: ${KEPT_IN_HISTORY}`)).toBeVisible();
  },
);

further('what was quoted anew meanwhile is shown before it is sent', async ({ page, request }) => {
  const customer = await addCustomer(request, { email: 'anil@example.com' });
  const quotation = await addQuotation(request, customer.id);
  await page.goto(`${QUOTATIONS}?edit=${quotation.id}&change=email`);
  const form = emailDialog(page);
  await field(form, 'Message').fill('As we said.');
  await changeQuotation(request, quotation.id, { premiumAmount: '14000', status: 'rejected' });
  await page.keyboard.press('Control+Enter');
  const notice = form.getByRole('alert');
  await expect(notice).toContainText('This quotation was changed while you were editing');
  await expect(notice.getByRole('insertion').filter({ hasText: '14,000' })).toBeVisible();
  await expect(field(form, 'Message')).toHaveValue('As we said.');
  await expect(form.getByText('This quotation is rejected.')).toBeVisible();
  expect((await findQuotation(request, quotation.id)).emailedAt).toBeNull();
  await form.getByRole('button', { name: 'Send' }).click();
  await expectToast(page, 'Quotation Saved', `${quotation.quotationNumber}: ${KEPT}.`);
});
