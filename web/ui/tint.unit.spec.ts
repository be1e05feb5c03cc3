import { describe, expect, it } from 'vitest';
import { tintOf } from './tint';

describe('the tint of a name', () => {
  it('stays the same and is one of those there are', () => {
    expect(tintOf('Anil Kumar', 6)).toBe(tintOf('Anil Kumar', 6));
    expect(tintOf('രമേഷ്', 6)).toBeLessThan(6);
  });
});
