import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import { issueHealthPolicy, issueVehiclePolicy } from '../support/book.js';
import { confirmDelete } from '../support/confirm.js';
import { addDocument } from '../support/documents.js';
import { pdfFile } from '../support/files.js';
import { addCustomer, deleteCustomer, newWord } from '../support/people.js';
import { addQuotation } from '../support/quotations.js';
import { customerRow, dialog, ON_NAME, openList } from '../support/screens.js';
import { openSearch, resultGroup, results, searchDialog, searchField } from '../support/search.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test('what was opened last is offered before one types, and leads there again', async ({
  page,
}) => {
  const word = newWord();
  const people = [];
  for (const name of ['Asha', 'Binu', 'Cyril']) {
    people.push(await addCustomer(page.request, { name: `${name} ${word}` }));
  }
  await openList(page, word);
  for (const { name } of people) {
    await customerRow(page, name).click(ON_NAME);
    await expect(dialog(page, name)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, name)).toBeHidden();
  }
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await openSearch(page);
  const recent = resultGroup(page, 'Recently opened').getByRole('option');
  await expect(recent).toHaveText([/^Cyril/, /^Binu/, /^Asha/]);
  await expect(recent.and(page.locator('[aria-selected=true]'))).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog(page, `Binu ${word}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await openSearch(page);
  await expect(recent).toHaveText([/^Binu/, /^Cyril/, /^Asha/]);
  await page.keyboard.type('x');
  await expect(results(page)).toHaveCount(0);
  await searchField(page).fill('');
  await expect(recent).toHaveCount(3);
});

further(
  'a policy that is found opens on the screen of its kind, and is offered again',
  async ({ page }) => {
    const customer = await addCustomer(page.request);
    const health = await issueHealthPolicy(page.request, customer.id);
    const vehicle = await issueVehiclePolicy(page.request, customer.id);
    await page.goto('/settings');
    for (const { id, kind, policyNumber } of [health, vehicle]) {
      await openSearch(page);
      await searchField(page).fill(policyNumber);
      await expect(results(page)).toHaveText([new RegExp(`^${policyNumber}`)]);
      await results(page).click();
      await expect(page).toHaveURL(`/${kind}-insurance?policy=${id}`);
      const drawer = page.getByRole('dialog').filter({ hasText: policyNumber });
      await expect(drawer).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL('/settings');
    }
    await openSearch(page);
    await expect(resultGroup(page, 'Recently opened').getByRole('option')).toHaveText([
      `${vehicle.policyNumber}${customer.name} · ${formatPlate(vehicle.vehicleNumber ?? '')} · New India Assurance`,
      `${health.policyNumber}${customer.name} · Star Health`,
    ]);
  },
);

further(
  'a document and a quotation that are found open beside their lists, and are offered again',
  async ({ page }) => {
    const word = newWord();
    const customer = await addCustomer(page.request);
    const fileName = `${word}.pdf`;
    const document = await addDocument(page.request, customer.id, { file: pdfFile(fileName) });
    const quotation = await addQuotation(page.request, customer.id, { insuranceCompany: word });
    await page.goto('/settings');
    for (const [title, address] of [
      [fileName, `/documents?document=${document.id}`],
      [quotation.quotationNumber, `/quotations?quotation=${quotation.id}`],
    ] as const) {
      await openSearch(page);
      await searchField(page).fill(word);
      await results(page).filter({ hasText: title }).click();
      await expect(page).toHaveURL(address);
      await expect(dialog(page, title)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL('/settings');
    }
    await openSearch(page);
    await expect(resultGroup(page, 'Recently opened').getByRole('option')).toHaveText([
      `${quotation.quotationNumber}${customer.name} · ${word}`,
      `${fileName}${customer.name}`,
    ]);
  },
);

further(
  'a customer who has been deleted is offered no more, and a reload forgets all',
  async ({ page }) => {
    const word = newWord();
    const kept = await addCustomer(page.request, { name: `Kept ${word}` });
    const gone = await addCustomer(page.request, { name: `Gone ${word}` });
    await openList(page, word);
    for (const { name } of [kept, gone]) {
      await customerRow(page, name).click(ON_NAME);
      await expect(dialog(page, name)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(page, name)).toBeHidden();
    }
    await customerRow(page, gone.name)
      .getByRole('button', { name: `Actions for ${gone.name}` })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await confirmDelete(page);
    await expect(customerRow(page, gone.name)).toBeHidden();
    await openSearch(page);
    await expect(results(page)).toHaveText([/^Kept/]);
    await page.reload();
    await openSearch(page);
    await expect(searchDialog(page).getByRole('status')).toHaveText('Type at least 3 characters');
    await expect(results(page)).toHaveCount(0);
    await deleteCustomer(page.request, kept.id);
  },
);
