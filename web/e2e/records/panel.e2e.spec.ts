import type { Page } from '@playwright/test';
import { hold, ofOperation } from '../support/network.js';
import { addCustomer, addCustomers, newPerson, newWord } from '../support/people.js';
import { customerRow, dialog, ON_NAME, openList, searchBox } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

/** Three customers whom a word finds, sorted by name. */
async function openThree(page: Page) {
  const word = newWord();
  const names = ['Asha', 'Bina', 'Chitra'].map((name) => `${name} ${word}`) as [
    string,
    string,
    string,
  ];
  await addCustomers(
    page.request,
    names.map((name) => newPerson({ name })),
  );
  await page.goto(`/customers?q=${word}&sort=name&direction=asc`);
  await expect(customerRow(page, names[2])).toBeVisible();
  return names;
}

test('the list beside an open record stays alive, and a click there opens another in its place', async ({
  page,
}) => {
  const [asha, bina] = await openThree(page);
  // In its middle, where the phone number is.
  await customerRow(page, asha).click();
  const panel = dialog(page, asha);
  await expect(panel).toBeVisible();
  await expect(panel).not.toHaveAttribute('aria-modal', 'true');
  await expect(customerRow(page, asha)).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('.bp6-overlay-backdrop')).toHaveCount(0);

  // Its right may lie under the panel.
  await customerRow(page, bina).click({ position: { x: 60, y: 20 } });
  await expect(dialog(page, bina)).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(customerRow(page, asha)).not.toHaveAttribute('aria-current');
  await expect(customerRow(page, bina)).toHaveAttribute('aria-current', 'true');
  // One way back, however many were looked at.
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(customerRow(page, asha)).toBeVisible();
});

further('J and K go from record to record, and the tab stays', async ({ page }) => {
  const [asha, bina, chitra] = await openThree(page);
  await customerRow(page, asha).click(ON_NAME);
  await dialog(page, asha).getByRole('tab', { name: 'Quotations' }).click();
  const marked = await dialog(page, asha).elementHandle();
  await page.keyboard.press('j');
  await expect(dialog(page, bina)).toBeVisible();
  await page.keyboard.press('j');
  await expect(dialog(page, chitra)).toBeVisible();
  await page.keyboard.press('j');
  await expect(dialog(page, chitra)).toBeVisible();
  await page.keyboard.press('k');
  await expect(dialog(page, bina)).toBeVisible();
  await expect(page).toHaveURL(/tab=quotations/);
  await expect(dialog(page, bina).getByRole('tab', { name: 'Quotations' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  // The same panel all the way.
  expect(await marked?.evaluate((element) => element.isConnected)).toBe(true);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(customerRow(page, bina)).toBeFocused();
  await expect(page).not.toHaveURL(/customer=/);
});

further('arrows in the list take the panel along', async ({ page }) => {
  const [asha, bina, chitra] = await openThree(page);
  await customerRow(page, asha).click(ON_NAME);
  await expect(dialog(page, asha)).toBeVisible();
  await expect(customerRow(page, asha)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(dialog(page, bina)).toBeVisible();
  await expect(customerRow(page, bina)).toBeFocused();
  await page.keyboard.press('End');
  await expect(dialog(page, chitra)).toBeVisible();
});

further('Enter leads into the panel; letters that are typed open nothing', async ({ page }) => {
  const [asha, bina] = await openThree(page);
  await customerRow(page, asha).focus();
  await page.keyboard.press('ArrowDown');
  await expect(customerRow(page, bina)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(customerRow(page, asha)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page, asha)).toBeFocused();
  await page.keyboard.press('j');
  await expect(dialog(page, bina)).toBeFocused();

  await searchBox(page).press('End');
  await searchBox(page).pressSequentially(' jk');
  await expect(searchBox(page)).toHaveValue(/ jk$/);
  await expect(dialog(page, bina)).toBeVisible();
});

further('what was searched for beside an open record stays when it is closed', async ({ page }) => {
  const [asha, bina] = await openThree(page);
  await customerRow(page, asha).click(ON_NAME);
  await searchBox(page).fill(bina);
  await expect(customerRow(page, asha)).toBeHidden();
  await expect(dialog(page, asha)).toBeVisible();
  await dialog(page, asha).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(searchBox(page)).toHaveValue(bina);
  await expect(customerRow(page, bina)).toBeVisible();
  await expect(customerRow(page, asha)).toBeHidden();
});

further('Escape goes to what lies over the panel first', async ({ page }) => {
  const [asha, bina] = await openThree(page);
  await customerRow(page, asha).click(ON_NAME);
  const panel = dialog(page, asha);
  await panel.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeHidden();
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Edit' }).click();
  const form = dialog(page, 'Edit Customer');
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(panel).toBeVisible();
  await expect(dialog(page, bina)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

further('one Escape does one thing where rows are selected beside the panel', async ({ page }) => {
  const [asha, bina] = await openThree(page);
  await page.getByRole('checkbox', { name: `Select ${bina}` }).check();
  await customerRow(page, asha).click(ON_NAME);
  const panel = dialog(page, asha);
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(panel).toBeVisible();
  await expect(bar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel.or(bar)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(panel.or(bar)).toHaveCount(0);
});

further('what was shown stays until the next record is there', async ({ page }) => {
  const word = newWord();
  const listed = await addCustomer(page.request, { name: `Listed ${word}` });
  const other = await addCustomer(page.request, { name: `Other ${newWord()}` });
  await openList(page, word);
  await customerRow(page, listed.name).click(ON_NAME);
  await expect(dialog(page, listed.name)).toBeVisible();
  const details = await hold(page, ofOperation('CustomerDetails'));
  // As a link of another screen would: this one is on no page of the list that is loaded.
  await page.evaluate((id) => {
    const address = new URL(window.location.href);
    address.searchParams.set('customer', String(id));
    window.history.pushState(window.history.state, '', address);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }, other.id);
  await expect(dialog(page, listed.name).locator('[aria-busy=true]')).toBeVisible();
  details.release();
  await expect(dialog(page, other.name)).toBeVisible();
  await expect(dialog(page, other.name).locator('[aria-busy=true]')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  further('a record is a page: it fills the screen, and Back closes it', async ({ page }) => {
    const [asha] = await openThree(page);
    await customerRow(page, asha).click();
    const panel = dialog(page, asha);
    await expect(panel).toHaveAttribute('aria-modal', 'true');
    await expect
      .poll(() => panel.boundingBox())
      .toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    await page.goBack();
    await expect(panel).toBeHidden();
    await expect(customerRow(page, asha)).toBeVisible();
  });
});

test.describe('under a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  further('the buttons and tabs of a record are 44 px', async ({ page }) => {
    const [asha] = await openThree(page);
    await customerRow(page, asha).tap();
    const panel = dialog(page, asha);
    await expect(panel.getByRole('tab', { name: 'History' })).toBeVisible();
    const targets = panel.locator('.drawer-head button, [role=tab]');
    const boxes = await Promise.all((await targets.all()).map((target) => target.boundingBox()));
    expect(boxes.length).toBeGreaterThan(7);
    for (const box of boxes) {
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
  });
});
