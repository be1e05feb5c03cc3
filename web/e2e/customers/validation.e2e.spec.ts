import type { Locator } from '@playwright/test';
import { addDialog, field, fillIn, save } from '../support/customerForm.js';
import type { Person } from '../support/people.js';
import { newMobile, newWord } from '../support/people.js';
import { expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

type Case = [name: keyof Person, typed: string, says: string];

const ERRORS: Case[] = [
  ['name', 'x'.repeat(201), 'Name can have at most 200 characters'],
  ['phone', '1'.repeat(16), 'Phone can have at most 15 characters'],
  ['email', 'anil@', 'Enter an email address like name@example.com'],
  ['dateOfBirth', '31/02/1990', 'Enter a date that exists, as DD/MM/YYYY'],
  ['address', 'x'.repeat(501), 'Address can have at most 500 characters'],
  ['city', 'x'.repeat(101), 'City can have at most 100 characters'],
  ['state', 'x'.repeat(101), 'State can have at most 100 characters'],
];

const WARNINGS: Case[] = [
  ['phone', '12345', 'This is not an Indian mobile number (10 digits, starting with 6 to 9).'],
  ['aadhaarNumber', '1234', 'An Aadhaar number has 12 digits.'],
  ['aadhaarNumber', '123456789012', 'This is not a valid Aadhaar number. Please check the digits.'],
  ['panNumber', 'ABC', 'A PAN looks like ABCPE1234F. Please check it.'],
  [
    'panNumber',
    'ABCPZ1234F',
    'The fifth letter of a person’s PAN is the initial of the surname; this one differs.',
  ],
  ['dateOfBirth', '01/01/2999', 'This date of birth is in the future.'],
  ['dateOfBirth', '31/12/1899', 'This date of birth is before 1900. Please check the year.'],
  ['pincode', '012345', 'A pincode has 6 digits and does not start with 0.'],
];

const expectSaid = (form: Locator, name: keyof Person, says: string) =>
  expect(field(form, name)).toHaveAccessibleDescription(says);

further(
  'what is required is said at the field and in a summary that leads to it',
  async ({ page }) => {
    await page.goto('/customers?add=1');
    const form = addDialog(page);
    await save(form).click();
    await expectSaid(form, 'name', 'Name is required');
    await expectSaid(form, 'phone', 'Phone is required');
    await expect(field(form, 'name')).toBeFocused();
    const summary = form.getByRole('alert');
    await expect(summary).toContainText('Please check 2 fields');
    await summary.getByRole('button', { name: 'Phone' }).click();
    await expect(field(form, 'phone')).toBeFocused();
    await fillIn(form, { phone: newMobile() });
    await expect(summary).toContainText('Please check 1 field');
    await expectSaid(form, 'phone', '');
  },
);

further('every field that cannot be accepted says so when it is left', async ({ page }) => {
  await page.goto('/customers?add=1');
  const form = addDialog(page);
  await fillIn(form, { name: 'Anil', phone: newMobile() });
  for (const [name, typed, says] of ERRORS) {
    await field(form, name).fill(typed);
    await field(form, name).blur();
    await expectSaid(form, name, says);
    await expect(field(form, name)).toHaveAttribute('aria-invalid', 'true');
  }
  await save(form).click();
  await expect(form.getByRole('alert')).toContainText(`Please check ${ERRORS.length} fields`);
  await expect(field(form, 'name')).toBeFocused();
});

further(
  'what looks wrong is warned of beside its field, and saved all the same',
  async ({ page }) => {
    const name = `Anil ${newWord()}`;
    await page.goto('/customers?add=1');
    const form = addDialog(page);
    await fillIn(form, { name });
    for (const [field_, typed, says] of WARNINGS) {
      await field(form, field_).fill(typed);
      await field(form, field_).blur();
      await expectSaid(form, field_, says);
      await expect(field(form, field_)).toHaveAttribute('aria-invalid', 'false');
    }
    // 12345 may be the phone number of others in this brokerage: pointing that out is not refusing.
    await expect(async () => {
      if (await form.isVisible()) await save(form).click({ timeout: 1000 });
      await expect(form).toBeHidden({ timeout: 1000 });
    }).toPass();
    await expectToast(page, 'Customer Created', `${name} has been added.`);
  },
);

further('Aadhaar, PAN and pincode take no more than they have', async ({ page }) => {
  await page.goto('/customers?add=1');
  const form = addDialog(page);
  await field(form, 'aadhaarNumber').pressSequentially('1234567890123');
  await expect(field(form, 'aadhaarNumber')).toHaveValue('123456789012');
  await field(form, 'panNumber').pressSequentially('abcpe1234fg');
  await expect(field(form, 'panNumber')).toHaveValue('ABCPE1234F');
  await field(form, 'pincode').pressSequentially('68203199');
  await expect(field(form, 'pincode')).toHaveValue('682031');
});
