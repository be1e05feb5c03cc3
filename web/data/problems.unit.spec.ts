import { describe, expect, it } from 'vitest';
import { isDecided } from './problems';

const problem = (code: string) => ({ type: 't', title: 'T', status: 503, error: 'E', code });

describe('an answer', () => {
  it('settles a command when the gateway said what became of it', () => {
    expect(isDecided({ code: 'CONFLICT', problem: problem('already-converted') })).toBe(true);
    expect(isDecided({ code: 'UNAVAILABLE', problem: problem('email-not-sent') })).toBe(true);
  });

  it('leaves it open when it may have been carried out', () => {
    expect(isDecided({ code: 'NETWORK', problem: null })).toBe(false);
    expect(isDecided({ code: 'UNAVAILABLE', problem: problem('unavailable') })).toBe(false);
  });
});
