import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { dayIn, issueHealthPolicy, issueVehiclePolicy } from '../support/book.js';
import { cutOff, hold, LOST_CONNECTIONS, ofOperation } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import { addQuotation } from '../support/quotations.js';
import {
  card,
  cardIn,
  chooseInCard,
  column,
  dragTo,
  expectTotals,
  openBoard,
} from '../support/renewals.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

/** Today: whatever the month, it is on this month's board. */
const TODAY = 0;

const due = async (
  page: import('@playwright/test').Page,
  given: object = {},
  endsIn = TODAY,
): Promise<{
  insurer: string;
  customer: { id: number; name: string };
  number: string;
  id: number;
}> => {
  const insurer = newWord();
  const customer = await addCustomer(page.request);
  const policy = await issueHealthPolicy(page.request, customer.id, endsIn, {
    insuranceCompany: insurer,
    ...given,
  });
  return { insurer, customer, number: policy.policyNumber, id: policy.id };
};

test('a card is dragged into another column, and stays there', async ({ page }) => {
  const { insurer, customer, number } = await due(page);
  const other = await issueHealthPolicy(page.request, customer.id, TODAY, {
    insuranceCompany: insurer,
    premiumAmount: '1250000.50',
  });
  await openBoard(page, insurer);
  await expect(cardIn(page, 'due', number)).toContainText(customer.name);
  await expect(cardIn(page, 'due', number)).toContainText('₹12,000');
  await expect(cardIn(page, 'due', number)).toContainText('Ends today');
  await expectTotals(page, 'due', '2', '₹12,62,000.50');

  await dragTo(page, number, 'contacted');
  await expect(cardIn(page, 'contacted', number)).toBeVisible();
  await expectTotals(page, 'due', '1', '₹12,50,000.50');
  await expectTotals(page, 'contacted', '1', '₹12,000');
  await page.reload();
  await expect(cardIn(page, 'contacted', number)).toBeVisible();
  await expect(cardIn(page, 'due', other.policyNumber)).toBeVisible();
});

further(
  'a card stays where it was dropped, also while the board is being asked for',
  async ({ page }) => {
    const { insurer, customer, number } = await due(page);
    const given = { insuranceCompany: insurer };
    const other = await issueHealthPolicy(page.request, customer.id, TODAY, given);
    await openBoard(page, insurer);
    await expect(cardIn(page, 'due', number)).toBeVisible();
    // The server has answered how the board was after the first move, and that is on its way.
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let isAnswered = false;
    await page.route('**/graphql', async (route) => {
      if (isAnswered || !ofOperation('RenewalBoard')(route.request())) return route.fallback();
      isAnswered = true;
      const response = await route.fetch();
      await arrived;
      await route.fulfill({ response }).catch(() => undefined);
    });
    await dragTo(page, other.policyNumber, 'contacted');
    await expect.poll(() => isAnswered).toBe(true);
    await dragTo(page, number, 'contacted');
    await expectToast(page, 'Card Moved', `${number} is in Contacted.`);
    await expect(cardIn(page, 'contacted', number)).toHaveAttribute('aria-busy', 'false');
    // What arrives last is older than what is shown.
    arrive();
    const first = cardIn(page, 'contacted', other.policyNumber);
    await expect(first).toHaveAttribute('aria-busy', 'false');
    await expect(cardIn(page, 'contacted', number)).toBeVisible();
  },
);

further(
  'the first card is near the top; a move is undone, also of one that was lost',
  async ({ page }) => {
    const { insurer, number } = await due(page);
    await openBoard(page, insurer);
    await expect(cardIn(page, 'due', number)).toBeVisible();
    expect((await card(page, number).boundingBox())?.y).toBeLessThan(200);
    const undo = page.getByRole('button', { name: 'Undo' });
    await chooseInCard(page, number, 'Move to Contacted');
    await expectToast(page, 'Card Moved', `${number} is in Contacted.`);
    // Also where the board does not show the card meanwhile.
    await page.getByLabel('Kind', { exact: true }).selectOption('vehicle');
    await expect(card(page, number)).toHaveCount(0);
    const moved = page.waitForResponse(
      (answer) => ofOperation('MoveRenewal')(answer.request()) && answer.ok(),
    );
    await undo.click();
    await moved;
    await page.getByLabel('Kind', { exact: true }).selectOption('');
    await expect(cardIn(page, 'due', number)).toHaveAttribute('aria-busy', 'false');

    await chooseInCard(page, number, 'Move to Lost…');
    const why = dialog(page, 'Why was it lost?');
    await why.getByText('Price', { exact: true }).click();
    await why.getByRole('button', { name: 'Mark as Lost' }).click();
    await expectToast(page, 'Card Moved', `${number} is in Lost.`);
    await undo.click();
    await expect(cardIn(page, 'due', number)).toBeVisible();
  },
);

