import { describe, expect, it } from 'vitest';
import { createSharedReads } from './sharedReads.js';

/** Reads that end when they are told to. */
function reading() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const read = (stream: string) => () => {
    begun.push(stream);
    return new Promise<string>((resolve) => {
      ends.push(() => resolve(`${stream} ${begun.length}`));
    });
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endFirst = async () => {
    ends.shift()?.();
    await settle();
  };
  return { begun, read, settle, endFirst };
}

describe('reads that are shared', () => {
  it('are two for a hundred who ask at once: none sees less than was there when it asked', async () => {
    const { begun, read, settle, endFirst } = reading();
    const shared = createSharedReads();
    const first = shared('a', read('a'));
    await settle();
    const others = Array.from({ length: 99 }, () => shared('a', read('a')));
    await settle();
    expect(begun).toEqual(['a']);
    await endFirst();
    expect(await first).toBe('a 1');
    expect(begun).toEqual(['a', 'a']);
    await endFirst();
    expect(new Set(await Promise.all(others))).toEqual(new Set(['a 2']));
  });

  it('are few at a time, in the order of asking', async () => {
    const { begun, read, settle, endFirst } = reading();
    const shared = createSharedReads({ most: 2 });
    const all = ['a', 'b', 'c', 'd'].map((stream) => shared(stream, read(stream)));
    await settle();
    expect(begun).toEqual(['a', 'b']);
    await endFirst();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (let ends = 0; ends < 3; ends += 1) await endFirst();
    expect(await Promise.all(all)).toHaveLength(4);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('fail for all who share one, and not for who asks after it', async () => {
    const shared = createSharedReads();
    const failing = [1, 2].map(() => shared('a', () => Promise.reject(new Error('away'))));
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
    expect(await shared('a', async () => 'back')).toBe('back');
  });
});
