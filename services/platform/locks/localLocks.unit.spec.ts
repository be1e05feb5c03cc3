import { describe, expect, it } from 'vitest';
import { createLocalLocks } from './localLocks.js';

describe('a local lock', () => {
  it('is had by one after another, in the order of asking, whatever fails', async () => {
    const withLock = createLocalLocks();
    const seen: string[] = [];
    const work =
      (name: string, fails = false) =>
      async () => {
        seen.push(`${name} begins`);
        await Promise.resolve();
        seen.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const all = await Promise.allSettled([
      withLock('s', work('a', true)),
      withLock('s', work('b')),
      withLock('s', work('c')),
    ]);
    expect(seen).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('keeps nobody waiting who wants another one', async () => {
    const withLock = createLocalLocks();
    const never = withLock('a', () => new Promise<never>(() => {}));
    expect(await withLock('b', async () => 'b')).toBe('b');
    void never;
  });
});
