import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gstinCheckSign, gstinWarning, isGstin, normalizeGstin } from './gstin.js';

describe('a GSTIN', () => {
  it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '27AASCS2460H1Z0'])('%s is right', (gstin) => {
    expect(isGstin(gstin)).toBe(true);
    expect(gstinWarning(gstin)).toBeNull();
  });

  it('is read as it is written', () =>
    expect(normalizeGstin(' 27 aapfu0939f-1zv')).toBe('27AAPFU0939F1ZV'));

  it.each(['', '27AAPFU0939F1Z', '27AAPFU0939F0ZV', '27AAPFU0939F1YV', 'XXAAPFU0939F1ZV'])(
    '“%s” has not its form',
    (text) => expect(isGstin(text)).toBe(false),
  );

  it('with a sign mistyped is warned of, but for the rare pair that looks right', () =>
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), fc.constantFrom('A', 'K', 'Z'), (at, sign) => {
        const right = '27AAPFU0939F1ZV';
        fc.pre(right.charAt(at) !== sign);
        const wrong = right.slice(0, at) + sign + right.slice(at + 1);
        const differs = gstinCheckSign(wrong) !== wrong.at(-1);
        expect(gstinWarning(wrong) !== null).toBe(differs);
      }),
    ));

  it('names its field', () =>
    expect(gstinWarning('27AAPFU0939F1ZW')).toMatchObject({
      field: 'gstin',
      code: 'gstin-checksum',
    }));
});
