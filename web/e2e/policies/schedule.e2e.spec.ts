import type { Locator, Page } from '@playwright/test';
import {
  addDocument,
  chooseFiles,
  dragFiles,
  findDocuments,
  uploadDialog,
} from '../support/documents.js';
import { pdfFile, textPdf } from '../support/files.js';
import { expectAccessible, expectNoOverflow } from '../support/looks.js';
import { addCustomer, newWord } from '../support/people.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

/** A vehicle's schedule of two pages: a letter, then what counts. */
const scheduleOf = (name: string, word: string, insured: string) =>
  textPdf(
    name,
    [`Dear ${insured},`, 'Your policy schedule follows on the next page.'],
    [
      'ICICI Lombard General Insurance Company Limited',
      'Private Car Package Policy',
      `Policy No: 3001/${word}/2026`,
      `Name of the Insured: Mr ${insured}`,
      'Period of Insurance: 05/07/2026 to 04/07/2027',
      'Registration No: KL-07-CD-4521',
      'Make: Maruti Suzuki',
      'Engine No: K12NP1234567',
      'Chassis No: MBHEWB22SNJ123456',
      'Total IDV: Rs. 6,45,000',
      'Net Premium: Rs. 10,500',
      'GST: Rs. 1,890',
      'Total Premium: Rs. 12,390',
    ],
  );

/** With the sign behind its label, or without. */
const policyField = (of: Locator, label: string): Locator =>
  of.getByLabel(new RegExp(`^${label}\\s*(required)?\\s*(from PDF|changed)?$`));

const form = (page: Page) => dialog(page, 'Add Vehicle Policy');
const mark = (page: Page) => page.locator('.schedule-mark');

/** What is marked has something written under it, in sight. */
async function expectMarked(page: Page): Promise<void> {
  await expect(page.locator('.schedule-page .pdf-page')).toHaveAttribute('data-state', 'drawn');
  await expect(mark(page)).toBeInViewport();
}

