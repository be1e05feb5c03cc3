import { describe, expect, it } from 'vitest';
import { initials, tintOf } from './initials';

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

describe('the tint of a name', () => {
  it('stays the same and is one of those there are', () => {
    expect(tintOf('Anil Kumar', 6)).toBe(tintOf('Anil Kumar', 6));
    expect(tintOf('രമേഷ്', 6)).toBeLessThan(6);
  });
});
