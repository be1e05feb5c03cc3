import { addDialog, field, fillIn, save } from '../support/customerForm.js';
import { intercept, LOST_CONNECTIONS, ofOperation } from '../support/network.js';
import { addCustomer, newAadhaar, newPan, newPerson, newWord } from '../support/people.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

further(
  'the other customer with the same phone, email, PAN or Aadhaar is named at the field',
  async ({ page, request }) => {
    const shared = {
      email: `${newWord()}@example.com`,
      panNumber: newPan('A'),
      aadhaarNumber: newAadhaar(),
    };
    const other = await addCustomer(request, shared);
    await page.goto('/customers?add=1');
    const form = addDialog(page);
    const name = `Anita ${newWord()}`;
    await fillIn(form, { name, phone: `0${other.phone.slice(3)}`, ...shared });
    await field(form, 'aadhaarNumber').blur();
    for (const what of ['phone', 'email', 'PAN', 'Aadhaar number']) {
      await expect(form.getByText(`Same ${what} as ${other.name}`)).toBeVisible();
    }

    await form
      .getByRole('button', { name: `Open ${other.name}` })
      .first()
      .click();
    const drawer = dialog(page, other.name);
    await expect(drawer.getByRole('definition').first()).toBeVisible();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(field(form, 'name')).toHaveValue(name);

    await form
      .getByRole('button', { name: `Ignore ${other.name}` })
      .first()
      .click();
    await expect(form.getByText(`as ${other.name}`)).toBeHidden();
    await save(form).click();
    await expectToast(page, 'Customer Created', `${name} has been added.`);
  },
);

further(
  'one not seen before the save holds it up once, and going on saves',
  async ({ page, request }) => {
    const other = await addCustomer(request);
    await page.goto('/customers?add=1');
    const form = addDialog(page);
    const { name } = newPerson();
    await fillIn(form, { name, phone: other.phone });
    await page.keyboard.press('Control+Enter');
    await expect(form.getByRole('alert')).toHaveText(
      'This customer may already exist: see below. Save again to continue.',
    );
    await expect(form.getByText(`Same phone as ${other.name}`)).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Customer Created', `${name} has been added.`);
  },
);

test.describe('without an answer', () => {
  test.use({ expectedErrors: LOST_CONNECTIONS });

  further('a customer is saved though nobody knows of duplicates', async ({ page }) => {
    await page.goto('/customers?add=1');
    const form = addDialog(page);
    const { name, phone } = newPerson();
    let cut = () => {};
    const saved = new Promise<void>((resolve) => {
      cut = resolve;
    });
    const asked = await intercept(page, ofOperation('CustomerDuplicates'), async (route) => {
      await saved;
      await route.abort('connectionfailed');
    });
    await fillIn(form, { name, phone });
    await field(form, 'phone').blur();
    await expect.poll(asked.count).toBe(1);
    // Waits for what is asked already.
    await save(form).click();
    cut();
    await expectToast(page, 'Customer Created', `${name} has been added.`);
  });
});