further('all cards that are shown are given to an owner at once, and back', async ({ page }) => {
  const { insurer, customer, number } = await due(page);
  const other = await issueHealthPolicy(page.request, customer.id, TODAY, {
    insuranceCompany: insurer,
  });
  const lost = await issueHealthPolicy(page.request, customer.id, TODAY, {
    insuranceCompany: insurer,
  });
  await openBoard(page, insurer);
  await chooseInCard(page, lost.policyNumber, 'Move to Lost…');
  await dialog(page, 'Why was it lost?').getByText('Price', { exact: true }).click();
  await page.getByRole('button', { name: 'Mark as Lost' }).click();
  await expect(cardIn(page, 'lost', lost.policyNumber)).toBeVisible();
  await page.getByRole('button', { name: 'Set Owner…' }).click();
  const form = dialog(page, 'Set owner');
  await expect(form).toContainText('2 open cards on the board.');
  await form.getByRole('button', { name: 'Set Owner' }).click();
  await expect(form.getByText('Choose an owner', { exact: true }).last()).toBeVisible();
  await form.getByLabel('Owner', { exact: true }).selectOption('admin');
  await form.getByRole('button', { name: 'Set Owner' }).click();
  await expectToast(page, 'Owners Set', '2 renewals: admin.');
  for (const one of [number, other.policyNumber]) {
    await expect(cardIn(page, 'due', one)).toContainText('admin');
  }
  await expect(cardIn(page, 'lost', lost.policyNumber)).not.toContainText('admin');
  await page.getByRole('button', { name: 'Set Owner…' }).click();
  await form.getByLabel('Owner', { exact: true }).selectOption('admin');
  await form.getByRole('button', { name: 'Set Owner' }).click();
  await expect(form).toContainText('No cards to change');
  await form.getByRole('button', { name: 'Cancel' }).click();
  const undo = page
    .locator('.toast', { hasText: 'Owners Set' })
    .getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(cardIn(page, 'due', number)).not.toContainText('admin');
});

further('an owner has no name before the users are known', async ({ page }) => {
  const { insurer, number } = await due(page);
  await openBoard(page, insurer);
  await chooseInCard(page, number, 'Assign to me');
  await expect(cardIn(page, 'due', number)).toContainText('admin');
  const held = await hold(page, ofOperation('RenewalOwners'));
  await page.reload();
  await expect(cardIn(page, 'due', number)).toBeVisible();
  await expect(cardIn(page, 'due', number)).not.toContainText('Former user');
  held.release();
  await expect(cardIn(page, 'due', number)).toContainText('admin');
});

further('a long column scrolls the board, and never the application away', async ({ page }) => {
  const { insurer, customer, number } = await due(page);
  // A low window is filled by a few: all that end today are in everybody's notifications.
  await page.setViewportSize({ width: 1440, height: 420 });
  for (let count = 0; count < 4; count += 1) {
    await issueHealthPolicy(page.request, customer.id, TODAY, { insuranceCompany: insurer });
  }
  await openBoard(page, insurer);
  await expectTotals(page, 'due', '5', '₹60,000');
  await cardIn(page, 'due', number).hover();
  await page.getByRole('main').focus();
  await page.keyboard.press('End');
  await expect.poll(() => page.getByRole('main').evaluate((main) => main.scrollTop)).not.toBe(0);
  await page.getByRole('navigation', { name: 'Main' }).hover();
  await page.mouse.wheel(0, 5000);
  await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
  const { scrollHeight, clientHeight } = await page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return { scrollHeight, clientHeight };
  });
  expect(scrollHeight).toBe(clientHeight);
});

