import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanPolicyNumber, policyNumberKey } from './policyNumber.js';

describe('a policy number', () => {
  it.each([
    'H/1041/2000001',
    'h/1041/2000001',
    ' H / 1041 / 2000001\u00a0',
    'H/1041/\u200b2000001',
    'H/१०४१/२०००००१',
    'Ｈ／１０４１／２０００００１',
  ])('%s is the same number', (typed) => expect(policyNumberKey(typed)).toBe('H/1041/2000001'));

  it.each(['\u2010', '\u2011', '–', '—', '\u2212', '\uff0d', '\u00ad-'])(
    'has a hyphen where it has %j',
    (hyphen) => {
      expect(policyNumberKey(`H${hyphen}10`)).toBe('H-10');
      expect(cleanPolicyNumber(`H${hyphen}10`)).toBe('H-10');
    },
  );

  it('keeps what makes numbers differ', () => {
    expect(policyNumberKey('H-10')).not.toBe(policyNumberKey('H/10'));
    expect(policyNumberKey('H1')).not.toBe(policyNumberKey('H01'));
  });

  it('is shown as typed, with single spaces', () =>
    expect(cleanPolicyNumber('  h/10 \t 20\u200b ')).toBe('h/10 20'));

  it('has one key, however it is cleaned, spaced or written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (raw) => {
        const key = policyNumberKey(raw);
        expect(policyNumberKey(key)).toBe(key);
        expect(policyNumberKey(cleanPolicyNumber(raw))).toBe(key);
        expect(policyNumberKey(` ${raw.normalize('NFD')}\n`)).toBe(key);
        expect(key).not.toMatch(/\s/);
      }),
    );
  });
});
