import { describe, expect, it } from 'vitest';
import { createPasswords, createQueue } from './secrets.js';

describe('a password', () => {
  it('is known by its hash, however its characters are composed', async () => {
    const passwords = await createPasswords();
    const hash = await passwords.hash('caf\u00e9 by the river');
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(await passwords.matches(hash, 'cafe\u0301 by the river')).toBe(true);
    expect(await passwords.matches(hash, 'cafe by the river')).toBe(false);
  });

  it('counts to its last character, and with all of its blanks', async () => {
    const passwords = await createPasswords();
    const long = `${'violet harbour '.repeat(66)}kites  27 🪁`;
    expect([...long].length).toBeGreaterThan(990);
    const hash = await passwords.hash(long);
    expect(await passwords.matches(hash, long)).toBe(true);
    expect(await passwords.matches(hash, long.replace(/🪁$/u, '🎈'))).toBe(false);
    expect(await passwords.matches(hash, long.slice(0, -3))).toBe(false);
    expect(await passwords.matches(hash, long.replace('  ', ' '))).toBe(false);
  });

  it('is never right where there is no hash', async () => {
    const passwords = await createPasswords();
    expect(await passwords.matches(null, '')).toBe(false);
  });
});

describe('the queue of hashes', () => {
  const deferred = () => {
    let finish = () => {};
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { done, finish };
  };

  it('makes so many at once, in the order they came', async () => {
    const queued = createQueue(2, 10);
    const works = Array.from({ length: 4 }, deferred);
    const begun: number[] = [];
    const results = works.map(({ done }, index) =>
      queued(() => {
        begun.push(index);
        return done;
      }),
    );
    expect(begun).toEqual([0, 1]);
    works[1]?.finish();
    await results[1];
    expect(begun).toEqual([0, 1, 2]);
    for (const { finish } of works) finish();
    await Promise.all(results);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('refuses what would wait too long, and takes it again later', async () => {
    const queued = createQueue(1, 1);
    const first = deferred();
    const running = queued(() => first.done);
    const waiting = queued(async () => 'second');
    await expect(queued(async () => 'third')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'busy',
      retryAfterSeconds: 5,
    });
    first.finish();
    await running;
    expect(await waiting).toBe('second');
    expect(await queued(async () => 'again')).toBe('again');
  });

  it('goes on after work that failed', async () => {
    const queued = createQueue(1, 1);
    await expect(queued(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queued(async () => 'next')).toBe('next');
  });
});
