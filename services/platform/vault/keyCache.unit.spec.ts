import { describe, expect, it } from 'vitest';
import { createKeyCache } from './keyCache.js';

const key = Buffer.alloc(32, 1);

const cacheAt = (options: { capacity: number; ttlMs: number }) => {
  let time = 0;
  const destroyed: string[] = [];
  const onDestroyed = (subject: string) => void destroyed.push(subject);
  const cache = createKeyCache({ ...options, now: () => time, onDestroyed });
  return { cache, destroyed, wait: (ms: number) => (time += ms) };
};

describe('the cache of keys', () => {
  it('relies on a key for a while, and on a destruction for ever', () => {
    const { cache, wait } = cacheAt({ capacity: 10, ttlMs: 100 });
    cache.put('a', key, 0);
    cache.put('b', null, 0);
    wait(99);
    expect(cache.fresh('a')).toBe(key);
    wait(1);
    expect(cache.fresh('a')).toBeUndefined();
    expect(cache.known('a')).toBe(key);
    expect(cache.fresh('b')).toBeNull();
  });

  it('relies on a key for as long as destructions are heard of, if it was asked for since', () => {
    const { cache, wait } = cacheAt({ capacity: 10, ttlMs: 100 });
    cache.put('before', key, 0);
    wait(50);
    cache.hearingSince(50);
    cache.put('after', key, 50);
    // Asked for before, answered after: its destruction may have been missed in between.
    cache.put('between', key, 49);
    wait(1_000);
    expect(cache.fresh('after')).toBe(key);
    expect(cache.fresh('before')).toBeUndefined();
    expect(cache.fresh('between')).toBeUndefined();
    cache.hearingSince(null);
    expect(cache.fresh('after')).toBeUndefined();
    cache.hearingSince(1_050);
    expect(cache.fresh('after')).toBeUndefined();
  });

  it('never takes a destroyed key back, and says once that it is', () => {
    const { cache, destroyed } = cacheAt({ capacity: 10, ttlMs: 100 });
    cache.put('a', key, 0);
    expect(destroyed).toEqual([]);
    cache.put('a', null, 0);
    cache.put('a', key, 0);
    cache.put('a', null, 0);
    expect(cache.fresh('a')).toBeNull();
    expect(destroyed).toEqual(['a']);
  });

  it('forgets what was not used for longest', () => {
    const { cache } = cacheAt({ capacity: 2, ttlMs: 100 });
    for (const subject of ['a', 'b', 'c']) cache.put(subject, key, 0);
    cache.fresh('a');
    cache.trim();
    expect(cache.known('a')).toBe(key);
    expect(cache.known('b')).toBeUndefined();
    expect(cache.known('c')).toBe(key);
  });
});