further('the heads of the columns stay in sight under the toolbar', async ({ page }) => {
  const { insurer } = await due(page);
  await openBoard(page, insurer);
  const toolbar = await page
    .locator('.page-toolbar')
    .evaluate(({ clientHeight }) => `${clientHeight}px`);
  await expect(column(page, 'due').locator('header')).toHaveCSS('top', toolbar);
});

further('a drag is left by Escape, and a click opens what it is on', async ({ page }) => {
  const { insurer, customer, number } = await due(page);
  await openBoard(page, insurer);
  await dragTo(page, number, 'contacted', { release: false });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(column(page, 'contacted')).toHaveAttribute('data-target', 'false');
  await expect(cardIn(page, 'due', number)).toBeVisible();
  await card(page, number).getByRole('link', { name: customer.name }).click();
  await expect(page).toHaveURL(`/customers?customer=${customer.id}`);
});

further('Quoted asks for the quotation, with what the policy covers', async ({ page }) => {
  const insurer = newWord();
  const customer = await addCustomer(page.request);
  const { policyNumber } = await issueVehiclePolicy(page.request, customer.id, TODAY, {
    insuranceCompany: insurer,
    vehicleNumber: 'KL 07 AB 4567',
  });
  await openBoard(page, insurer);
  await dragTo(page, policyNumber, 'quoted');
  const form = dialog(page, 'Add Quotation');
  await expect(form.getByRole('combobox', { name: /^Customer/ })).toHaveValue(customer.name);
  await expect(form.getByRole('combobox', { name: /^Insurance type/ })).toHaveValue('vehicle');
  await expect(form.getByRole('textbox', { name: /^Vehicle number/ })).toHaveValue('KL 07 AB 4567');
  await expect(form.getByRole('textbox', { name: /^Premium amount/ })).toHaveValue('12,000');
  await form.getByRole('button', { name: 'Add Quotation' }).click();
  await expect(cardIn(page, 'quoted', policyNumber)).toBeVisible();

  await dragTo(page, policyNumber, 'contacted');
  await expectToast(page, 'Card not moved', 'This card stays Quoted while its quotation is open.');
  await chooseInCard(page, policyNumber, 'Open quotation');
  await expect(page).toHaveURL(/\/quotations\?quotation=\d+$/);
});

further('Renewed asks for the renewal, and is undone with it', async ({ page }) => {
  const { insurer, number, id } = await due(page);
  await openBoard(page, insurer);
  await dragTo(page, number, 'renewed');
  const form = dialog(page, 'Renew Health Policy');
  await form.getByRole('button', { name: /^Renew/ }).click();
  await expect(form).toBeHidden();
  await expect(cardIn(page, 'renewed', number)).toBeVisible();
  await expect(column(page, 'renewed')).toContainText(`Ends ${formatDay(dayIn(TODAY))}`);

  const answer = await page.request.get(`/api/health-policies/${id}`);
  const { successorId } = await answer.json();
  await page.request.delete(`/api/health-policies/${successorId}`);
  await page.reload();
  await expect(cardIn(page, 'due', number)).toBeVisible();
});

further('Lost asks for the reason, which is changed and taken back', async ({ page }) => {
  const { insurer, number } = await due(page);
  await openBoard(page, insurer);
  await dragTo(page, number, 'lost');
  const form = dialog(page, 'Why was it lost?');
  await form.getByRole('button', { name: 'Mark as Lost' }).click();
  await expect(form.getByRole('alert')).toHaveText('Choose a reason');
  await form.getByText('Price', { exact: true }).click();
  await form.getByRole('textbox', { name: 'Note' }).fill('Ten percent less elsewhere');
  await form.getByRole('button', { name: 'Mark as Lost' }).click();
  await expect(form).toBeHidden();
  const lost = cardIn(page, 'lost', number);
  await expect(lost).toContainText('Price');
  await expect(lost).toContainText('Ten percent less elsewhere');

  await chooseInCard(page, number, 'Change reason…');
  await form.getByText('No answer', { exact: true }).click();
  await form.getByRole('button', { name: 'Mark as Lost' }).click();
  await expect(lost).toContainText('No answer');

  await chooseInCard(page, number, 'Move to Due');
  await expect(cardIn(page, 'due', number)).toBeVisible();
  await expectTotals(page, 'lost', '0', '₹0');
});

