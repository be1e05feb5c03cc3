import { describe, expect, it } from 'vitest';
import { agencyDecider } from './agencySettings.js';
import { publicProfileOf, socialLink } from './publicProfile.js';

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

it('the public profile is what is set of the brokerage, and nothing that concerns nobody', () => {
  const { initial } = agencyDecider({
    name: 'Kaveri Brokers',
    email: 'office@kaveri.example',
    socialLinks: ['https://x.com/kaveri'],
  });
  expect(publicProfileOf(initial)).toEqual({
    name: 'Kaveri Brokers',
    address: null,
    phone: null,
    email: 'office@kaveri.example',
    website: null,
    licence: null,
    gstin: null,
    socialLinks: [{ label: 'X', url: 'https://x.com/kaveri' }],
  });
});
