import { describe, expect, it } from 'vitest';
import { batched } from './batched.js';

describe('asking together', () => {
  it('asks once for what is asked for at the same time, and again for what comes later', async () => {
    const asked: (readonly number[])[] = [];
    const ask = batched(async (numbers: readonly number[]) => {
      asked.push(numbers);
      return new Map(numbers.map((number) => [number, number * 2]));
    });
    const answers = await Promise.all([ask([1, 2]), ask([3])]);
    expect(answers.map((answer) => answer.get(3))).toEqual([6, 6]);
    expect((await ask([4])).get(4)).toBe(8);
    expect(asked).toEqual([[1, 2, 3], [4]]);
  });

  it('answers later questions after an error, which all who asked get', async () => {
    let isAway = true;
    const ask = batched(async (names: readonly string[]) => {
      if (isAway) throw new Error('away');
      return names.length;
    });
    const both = await Promise.allSettled([ask(['a']), ask(['b'])]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await ask(['c'])).toBe(1);
  });
});
