import { describe, expect, it } from 'vitest';
import { createKeyCache } from './keyCache.js';

const key = Buffer.alloc(32, 1);

const cacheAt = (options: { capacity: number; ttlMs: number }) => {
  let time = 0;
  const cache = createKeyCache({ ...options, now: () => time });
  return { cache, wait: (ms: number) => (time += ms) };
};

describe('the cache of keys', () => {
  it('relies on a key for a while, and on a destruction for ever', () => {
    const { cache, wait } = cacheAt({ capacity: 10, ttlMs: 100 });
    cache.put('a', key);
    cache.put('b', null);
    wait(99);
    expect(cache.fresh('a')).toBe(key);
    wait(1);
    expect(cache.fresh('a')).toBeUndefined();
    expect(cache.known('a')).toBe(key);
    expect(cache.fresh('b')).toBeNull();
  });

  it('never takes a destroyed key back', () => {
    const { cache } = cacheAt({ capacity: 10, ttlMs: 100 });
    cache.put('a', null);
    cache.put('a', key);
    expect(cache.fresh('a')).toBeNull();
  });

  it('forgets what was not used for longest', () => {
    const { cache } = cacheAt({ capacity: 2, ttlMs: 100 });
    for (const subject of ['a', 'b', 'c']) cache.put(subject, key);
    cache.fresh('a');
    cache.trim();
    expect(cache.known('a')).toBe(key);
    expect(cache.known('b')).toBeUndefined();
    expect(cache.known('c')).toBe(key);
  });
});