test('a schedule that is dropped onto a customer becomes a policy that a person has checked', async ({
  page,
  request,
}) => {
  const word = `${newWord()}123456`;
  const customer = await addCustomer(request);
  const file = scheduleOf(`${word}.pdf`, word, customer.name);
  await page.goto(`/customers?customer=${customer.id}`);
  await expect(dialog(page, customer.name)).toBeVisible();
  await dragFiles(page, 'dragenter', [file]);
  await expect(page.getByText('Drop files to upload')).toBeVisible();
  await dragFiles(page, 'drop', [file]);
  await policyField(uploadDialog(page), 'Document type').selectOption('policy_document');
  await uploadDialog(page).getByRole('button', { name: 'Upload', exact: true }).click();

  const offer = dialog(page, 'Fill In a Policy');
  await expect(offer).toContainText(file.name);
  await expect(offer.getByRole('button', { name: 'Fill In Policy' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(form(page)).toContainText(`Proposed from ${file.name}`);
  for (const [label, value] of [
    ['Customer', customer.name],
    ['Policy number', `3001/${word}/2026`],
    ['Insurance company', 'ICICI Lombard'],
    ['Vehicle number', 'KL 07 CD 4521'],
    ['Make', 'Maruti Suzuki'],
    ['Engine number', 'K12NP1234567'],
    ['Chassis number', 'MBHEWB22SNJ123456'],
    ['Start date', '05/07/2026'],
    ['End date', '04/07/2027'],
    ['Premium amount', '12,390'],
  ] as const) {
    await expect(policyField(form(page), label)).toHaveValue(value);
  }
  // What it does not say is left to the person.
  await expect(policyField(form(page), 'Model')).toHaveValue('');
  const list = await request.get('/api/vehicle-policies', { params: { search: word } });
  expect(await list.json()).toEqual([]);

  await expect(policyField(form(page), 'Policy number')).toBeFocused();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expectMarked(page);
  const first = await mark(page).boundingBox();
  await page.keyboard.press('Tab');
  await expect(policyField(form(page), 'Insurance company')).toBeFocused();
  await expect.poll(async () => (await mark(page).boundingBox())?.y).not.toBe(first?.y);
  await expectMarked(page);
  await expectAccessible(page);

  await policyField(form(page), 'Policy number').fill(`3001/${word}/2027`);
  await expect(form(page).getByText('changed')).toHaveCount(1);
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Policy Created', `3001/${word}/2027 has been added.`);
  const [document] = await findDocuments(request, { customerId: customer.id });
  const [policy] = await (
    await request.get('/api/vehicle-policies', { params: { search: word } })
  ).json();
  expect(document).toMatchObject({ policyType: 'vehicle', policyId: policy.id });
});

further(
  'a schedule is filled in on a phone, each field over its place',
  async ({ page, request }) => {
    const word = `${newWord()}123456`;
    const customer = await addCustomer(request);
    const file = scheduleOf(`${word}.pdf`, word, 'Somebody Else');
    await addDocument(request, customer.id, { file, documentType: 'policy_document' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/customers?customer=${customer.id}&tab=documents`);
    await page.getByRole('button', { name: `Fill in a policy from ${file.name}` }).click();
    await page.getByRole('button', { name: 'Fill In Policy' }).click();

    await expect(form(page)).toContainText('The schedule names Somebody Else.');
    await policyField(form(page), 'Premium amount').focus();
    await expectMarked(page);
    const field = await policyField(form(page), 'Premium amount').boundingBox();
    const marked = await mark(page).boundingBox();
    expect(marked?.y).toBeGreaterThan(field?.y ?? Number.POSITIVE_INFINITY);
    await expectAccessible(page);
    await expectNoOverflow(page);

    await page.keyboard.press('Escape');
    await expect(form(page)).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`customer=${customer.id}.*tab=documents`));
  },
);

test.describe('what is not filled in', () => {
  test.use({ expectedErrors: /status of 409/ });

  further('says so in a sentence, and nothing opens', async ({ page, request }) => {
    const customer = await addCustomer(request);
    const scan = textPdf(`${newWord()}.pdf`, []);
    await addDocument(request, customer.id, { file: scan, documentType: 'policy_document' });
    await page.goto(`/customers?customer=${customer.id}&tab=documents`);
    await page.getByRole('button', { name: `Fill in a policy from ${scan.name}` }).click();
    const offer = dialog(page, 'Fill In a Policy');
    await offer.getByRole('button', { name: 'Fill In Policy' }).click();
    await expect(offer.getByRole('alert')).toHaveText(
      'This PDF is a scan: it holds pictures and no text. Enter the policy by hand.',
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(offer).toBeHidden();
    await expect(
      page.getByRole('button', { name: `Fill in a policy from ${scan.name}` }),
    ).toBeFocused();
  });

  further('is asked about when it does not say what it insures', async ({ page, request }) => {
    const customer = await addCustomer(request);
    const file = textPdf(`${newWord()}.pdf`, ['Policy No: AB/123456/01']);
    await addDocument(request, customer.id, { file, documentType: 'policy_document' });
    await page.goto(`/customers?customer=${customer.id}&tab=documents`);
    await page.getByRole('button', { name: `Fill in a policy from ${file.name}` }).click();
    const offer = dialog(page, 'Fill In a Policy');
    await offer.getByRole('button', { name: 'Fill In Policy' }).click();
    await offer.getByText('Vehicle Policy').click();
    await offer.getByRole('button', { name: 'Fill In Policy' }).click();
    await expect(policyField(form(page), 'Policy number')).toHaveValue('AB/123456/01');
  });

  further('is not offered for what is no policy document', async ({ page, request }) => {
    const customer = await addCustomer(request);
    const file = pdfFile(`${newWord()}.pdf`);
    await addDocument(request, customer.id, { file });
    await page.goto(`/customers?customer=${customer.id}&tab=documents`);
    await expect(page.getByRole('link', { name: file.name })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Fill in a policy/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Upload document' }).click();
    await chooseFiles(page, [pdfFile('Other.pdf')]);
    await uploadDialog(page).getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(dialog(page, 'Set KYC Status')).toBeVisible();
  });
});
