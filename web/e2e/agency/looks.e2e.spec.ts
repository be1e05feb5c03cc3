import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { changeAgency, groupCalled, openAgency, resetAgency } from '../support/agency.js';
import { expectGoodLooks } from '../support/looks.js';
import { dialog } from '../support/screens.js';
import { expect, test, WHOLE_BOOK } from '../support/test.js';

// Each run looks at every screen in looks/screens.
test.skip(!isExhaustive(import.meta.url), 'exhaustive, of another share');

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

const LONG = {
  name: 'Venkatanarasimharajuvaripeta Insurance Brokers Private Limited of Thiruvananthapuram',
  address: '2nd Floor, Marine Drive Plaza, Shanmugham Road, Ernakulam, Kochi, Kerala 682031',
  phone: '+91 484 235 1234, +91 98470 12345',
  email: 'a.very.long.address.of.the.office@some-insurance-brokerage.example.com',
  website: 'www.some-insurance-brokerage.example.com',
  licence: 'IRDAI/DB 123/45',
  gstin: '27AAPFU0939F1ZW',
  socialLinks: ['https://www.instagram.com/some-insurance-brokerage-of-thiruvananthapuram'],
  gstRates: [{ what: 'health-individual', from: '2099-04-01', percent: 5 }],
};

test.describe('the settings of the agency look right', { tag: WHOLE_BOOK }, () => {
  test.afterEach(({ page }) => resetAgency(page.request));

  for (const [where, viewport] of Object.entries(WIDTHS)) {
    test.describe(`on a ${where}`, () => {
      test.use({ viewport });

      test('empty, full and wrong, and their dialogs', async ({ page }) => {
        await resetAgency(page.request);
        await openAgency(page);
        await expectGoodLooks(page, 'nothing set');
        await changeAgency(page.request, LONG);
        await page.reload();
        const letterhead = groupCalled(page, 'Letterhead');
        await expect(letterhead.getByLabel('Name')).toHaveValue(LONG.name);
        await letterhead.getByLabel('Email').fill('office');
        await letterhead.getByLabel('Email').press('Control+Enter');
        await expect(letterhead.getByText('Enter an email address')).toBeVisible();
        await expectGoodLooks(page, 'all set, and an error');
        await page.getByRole('button', { name: 'Add a Rate' }).click();
        await expect(dialog(page, 'Add a rate')).toBeVisible();
        await expectGoodLooks(page, 'a new rate');
      });
    });
  }
});
