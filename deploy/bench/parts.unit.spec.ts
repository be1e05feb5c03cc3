import { describe, expect, it } from 'vitest';
import { within } from '../harness/command.js';
import { partsNamed } from './parts.js';

describe('the options', () => {
  it('choose parts', () => expect(partsNamed('d, a')).toEqual(['d', 'a']));

  it('are refused in words', () => {
    expect(() => within(1_000, 1_000_000)('many')).toThrow('a whole number from 1000 to 1000000');
    expect(() => within(1, 8)('1.5')).toThrow('a whole number');
    expect(within(0.1, 600, { isDecimal: true })('0.5')).toBe(0.5);
    expect(() => partsNamed('z')).toThrow('There is no part z');
  });
});
