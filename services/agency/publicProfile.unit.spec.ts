import { describe, expect, it } from 'vitest';
import { socialLink } from './publicProfile.js';

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
