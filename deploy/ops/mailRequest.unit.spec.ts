import { describe, expect, it } from 'vitest';
import { mailRequest } from './mailRequest.js';

const requested = (...args: string[]) => mailRequest(args, '2026-11-21');

describe('what is asked of the kept emails', () => {
  it('is the newest 50, or as many as are wanted', () => {
    expect(requested()).toEqual({ wanted: 'list', limit: 50 });
    expect(requested('--limit', '7')).toEqual({ wanted: 'list', limit: 7 });
  });

  it('is a deletion, first to be told how many, then with that number', () => {
    const before = '2026-11-21';
    expect(requested('--delete-before', before)).toEqual({ wanted: 'deletion', before });
    expect(requested('--delete-before', before, '--confirm', '12')).toEqual({
      wanted: 'deletion',
      before,
      confirmed: 12,
    });
  });

  it.each([
    [['--limit', '0'], '--limit takes a number above 0.'],
    [['--limit', 'all'], '--limit takes a number above 0.'],
    [['--confirm', '3'], '--confirm goes with --delete-before.'],
    [['--delete-before', '2026-11-22'], 'a day that is not in the future'],
    [['--delete-before', '31/03/2026'], 'a day that is not in the future'],
    [['--delete-before', '2026-02-30'], 'a day that is not in the future'],
    [['--delete-before', '2026-03-31', '--confirm', 'yes'], '--confirm takes a number'],
    [['--delete-before', '2026-03-31', '--limit', '3'], '--limit does not go with'],
    [['--delete', '2026-03-31'], '--delete'],
    [['more'], 'more'],
  ])('is refused when it is %j', (args, why) => {
    expect(() => requested(...args)).toThrow(why);
  });
});
