import {
  AGENCY,
  agencySettings,
  cardCalled,
  changeAgency,
  groupCalled,
  openAgency,
  resetAgency,
} from '../support/agency.js';
import { expectGoodLooks } from '../support/looks.js';
import { hold, intercept, ofOperation } from '../support/network.js';
import { addDialog } from '../support/quotations.js';
import { dialog, expectToast, toastArea } from '../support/screens.js';
import { exhaustively, expect, test, WHOLE_BOOK } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

// There is one agency: what is set here, every other test would see.
test.describe('the settings of the agency', { tag: WHOLE_BOOK }, () => {
  test.beforeEach(({ page }) => resetAgency(page.request));
  test.afterEach(({ page }) => resetAgency(page.request));

  further('say which agents get the leads of which pincodes', async ({ page }) => {
    await openAgency(page);
    const leads = groupCalled(page, 'Leads');
    const lines = leads.getByLabel('Agents by pincode');
    await lines.fill('682 admin');
    await lines.press('Tab');
    await expect(leads.getByText('Write a line for each user')).toBeVisible();
    await lines.fill('682, 683: nobody');
    await expect(leads.getByText('Nobody is called nobody')).toBeVisible();
    await lines.fill('682, 683: admin');
    await expect(leads.getByText('Nobody is called')).toBeHidden();
    await expectGoodLooks(page, 'leads by pincode');
    await lines.press('Control+Enter');
    await expect(toastArea(page).locator('strong')).toHaveText('Settings Saved');
    expect((await agencySettings(page.request)).leadPincodes).toBe('682, 683: admin');
    await lines.fill('');
    await lines.press('Control+Enter');
    await expect.poll(async () => (await agencySettings(page.request)).leadPincodes).toBe(null);
  });

  further(
    'begin without a name, which is pointed out, and show the letterhead while it is typed',
    async ({ page }) => {
      await openAgency(page);
      await expect(page.getByText('The agency has no name yet')).toBeVisible();
      const letterhead = groupCalled(page, 'Letterhead');
      const paper = letterhead.getByRole('figure', { name: 'PDF header preview' });
      await expect(paper).toContainText('InsureManager');
      await expect(letterhead.getByRole('button', { name: 'Save' })).toBeDisabled();

      await letterhead.getByLabel('Name').fill('Kaveri Brokers');
      await letterhead.getByLabel('Phone').fill('0484 400 1200');
      await letterhead.getByLabel('GSTIN').fill('27aapfu0939f1zv');
      await expect(paper).toContainText('Kaveri Brokers');
      await expect(paper).toContainText('0484 400 1200');
      await letterhead.getByRole('button', { name: 'Save' }).click();
      await expect(toastArea(page).locator('strong')).toHaveText('Settings Saved');

      await expect(page.getByText('The agency has no name yet')).toBeHidden();
      await expect(letterhead.getByLabel('GSTIN')).toHaveValue('27AAPFU0939F1ZV');
      await expect(letterhead.getByRole('button', { name: 'Save' })).toBeDisabled();
      const newest = cardCalled(page, 'History').getByRole('listitem').first();
      await expect(newest).toContainText('Name, phone and GSTIN changed');
      await expect(newest).toContainText('Kaveri Brokers');
      expect(await agencySettings(page.request)).toMatchObject({ name: 'Kaveri Brokers' });
    },
  );

  test('say what is wrong, and what looks wrong', async ({ page }) => {
    await openAgency(page);
    const letterhead = groupCalled(page, 'Letterhead');
    await letterhead.getByLabel('Email').fill('office');
    await letterhead.getByLabel('Email').press('Control+Enter');
    await expect(letterhead.getByText('Enter an email address')).toBeVisible();
    await letterhead.getByLabel('Email').fill('office@kaveri.example');
    await expect(letterhead.getByText('Enter an email address')).toBeHidden();

    await letterhead.getByLabel('GSTIN').fill('27AAPFU0939F1ZW');
    await expect(letterhead.getByText('The last character of this GSTIN')).toBeVisible();
    await letterhead.getByLabel('GSTIN').press('Control+Enter');
    await expect(toastArea(page).locator('strong')).toHaveText('Settings Saved');

    const publicPage = groupCalled(page, 'Public page');
    const links = publicPage.getByLabel('Social links');
    await links.fill('https://x.com/kaveri\nhttp://facebook.com/kaveri');
    await links.press('Control+Enter');
    await expect(
      publicPage.getByText('Line 2: Enter an address that begins with https://'),
    ).toBeVisible();
    await links.fill('https://x.com/kaveri\n\nhttps://www.instagram.com/kaveri');
    await links.press('Control+Enter');
    await expect(links).toHaveValue('https://x.com/kaveri\nhttps://www.instagram.com/kaveri');

    const records = groupCalled(page, 'Records');
    await records.getByLabel('Years to keep records').fill('9');
    await records.getByRole('button', { name: 'Save' }).click();
    await expect(records.getByText('Records are kept from 10 to 100 years')).toBeVisible();
    await records.getByRole('button', { name: 'Undo' }).click();
    await expect(records.getByLabel('Years to keep records')).toHaveValue('10');
  });

  further('keep what two have typed at once', async ({ page }) => {
    await openAgency(page);
    const letterhead = groupCalled(page, 'Letterhead');
    const name = letterhead.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Mine');
    await letterhead.getByLabel('Website').fill('www.kaveri.example');
    await changeAgency(page.request, { name: 'Theirs', address: 'MG Road, Kochi' });
    await letterhead.getByRole('button', { name: 'Save' }).click();

    const notice = letterhead.getByRole('alert');
    await expect(notice).toContainText('This agency was changed while you were editing');
    await expect(notice).toContainText('Name and address changed');
    await expect(letterhead.getByLabel('Address', { exact: true })).toHaveValue('MG Road, Kochi');
    await expect(name).toHaveValue('Mine');
    await notice.getByRole('radio', { name: 'Theirs: Theirs' }).check({ force: true });
    await expect(name).toHaveValue('Theirs');
    await letterhead.getByRole('button', { name: 'Save' }).click();
    await expect(notice).toBeHidden();
    expect(await agencySettings(page.request)).toMatchObject({
      ...{ name: 'Theirs', address: 'MG Road, Kochi', website: 'www.kaveri.example' },
    });
  });

  further('save a group while another one, which was saved before, is loaded', async ({ page }) => {
    await openAgency(page);
    const letterhead = groupCalled(page, 'Letterhead');
    const publicPage = groupCalled(page, 'Public page');
    const loading = await hold(page, ofOperation('AgencySettings'));
    await letterhead.getByLabel('Website').fill('www.kaveri.example');
    await letterhead.getByLabel('Website').press('Control+Enter');
    await expect(toastArea(page).locator('strong')).toHaveText('Settings Saved');
    await intercept(page, ofOperation('ChangeAgencySettings'), async (route, nth) => {
      if (nth > 1) return route.fallback();
      const response = await route.fetch();
      expect(await response.text()).toContain('STALE_VERSION');
      loading.release();
      await route.fulfill({ response });
    });
    const links = publicPage.getByLabel('Social links');
    await links.fill('https://x.com/kaveri\n\nhttps://www.instagram.com/kaveri');
    await links.press('Control+Enter');
    await expect(links).toHaveValue('https://x.com/kaveri\nhttps://www.instagram.com/kaveri');
    expect(await agencySettings(page.request)).toMatchObject({
      ...{ website: 'www.kaveri.example' },
      socialLinks: ['https://x.com/kaveri', 'https://www.instagram.com/kaveri'],
    });
  });

  further('ask before what was typed is left', async ({ page }) => {
    await openAgency(page);
    await groupCalled(page, 'Letterhead').getByLabel('Name').fill('Not saved');
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page).toHaveURL(AGENCY);
    // The reminders’ dialog opens over it.
    await page.getByRole('button', { name: 'Change Reminders' }).click();
    await expect(dialog(page, 'Reminder Settings')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Reminder Settings')).toBeHidden();
    await expect(groupCalled(page, 'Letterhead').getByLabel('Name')).toHaveValue('Not saved');
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page).toHaveURL('/settings');
  });

  further('have a logo, which is made fit to be printed', async ({ page }) => {
    await openAgency(page);
    const letterhead = groupCalled(page, 'Letterhead');
    const file = letterhead.getByLabel('Logo image');
    await file.setInputFiles({
      ...{ name: 'logo.png', mimeType: 'image/png' },
      buffer: Buffer.from('no picture'),
    });
    await expectToast(
      page,
      'Failed to save the settings',
      'This file is not an image that can be read. Choose a PNG, JPEG or WebP file.',
    );
    const buffer = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(2400, 600);
      const context = canvas.getContext('2d');
      if (context) {
        context.fillStyle = '#0c6b62';
        context.fillRect(0, 0, 2400, 600);
      }
      const blob = await canvas.convertToBlob({ type: 'image/webp' });
      return [...new Uint8Array(await blob.arrayBuffer())];
    });
    await file.setInputFiles({
      ...{ name: 'logo.webp', mimeType: 'image/webp' },
      buffer: Buffer.from(buffer),
    });
    await expect(letterhead.getByRole('img', { name: 'Logo' })).toBeVisible();
    const { logo } = await agencySettings(page.request);
    expect(logo).toMatchObject({ mimeType: 'image/png', width: 780, height: 195 });
    await expect(page.locator('.top-bar').getByRole('img', { name: 'Logo' })).toBeVisible();

    await letterhead.getByRole('button', { name: 'Remove Logo' }).click();
    await expect(letterhead.getByRole('img', { name: 'Logo' })).toBeHidden();
    await expect(cardCalled(page, 'History').getByRole('listitem').first()).toContainText(
      'Logo changed',
    );
  });

  further('add rates of tax, which a quotation follows', async ({ page }) => {
    await openAgency(page);
    const card = cardCalled(page, 'GST rates');
    await expect(card.getByRole('row')).toHaveCount(5);
    await card.getByRole('button', { name: 'Add a Rate' }).click();
    const form = dialog(page, 'Add a rate');
    await expect(form.getByLabel('Kind')).toBeFocused();
    await form.getByLabel('Kind').selectOption('Motor');
    await form.getByRole('button', { name: 'Add Rate' }).click();
    await expect(form.getByText('Enter a date that exists')).toBeVisible();
    await form.getByLabel('From', { exact: true }).fill('01/04/2020');
    await form.getByLabel('Rate in percent').fill('12');
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
    const row = card.getByRole('row', { name: /Motor 01\/04\/2020 12 % Added here/ });
    await expect(row).toBeVisible();

    await page.goto('/quotations?add=1');
    const quotation = addDialog(page);
    await quotation.getByLabel('Insurance type').selectOption('vehicle');
    await quotation.getByLabel('Premium amount').fill('11200');
    await expect(quotation.getByText('includes ₹1,200.00 GST at 12 %')).toBeVisible();
    page.once('dialog', (leaving) => leaving.accept());
    await page.goto(AGENCY);

    await row.getByRole('button', { name: 'Remove Motor from 01/04/2020' }).click();
    await dialog(page, 'Remove this rate?').getByRole('button', { name: 'Remove' }).click();
    await expect(row).toBeHidden();
    expect((await agencySettings(page.request)).gstRates).toEqual([]);
  });

  further('say who sees what, and when reminders go out', async ({ page }) => {
    await openAgency(page);
    const own = page.getByRole('radio', { name: 'Their own customers' });
    await own.check({ force: true });
    await expect(toastArea(page).locator('strong')).toHaveText('Settings Saved');
    await expect(own).toBeChecked();
    expect((await agencySettings(page.request)).ownBook).toBe(true);
    const newest = cardCalled(page, 'History').getByRole('listitem').first();
    await expect(newest).toContainText('Who sees which customers changed');

    const reminders = cardCalled(page, 'Reminders');
    await expect(reminders).toContainText('Days before the end');
    await reminders.getByRole('button', { name: 'Change Reminders' }).click();
    const form = dialog(page, 'Reminder Settings');
    await form.getByLabel('Days before the end').fill('30, 10');
    await page.keyboard.press('Control+Enter');
    await expect(form).toBeHidden();
    await expect(reminders).toContainText('30, 10');
    await page.request.put('/api/reminders/settings', {
      data: { days: [29, 15], hour: 9, quietWeekdays: [], quietDays: [] },
    });
  });
});
