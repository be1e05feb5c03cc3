import type { Locator, Page } from '@playwright/test';
import { cutOff, LOST_CONNECTIONS, ofOperation, toPath } from '../support/network.js';
import { addCustomer, newPerson } from '../support/people.js';
import { dialog, expectToast, stopClock, toastArea } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: LOST_CONNECTIONS, contextOptions: { reducedMotion: 'no-preference' } });

/** The quickest notification there is: a sign-out that does not reach the server. */
async function showToast(page: Page) {
  await page.getByRole('button', { name: 'User menu: admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expectToast(page, 'Error', 'Failed to logout. Please try again.');
}

const toast = (page: Page) => toastArea(page).locator('.toast');

test.beforeEach(async ({ page }) => {
  await cutOff(page, toPath('/api/auth/logout'));
});

test.describe('by the clock', () => {
  test.use({ areToastsTimed: true });

  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await page.goto('/settings');
    await expect(page.getByRole('button', { name: 'User menu: admin' })).toBeVisible();
    await stopClock(page);
    await showToast(page);
  });

  test('a notification stays for 5000 ms', async ({ page }) => {
    await page.clock.runFor(4000);
    await expect(toast(page)).toBeVisible();
    await page.clock.runFor(1000);
    await expect(toast(page)).toBeHidden();
  });

  further('it waits as long as one points at it', async ({ page }) => {
    await toast(page).hover();
    await page.clock.runFor(60_000);
    await expect(toast(page)).toBeVisible();
    await page.mouse.move(0, 0);
    await page.clock.runFor(5000);
    await expect(toast(page)).toBeHidden();
  });
});

further('there is one at a time: the next takes its place', async ({ page }) => {
  await page.goto('/customers?add=1');
  const person = newPerson();
  const form = dialog(page, 'Add Customer');
  await form.getByLabel('Name').fill(person.name);
  await form.getByLabel('Phone').fill(person.phone);
  await form.getByRole('button', { name: 'Add Customer' }).click();
  await expectToast(page, 'Customer Created', `${person.name} has been added.`);
  await showToast(page);
  await expect(toast(page)).toHaveCount(1);
});

further(
  'a swipe of 50 px to the right dismisses it; a shorter one, or one to the left, does not',
  async ({ page }) => {
    await page.goto('/settings');
    await showToast(page);
    const swipe = async (distance: number) => {
      const box = await toast(page).boundingBox();
      if (!box) throw new Error('There is no notification');
      const [x, y] = [box.x + 60, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + distance, y, { steps: 4 });
      await page.mouse.up();
    };
    await swipe(49);
    await expect(toast(page)).toBeVisible();
    await swipe(-120);
    await expect(toast(page)).toBeVisible();
    await swipe(50);
    await expect(toast(page)).toBeHidden();
  },
);

further('F8 leads to it from anywhere, and it closes by key', async ({ page }) => {
  await page.goto('/customers?add=1');
  await dialog(page, 'Add Customer').getByLabel('Name').press('F8');
  await expect(toastArea(page)).toBeFocused();

  await page.goto('/settings');
  await showToast(page);
  // Closing, the menu gives the focus back to its button.
  await expect(page.getByRole('menu')).toBeHidden();
  await page.keyboard.press('F8');
  await expect(toastArea(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toast(page).getByRole('button', { name: 'Dismiss' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toBeHidden();
});

/** What is under the middle of a part: the part itself, when nothing lies over it. */
const isOnTop = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

async function edges(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return { top: box.y, bottom: box.y + box.height };
}

further(
  'on a phone it is below the top bar, off the buttons of dialogs and drawers',
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const customer = await addCustomer(page.request);
    await page.goto('/settings');
    await showToast(page);
    const bar = await edges(page.getByRole('banner'));
    await expect
      .poll(async () => (await edges(toast(page))).top)
      .toBeGreaterThanOrEqual(bar.bottom);

    await page.goto(`/customers?customer=${customer.id}&edit=${customer.id}`);
    const form = dialog(page, 'Edit Customer');
    const broken = await cutOff(page, ofOperation('UpdateCustomer'));
    const person = newPerson();
    await form.getByLabel('Name').fill(person.name);
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Error', 'Failed to save customer. Please try again.');
    await expect.poll(() => isOnTop(toast(page))).toBe(true);
    for (const name of ['Cancel', 'Save Changes']) {
      await expect.poll(() => isOnTop(form.getByRole('button', { name }))).toBe(true);
    }
    await broken.stop();
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Customer Updated', `${person.name} has been updated.`);
    const drawer = dialog(page, person.name);
    await expect(form).toBeHidden();
    for (const name of ['Edit', 'Close']) {
      await expect.poll(() => isOnTop(drawer.getByRole('button', { name }))).toBe(true);
    }
  },
);

further('at a desk it is in the lower right corner', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/settings');
  await showToast(page);
  // It slides to its place.
  await expect.poll(async () => (await edges(toast(page))).bottom).toBe(900 - 16);
});
