import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { issueHealthPolicy, issueVehiclePolicy } from '../support/book.js';
import { expectGoodLooks } from '../support/looks.js';
import { answerWith, breakDown, hold, ofOperation } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import { addQuotation } from '../support/quotations.js';
import { card, cardIn, chooseInCard, column, openBoard } from '../support/renewals.js';
import { dialog } from '../support/screens.js';
import { expect, test } from '../support/test.js';

// Each run looks at every screen in looks/screens.
test.skip(!isExhaustive(import.meta.url), 'exhaustive, of another share');

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

/** A card in each column, with all there is to show, some of it long. */
async function fullBoard(page: import('@playwright/test').Page) {
  const insurer = `${newWord()}TheOrientalInsuranceCompanyLimitedOfAllTheStates`;
  const name = `Venkatanarasimharajuvaripeta Subrahmanyam Iyer ${newWord()}`;
  const { id } = await addCustomer(page.request, { name });
  const given = { insuranceCompany: insurer, premiumAmount: '99999999.99' };
  const long = `MO/2026/a-very-long-policy-number-of-an-insurer/${newWord()}`;
  const car = (fields: object = {}, endsIn = 0) =>
    issueVehiclePolicy(page.request, id, endsIn, { ...given, ...fields });
  const past = await car({ policyNumber: long }, -4);
  const contacted = await car();
  const lost = await car();
  const quoted = await issueHealthPolicy(page.request, id, 0, given);
  await addQuotation(page.request, id);
  await openBoard(page, insurer);
  await expect(cardIn(page, 'quoted', quoted.policyNumber)).toBeVisible();
  await chooseInCard(page, contacted.policyNumber, 'Move to Contacted');
  await expect(cardIn(page, 'contacted', contacted.policyNumber)).toBeVisible();
  await chooseInCard(page, lost.policyNumber, 'Move to Lost…');
  const form = dialog(page, 'Why was it lost?');
  await form.getByText('Sold vehicle', { exact: true }).click();
  await form.getByRole('textbox', { name: 'Note' }).fill('Sold '.repeat(40));
  await form.getByRole('button', { name: 'Mark as Lost' }).click();
  await expect(cardIn(page, 'lost', lost.policyNumber)).toBeVisible();
  return { insurer, past: past.policyNumber, lost: lost.policyNumber };
}

test('at a desk', async ({ page }) => {
  await page.setViewportSize(WIDTHS.desk);
  const { past } = await fullBoard(page);
  await expectGoodLooks(page, 'the board');
  await page.getByRole('button', { name: `Actions for ${past}` }).click();
  await expectGoodLooks(page, 'the menu of a card');
  await page.keyboard.press('Escape');
  for (const [item, title] of [
    ['Move to Lost…', 'Why was it lost?'],
    ['Choose owner…', 'Owner'],
    ['Follow-up date…', 'Follow-up date'],
  ] as const) {
    await chooseInCard(page, past, item);
    await expect(dialog(page, title)).toBeVisible();
    await expectGoodLooks(page, title);
    await page.keyboard.press('Escape');
  }
  await card(page, past).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expectGoodLooks(page, 'a card that is picked up');
});

test('on a phone, a column at a time', async ({ page }) => {
  const { insurer, past, lost } = await fullBoard(page);
  await page.setViewportSize(WIDTHS.phone);
  await openBoard(page, insurer);
  await expect(card(page, past)).toBeVisible();
  await expectGoodLooks(page, 'Due');
  await page.getByRole('group', { name: 'Column' }).getByRole('button', { name: /^Lost/ }).click();
  await expect(page).toHaveURL(/column=lost/);
  await expect(card(page, lost)).toBeVisible();
  await expect(column(page, 'due')).toBeHidden();
  await expectGoodLooks(page, 'Lost');
  await page.getByRole('button', { name: `Actions for ${lost}` }).click();
  await expectGoodLooks(page, 'the menu of a card');
});

test.describe('a swipe', () => {
  test.use({ viewport: WIDTHS.phone, hasTouch: true });

  test('leads to the next column', async ({ page }) => {
    const insurer = newWord();
    const { id } = await addCustomer(page.request);
    const { policyNumber } = await issueHealthPolicy(page.request, id, 0, {
      insuranceCompany: insurer,
    });
    await openBoard(page, insurer);
    await expect(card(page, policyNumber)).toBeVisible();
    const swipe = (from: number, to: number) =>
      page.locator('.renewal-columns').evaluate(
        (element, [from, to]) => {
          const touchAt = (clientX: number) =>
            new Touch({ identifier: 1, target: element, clientX, clientY: 400 });
          const send = (type: string, x: number, touches: Touch[]) =>
            element.dispatchEvent(
              new TouchEvent(type, { bubbles: true, touches, changedTouches: [touchAt(x)] }),
            );
          send('touchstart', from, [touchAt(from)]);
          send('touchend', to, []);
        },
        [from, to] as const,
      );
    await swipe(300, 100);
    await expect(column(page, 'contacted')).toBeVisible();
    await expect(card(page, policyNumber)).toBeHidden();
    await swipe(100, 300);
    await expect(card(page, policyNumber)).toBeVisible();
  });
});

test('nothing on the board', async ({ page }) => {
  await page.setViewportSize(WIDTHS.phone);
  await answerWith(page, 'RenewalBoard', () => ({
    renewalBoard: {
      __typename: 'RenewalBoard',
      month: '2026-04',
      today: '2026-04-10',
      columns: [],
    },
  }));
  await page.goto('/reminders?view=board');
  await expect(page.getByText('No policies ending in Apr 2026.')).toBeVisible();
  await expectGoodLooks(page, 'the empty board');
});

test.describe('a board that does not come', () => {
  test.use({ expectedErrors: /status of 502/ });

  test('is waited for, and asked for again', async ({ page }) => {
    const broken = await breakDown(page, ofOperation('RenewalBoard'));
    const held = await hold(page, ofOperation('RenewalBoard'));
    await page.goto('/reminders?view=board');
    await expect(page.getByRole('status', { name: 'Loading the renewal board' })).toBeVisible();
    await expectGoodLooks(page, 'the board to come');
    held.release();
    await expect(page.getByText('Failed to load the renewal board')).toBeVisible();
    await expectGoodLooks(page, 'the board that failed');
    await held.stop();
    await broken.stop();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(column(page, 'due')).toBeVisible();
  });
});
