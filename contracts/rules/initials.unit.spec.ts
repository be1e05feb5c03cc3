import { describe, expect, it } from 'vitest';
import { initials } from './initials.js';

describe('initials of a name', () => {
  it.each([
    ['Anil Kumar', 'AK'],
    ['anil', 'A'],
    ['Anil K. P. Menon', 'AM'],
    ["Maria D'Souza", 'MS'],
    ['രമേഷ് നായർ', 'ര'],
    ['തൃശ്ശൂർക്കാരൻ മാത്യു', 'തൃ'],
    ['José Álvarez', 'JÁ'],
    ['  ', '?'],
  ])('of %j are %j', (name, expected) => expect(initials(name)).toBe(expected));
});
