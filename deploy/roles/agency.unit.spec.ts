import { describe, expect, it } from 'vitest';
import { parseSettings } from '../settings.js';
import { agencyOf, socialLink } from './agency.js';

describe('a social link', () => {
  it.each([
    ['https://www.instagram.com/kaveri', 'Instagram'],
    ['https://in.linkedin.com/company/kaveri', 'LinkedIn'],
    ['https://wa.me/914844001200', 'WhatsApp'],
    ['https://x.com/kaveri', 'X'],
    ['https://notfacebook.com/kaveri', 'notfacebook.com'],
    ['https://www.kaveri.example/blog', 'kaveri.example'],
  ])('to %s is called %s', (url, label) => expect(socialLink(url)).toEqual({ label, url }));
});

describe('the public profile', () => {
  it('is what the settings say of the brokerage, and null where they say nothing', async () => {
    const settings = parseSettings({
      BROKERAGE_NAME: 'Kaveri Brokers',
      BROKERAGE_EMAIL: 'office@kaveri.example',
      BROKERAGE_SOCIAL: 'https://x.com/kaveri , https://wa.me/91',
    });
    expect(await agencyOf(settings).publicProfile()).toEqual({
      name: 'Kaveri Brokers',
      address: null,
      phone: null,
      email: 'office@kaveri.example',
      website: null,
      licence: null,
      gstin: null,
      socialLinks: [
        { label: 'X', url: 'https://x.com/kaveri' },
        { label: 'WhatsApp', url: 'https://wa.me/91' },
      ],
    });
  });

  it.each(['http://x.com/kaveri', 'javascript:alert(1)', 'https://x.com, kaveri'])(
    'takes no %s for a social link',
    (text) =>
      expect(() => parseSettings({ BROKERAGE_SOCIAL: text })).toThrow(
        'BROKERAGE_SOCIAL is wrong. Allowed: https addresses with commas between them.',
      ),
  );
});
