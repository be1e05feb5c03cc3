import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../support/looks.js';
import { cutOff, hold, LOST_CONNECTIONS, ofOperation } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import {
  addPolicy,
  changePolicy,
  correctPolicy,
  dayFromNow,
  deletePolicy,
  fillPolicy,
  openPolicies,
  policyDialog,
  policyField,
  policyRow,
  SCREENS,
} from '../support/policies.js';
import { dialog } from '../support/screens.js';
import { expect, test } from '../support/test.js';

// Each run looks at every screen in looks/screens.
test.skip(!isExhaustive(import.meta.url), 'exhaustive, of another share');

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

test.use({
  expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 4(09|12)`),
});

/** A customer with policies of either kind, with all there is to show, some of it long. */
async function addFull(page: Page) {
  const word = newWord();
  const { id, name } = await addCustomer(page.request, {
    name: `Venkatanarasimharajuvaripeta Subrahmanyam Iyer ${word}`,
  });
  const given = {
    insuranceCompany: 'The Oriental Insurance Company Limited of all the States',
    premiumAmount: '99999999.99',
    sumAssured: '9999999999.99',
    startDate: dayFromNow(-370),
  };
  const health = await addPolicy(page.request, 'health', id, {
    ...given,
    policyNumber: `HL/2026/a-very-long-policy-number-of-an-insurer/${word}`,
    endDate: dayFromNow(-6),
  });
  const vehicle = await addPolicy(page.request, 'vehicle', id, {
    ...given,
    policyNumber: `MO/2026/a-very-long-policy-number-of-an-insurer/${word}`,
    endDate: dayFromNow(6),
    vehicleType: 'truck',
    vehicleMake: 'Ashok Leyland Limited',
    vehicleModel: 'Ecomet 1615 HE with a long name',
    vehicleYear: 2021,
    engineNumber: 'K12MN1234567',
    chassisNumber: 'MA3EWDE1S00123456',
    coverType: 'comprehensive',
    ncbPercent: 20,
    thirdPartyEndDate: dayFromNow(700),
  });
  return { word, customer: { id, name }, health, vehicle };
}

for (const [where, viewport] of Object.entries(WIDTHS)) {
  test.describe(`on a ${where}`, () => {
    test.use({ viewport });

    test('the lists look right in each of their states', async ({ page }) => {
      const { word, health, vehicle } = await addFull(page);
      const list = await hold(page, ofOperation('PolicyList'));
      await openPolicies(page, 'vehicle', word);
      await expect(page.getByRole('status', { name: 'Loading vehicle policies' })).toBeVisible();
      await expectGoodLooks(page, 'skeleton');
      list.release();
      await expect(policyRow(page, vehicle.policyNumber)).toBeVisible();
      await expectGoodLooks(page, 'vehicle policies');
      await policyRow(page, vehicle.policyNumber).click({ button: 'right' });
      await expect(page.getByRole('menu')).toBeVisible();
      await expectGoodLooks(page, 'the menu of a row');
      await page.keyboard.press('Escape');
      await openPolicies(page, 'health', word);
      await expect(policyRow(page, health.policyNumber)).toBeVisible();
      await expectGoodLooks(page, 'health policies');

      await page.goto(
        `${SCREENS.health}?status=active,expired&insurer=Nobody&expiringSoon=true&premiumFrom=5`,
      );
      await expect(page.getByText('No policies match your search criteria')).toBeVisible();
      await expectGoodLooks(page, 'nothing found, with filters');
      await page.getByRole('button', { name: 'Advanced Search' }).click();
      await expect(page.getByRole('form', { name: 'Advanced Search' })).toBeVisible();
      await expectGoodLooks(page, 'Advanced Search');
      await cutOff(page, ofOperation('PolicyList'));
      await page.goto(SCREENS.health);
      await expect(page.getByText('Failed to load health policies')).toBeVisible();
      await expectGoodLooks(page, 'failure');
    });

    test('the form looks right: wrong, warned, picking, stale', async ({ page }) => {
      const { customer, vehicle } = await addFull(page);
      await page.goto(`${SCREENS.vehicle}?add=1&customerId=${customer.id}`);
      const form = policyDialog(page, 'Add', 'vehicle');
      await fillPolicy(form, { 'Vehicle number': 'XX', Year: '1800', 'Premium amount': '5' });
      await page.keyboard.press('Control+Enter');
      await expect(form.getByRole('alert')).toContainText('Please check');
      await expectGoodLooks(page, 'errors and warnings');
      await policyField(form, 'Customer').fill(customer.name.slice(0, 12));
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
      await expectGoodLooks(page, 'picking a customer');

      page.once('dialog', (question) => question.accept());
      await page.goto(`${SCREENS.vehicle}?edit=${vehicle.id}`);
      const edit = policyDialog(page, 'Edit', 'vehicle');
      await fillPolicy(edit, { Model: 'Mine' });
      await correctPolicy(page.request, vehicle, { vehicleModel: 'Theirs' });
      await page.keyboard.press('Control+Enter');
      await expect(edit.getByText('This policy was changed while you were')).toBeVisible();
      await expectGoodLooks(page, 'a stale edit');
    });

    const CHANGES = { renew: 'Renew', endorse: 'Endorse', cancel: 'Cancel' } as const;
    for (const [change, verb] of Object.entries(CHANGES)) {
      test(`the dialog to ${change} a policy looks right`, async ({ page }) => {
        const { vehicle } = await addFull(page);
        await page.goto(`${SCREENS.vehicle}?edit=${vehicle.id}&change=${change}`);
        const form = policyDialog(page, verb, 'vehicle');
        await expect(form.getByRole('button', { name: `${verb} Policy` })).toBeVisible();
        await expectGoodLooks(page, change);
      });
    }

    test('the dialog to reinstate a policy looks right', async ({ page }) => {
      const { health } = await addFull(page);
      await page.goto(`${SCREENS.health}?edit=${health.id}&change=reinstate`);
      await expect(policyDialog(page, 'Reinstate', 'health')).toBeVisible();
      await expectGoodLooks(page, 'reinstate');
    });

    test('the drawers look right: a policy, its terms and past, a customer’s policies', async ({
      page,
    }) => {
      const { customer, vehicle } = await addFull(page);
      await deletePolicy(page.request, await changePolicy(page.request, vehicle, 'renew'));
      await changePolicy(page.request, vehicle, 'renew');
      const drawer = dialog(page, vehicle.policyNumber);
      await page.goto(`${SCREENS.vehicle}?policy=${vehicle.id}`);
      await expect(drawer.getByText('Ashok Leyland Limited')).toBeVisible();
      await expectGoodLooks(page, 'details');
      await drawer.getByRole('tab', { name: 'Terms' }).click();
      await expect(drawer.getByRole('region', { name: 'Terms' })).toBeVisible();
      await expect(drawer.getByRole('heading', { level: 4 })).toHaveCount(3);
      await expectGoodLooks(page, 'terms');
      await drawer.getByRole('tab', { name: 'History' }).click();
      await expect(drawer.getByRole('listitem').first()).toBeVisible();
      await expectGoodLooks(page, 'history');
      await page.goto(`/customers?customer=${customer.id}&tab=policies`);
      const policyholder = dialog(page, customer.name);
      await expect(
        policyholder.getByRole('link', { name: vehicle.policyNumber }).first(),
      ).toBeVisible();
      await expectGoodLooks(page, 'a customer’s policies');
    });
  });
}
