import { describe, expect, it } from 'vitest';
import { AgencySettingsInput } from './agencyFields.js';

const issues = (input: object): [string, string][] =>
  (AgencySettingsInput.safeParse(input).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);

describe('settings of the agency', () => {
  it('leave what is not named as it is, and clear what is emptied', () => {
    expect(AgencySettingsInput.parse({})).toEqual({});
    expect(AgencySettingsInput.parse({ name: ' Malabar  Brokers ', phone: '' })).toEqual({
      name: 'Malabar Brokers',
      phone: null,
    });
    expect(AgencySettingsInput.parse({ gstin: '27aapfu0939f1zv' }).gstin).toBe('27AAPFU0939F1ZV');
  });

  it.each([
    [{ email: 'office' }, ['email', 'Enter an email address, such as office@example.in']],
    [{ website: 'javascript:alert(1)' }, ['website', 'Enter an address, such as www.example.in']],
    [{ website: 'no address' }, ['website', 'Enter an address, such as www.example.in']],
    [{ gstin: '32' }, ['gstin', 'A GSTIN has 15 characters, such as 32AAPCK1234F1ZX']],
    [{ retentionYears: 9 }, ['retentionYears', 'Records are kept from 10 to 100 years']],
  ])('refuse %j', (input, issue) => expect(issues(input)).toEqual([issue]));

  it.each(['www.example.in', 'https://example.in/about', 'http://example.in'])(
    'take the website %s',
    (website) => expect(AgencySettingsInput.parse({ website }).website).toBe(website),
  );

  it.each([
    'http://facebook.com/malabar',
    'facebook.com/malabar',
    'javascript:alert(1)',
    'https://localhost/',
    'https://me:hush@example.in/',
    'https://',
    '',
  ])('refuse the social link “%s”', (link) => {
    const message = 'Enter an address that begins with https://';
    expect(issues({ socialLinks: ['https://x.com/malabar', link] })).toEqual([
      ['socialLinks.1', message],
    ]);
  });

  it('sort rates by kind and day, one for each', () => {
    const rate = (what: string, from: string, percent: number) => ({ what, from, percent });
    const rates = [
      rate('motor', '2027-04-01', 28),
      rate('health-group', '2028-04-01', 5),
      rate('health-group', '2027-04-01', 12),
    ];
    const { gstRates } = AgencySettingsInput.parse({ gstRates: rates });
    expect(gstRates).toEqual([rates[2], rates[1], rates[0]]);
    const twice = [rate('motor', '2027-04-01', 28), rate('motor', '2027-04-01', 5)];
    expect(issues({ gstRates: twice })).toEqual([
      ['gstRates', 'Only one rate for each day and kind'],
    ]);
    expect(issues({ gstRates: [rate('motor', '2027-02-30', 1.5)] })).toEqual([
      ['gstRates.0.from', 'Enter a date that exists'],
      ['gstRates.0.percent', 'Enter a whole percentage from 0 to 100'],
    ]);
  });
});