further('owner and follow-up date are set by the menu', async ({ page }) => {
  const { insurer, number } = await due(page);
  await openBoard(page, insurer);
  await chooseInCard(page, number, 'Assign to me');
  await expect(card(page, number)).toContainText('admin');
  await chooseInCard(page, number, 'Follow-up date…');
  const form = dialog(page, 'Follow-up date');
  const field = form.getByRole('textbox', { name: 'Follow-up date' });
  await field.fill(formatDay(dayIn(-1)));
  await form.getByRole('button', { name: 'Save Date' }).click();
  await expect(form).toContainText(`Follow-up date must be ${formatDay(dayIn(0))} or later`);
  await field.fill(formatDay(dayIn(2)));
  await page.keyboard.press('Control+Enter');
  await expect(form).toBeHidden();
  await expect(card(page, number)).toContainText(formatDay(dayIn(2)));

  await page.getByRole('combobox', { name: 'Owner' }).selectOption({ label: 'No owner' });
  await expect(card(page, number)).toBeHidden();
  await expect(page).toHaveURL(/owner=none/);
  await page.getByRole('combobox', { name: 'Owner' }).selectOption({ label: 'admin (me)' });
  await expect(card(page, number)).toBeVisible();
  await chooseInCard(page, number, 'Choose owner…');
  await dialog(page, 'Owner').getByRole('combobox').selectOption('No owner');
  await dialog(page, 'Owner').getByRole('button', { name: 'Save Owner' }).click();
  await expect(card(page, number)).toBeHidden();
});

