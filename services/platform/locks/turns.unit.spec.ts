import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.js';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('are so many at a time under a name, in the order of asking, whatever fails', async () => {
    const inTurn = createTurns(2);
    const ends: (() => void)[] = [];
    const begun: string[] = [];
    const ask = (what: string, fails = false) =>
      inTurn('priya', async () => {
        begun.push(what);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (fails) throw new Error(what);
        return what;
      });
    const all = Promise.allSettled([ask('a', true), ask('b'), ask('c'), ask('d')]);
    await settle();
    expect(begun).toEqual(['a', 'b']);
    for (const expected of [
      ['a', 'b', 'c'],
      ['a', 'b', 'c', 'd'],
    ]) {
      ends.shift()?.();
      await settle();
      expect(begun).toEqual(expected);
    }
    for (const end of ends) end();
    expect((await all).map(({ status }) => status)).toEqual([
      'rejected',
      ...['fulfilled', 'fulfilled', 'fulfilled'],
    ]);
  });

  it('keep nobody waiting who asks under another name', async () => {
    const inTurn = createTurns(1);
    void inTurn('priya', () => new Promise<never>(() => {}));
    expect(await inTurn('ravi', async () => 'printed')).toBe('printed');
  });
});
