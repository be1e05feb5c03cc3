import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonicalJson.js';

describe('canonical JSON', () => {
  it('is the same for the same request, and says the same', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    ));

  it('does not mind the order of fields, nor fields that are undefined', () => {
    expect(canonicalJson({ b: { d: 1, c: [2, 1] }, a: undefined })).toBe('{"b":{"c":[2,1],"d":1}}');
    expect(canonicalJson(undefined)).toBe('null');
  });

  it('distinguishes what is different', () => {
    expect(canonicalJson({ a: null })).not.toBe(canonicalJson({}));
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
    expect(canonicalJson('1')).not.toBe(canonicalJson(1));
  });
});