further('filters stand in the address, and are cleared at once', async ({ page }) => {
  const { insurer, customer, number } = await due(page);
  const car = await issueVehiclePolicy(page.request, customer.id, TODAY, {
    insuranceCompany: insurer,
  });
  await openBoard(page, insurer);
  await expect(card(page, car.policyNumber)).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Health' });
  await expect(card(page, car.policyNumber)).toBeHidden();
  await expect(card(page, number)).toBeVisible();
  await page.reload();
  await expect(card(page, number)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('health');

  const months = page.getByRole('combobox', { name: 'Month' });
  await months.selectOption({ index: (await months.getByRole('option').count()) - 1 });
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /^No policies ending in .* match these filters\.$/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/reminders?view=board');
});

further('what is past due and untouched stands out, in words', async ({ page }) => {
  const { insurer, number } = await due(page, {}, -3);
  await openBoard(page, insurer);
  await expect(card(page, number)).toContainText('3 days overdue');
  await expect(card(page, number)).toContainText('Not contacted');
  await dragTo(page, number, 'contacted');
  await expect(cardIn(page, 'contacted', number)).toBeVisible();
  await expect(card(page, number)).not.toContainText('Not contacted');
});

further('a column shows more cards when it is asked for', async ({ page }) => {
  const { insurer, customer } = await due(page);
  const issue = () =>
    issueHealthPolicy(page.request, customer.id, TODAY, { insuranceCompany: insurer });
  for (let issued = 1; issued < 32; issued += 1) await issue();
  await openBoard(page, insurer);
  await expect(column(page, 'due').getByRole('group')).toHaveCount(30);
  await expectTotals(page, 'due', '32', '₹3,84,000');
  await column(page, 'due').getByRole('button', { name: 'Show more of Due' }).click();
  await expect(column(page, 'due').getByRole('group')).toHaveCount(32);
  await expect(column(page, 'due').getByRole('button', { name: 'Show more of Due' })).toBeHidden();
});

further('a quotation made elsewhere moves the card by itself', async ({ page }) => {
  const { insurer, customer, number } = await due(page);
  await openBoard(page, insurer);
  await expect(cardIn(page, 'due', number)).toBeVisible();
  await addQuotation(page.request, customer.id);
  await page.reload();
  await expect(cardIn(page, 'quoted', number)).toBeVisible();
});

test.describe('a move that fails', () => {
  test.use({ expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 4(09|12)`) });

  further(
    'shows at once, and is taken back where the server cannot be reached',
    async ({ page }) => {
      const { insurer, number } = await due(page);
      await openBoard(page, insurer);
      const cut = await cutOff(page, ofOperation('MoveRenewal'));
      const held = await hold(page, ofOperation('MoveRenewal'));
      await dragTo(page, number, 'contacted');
      await expect(cardIn(page, 'contacted', number)).toHaveAttribute('aria-busy', 'true');
      held.release();
      await expect(cardIn(page, 'due', number)).toBeVisible();
      await expectToast(
        page,
        'Card not moved',
        'The server could not be reached. Please try again.',
      );
      await held.stop();
      await cut.stop();
      await dragTo(page, number, 'contacted');
      await expect(cardIn(page, 'contacted', number)).toHaveAttribute('aria-busy', 'false');
    },
  );

  further(
    'keeps what was noted of a talk, where somebody else was faster',
    async ({ page, context }) => {
      const { insurer, number, id } = await due(page);
      await openBoard(page, insurer, `&contact=${id}`);
      const talk = dialog(page, 'Contacted?');
      await talk.getByLabel('Note').fill('Asks his wife');
      const other = await context.newPage();
      await openBoard(other, insurer);
      await chooseInCard(other, number, 'Move to Contacted');
      await expect(cardIn(other, 'contacted', number)).toHaveAttribute('aria-busy', 'false');
      await talk.getByRole('button', { name: 'Save' }).click();
      await expect(talk.getByRole('alert')).toHaveText(
        `Someone else changed ${number}. It is in Contacted now. Save again to confirm.`,
      );
      await expect(talk.getByLabel('Note')).toHaveValue('Asks his wife');
      await talk.getByRole('button', { name: 'Save' }).click();
      await expectToast(page, 'Renewal Updated', `${number}: saved.`);
    },
  );

  further('holds what was recorded of a talk, also where the rest is refused', async ({ page }) => {
    const { insurer, number, id } = await due(page);
    await openBoard(page, insurer, `&contact=${id}`);
    const cut = await cutOff(page, ofOperation('SetRenewalFollowUp'));
    const talk = dialog(page, 'Contacted?');
    await talk.getByLabel('Note').fill('Asks his wife');
    await talk.getByRole('button', { name: 'Save' }).click();
    await expect(talk.getByRole('alert')).toBeVisible();
    await expect(talk.getByLabel('Note')).toHaveValue('Asks his wife');
    await expect(page.locator(`[data-column=contacted]`)).toContainText(number);
    await cut.stop();
  });

  further(
    'says where the card is now, when somebody else was faster',
    async ({ page, context }) => {
      const { insurer, number } = await due(page);
      await openBoard(page, insurer);
      await expect(card(page, number)).toBeVisible();
      const other = await context.newPage();
      await openBoard(other, insurer);
      await chooseInCard(other, number, 'Move to Lost…');
      await dialog(other, 'Why was it lost?').getByText('Other', { exact: true }).click();
      await other.getByRole('button', { name: 'Mark as Lost' }).click();
      await expect(cardIn(other, 'lost', number)).toBeVisible();

      await dragTo(page, number, 'contacted');
      await expectToast(
        page,
        'Card not moved',
        `Someone else changed ${number}. It is in Lost now.`,
      );
      await expect(cardIn(page, 'lost', number)).toBeVisible();

      // In a dialog what was typed stays, and is saved when it is still meant.
      await chooseInCard(page, number, 'Change reason…');
      const form = dialog(page, 'Why was it lost?');
      await form.getByRole('textbox', { name: 'Note' }).fill('Rang twice');
      await chooseInCard(other, number, 'Move to Contacted');
      await expect(cardIn(other, 'contacted', number)).toBeVisible();
      await form.getByRole('button', { name: 'Mark as Lost' }).click();
      await expect(form.getByRole('alert')).toHaveText(
        `Someone else changed ${number}. It is in Contacted now. Save again to confirm.`,
      );
      await form.getByRole('button', { name: 'Mark as Lost' }).click();
      await expect(cardIn(page, 'lost', number)).toContainText('Rang twice');
    },
  );
});
