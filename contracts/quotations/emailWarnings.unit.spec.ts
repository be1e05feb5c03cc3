import { describe, expect, it } from 'vitest';
import { emailWarnings } from './emailWarnings.js';

const today = '2026-05-02';

describe('what speaks against an email with a quotation', () => {
  it.each([
    ['pending', '2026-05-02', []],
    ['accepted', '2026-05-02', []],
    ['pending', '2026-05-01', ['past-validity']],
    ['accepted', '2026-05-01', ['past-validity']],
    ['rejected', '2026-05-02', ['not-open']],
    ['expired', '2026-05-01', ['not-open']],
  ] as const)('when it is %s and valid until %s is %j', (status, validUntil, codes) => {
    const warnings = emailWarnings({ status, validUntil }, today);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });

  it('is said in words', () => {
    const said = (status: 'pending' | 'rejected') =>
      emailWarnings({ status, validUntil: '2026-05-01' }, today).map(({ message }) => message);
    expect(said('pending')).toEqual(['This quotation was valid until 01/05/2026.']);
    expect(said('rejected')).toEqual(['This quotation is rejected.']);
  });
});
