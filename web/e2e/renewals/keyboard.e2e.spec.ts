import { issueHealthPolicy } from '../support/book.js';
import { addCustomer, newWord } from '../support/people.js';
import { card, cardIn, openBoard } from '../support/renewals.js';
import { dialog } from '../support/screens.js';
import { expect, test } from '../support/test.js';

test('the board by the keyboard alone', async ({ page }) => {
  const insurer = newWord();
  const { id } = await addCustomer(page.request);
  const issue = async () =>
    (await issueHealthPolicy(page.request, id, 0, { insuranceCompany: insurer })).policyNumber;
  const [first, second] = [await issue(), await issue()];
  await openBoard(page, insurer);
  const said = page.locator('.renewal-board > [role=status][aria-live=assertive]');
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await expect(card(page, first)).toBeVisible();

  // One card is a stop of the Tab key; arrows lead to the others.
  await page.getByRole('button', { name: 'Send Bulk Reminders' }).focus();
  await press('Tab');
  await expect(card(page, first)).toBeFocused();
  await press('ArrowDown');
  await expect(card(page, second)).toBeFocused();
  await press('ArrowUp');

  await press('Space');
  await expect(said).toHaveText(`${first} picked up from Due`);
  await press('ArrowRight');
  await expect(said).toHaveText('Over Contacted');
  await press('ArrowRight');
  await expect(said).toHaveText('Over Quoted. Space opens the quotation form');
  await press('Escape');
  await expect(said).toHaveText(`Cancelled. ${first} stays in Due`);
  await expect(cardIn(page, 'due', first)).toBeFocused();

  await press('Space', 'ArrowRight', 'Space');
  await expect(said).toHaveText(`${first} moved to Contacted`);
  await expect(cardIn(page, 'contacted', first)).toBeFocused();
  await press('ArrowLeft');
  await expect(cardIn(page, 'due', second)).toBeFocused();
  await press('ArrowRight');

  // The menu does all that a drag does.
  await press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Move to Due' })).toBeFocused();
  await press('Enter');
  await expect(said).toHaveText(`${first} moved to Due`);
  await expect(cardIn(page, 'due', first)).toBeFocused();

  await press('Space', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
  const form = dialog(page, 'Why was it lost?');
  await expect(form.getByRole('radio', { name: 'Price' })).toBeFocused();
  await press('Space', 'Control+Enter');
  await expect(cardIn(page, 'lost', first)).toBeFocused();

  await press('Enter');
  await expect(page).toHaveURL(/\/health-insurance\?policy=\d+$/);
});
