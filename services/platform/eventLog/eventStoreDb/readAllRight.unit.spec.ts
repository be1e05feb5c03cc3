import { describe, expect, it } from 'vitest';
import { withReader } from './readAllRight.js';

describe('metadata that lets somebody read', () => {
  it('names admins too, who were the only ones by default', () => {
    const $acl = { $r: ['$admins', 'office'] };
    expect(withReader(undefined, 'office')).toEqual({ $acl });
    expect(withReader({}, 'office')).toEqual({ $acl });
  });

  it('keeps whoever may already, and all else', () => {
    const given = { $maxAge: 7, $acl: { $r: ['$admins', 'audit'], $w: 'writer' }, own: { a: 1 } };
    expect(withReader(given, 'office')).toEqual({
      ...given,
      $acl: { $r: ['$admins', 'audit', 'office'], $w: 'writer' },
    });
    expect(withReader({ $acl: { $r: 'audit' } }, 'office')).toEqual({
      $acl: { $r: ['audit', 'office'] },
    });
  });

  it('is not written anew for who may already', () => {
    expect(withReader({ $acl: { $r: 'office' } }, 'office')).toBeNull();
    expect(withReader({ $acl: { $r: ['$admins', 'office'] } }, 'office')).toBeNull();
  });
});
