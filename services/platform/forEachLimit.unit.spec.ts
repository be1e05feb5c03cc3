import { describe, expect, it } from 'vitest';
import { forEachLimit } from './forEachLimit.js';

const five = [1, 2, 3, 4, 5];

describe('work for each item', () => {
  it('is done for all, never more at once than allowed', async () => {
    const done: number[] = [];
    let underWay = 0;
    let most = 0;
    await forEachLimit(five, { atOnce: 2 }, async (item) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
      done.push(item);
    });
    expect(done).toEqual(five);
    expect(most).toBe(2);
  });

  it('begins no other item after an error, and throws it once nothing is under way', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    let endSecond = () => {};
    const second = new Promise<void>((resolve) => {
      endSecond = resolve;
    });
    let isOver = false;
    const all = forEachLimit(five, { atOnce: 2 }, async (item) => {
      begun.push(item);
      if (item === 1) throw new Error('the first one fails');
      await second;
      ended.push(item);
    });
    const over = expect(all)
      .rejects.toThrow('the first one fails')
      .then(() => {
        isOver = true;
      });
    // All that follows from the error without the second item has happened in the next turn.
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    endSecond();
    await over;
    expect(begun).toEqual([1, 2]);
    expect(ended).toEqual([2]);
  });

  it('throws the first of several errors', async () => {
    const all = forEachLimit(five, { atOnce: 2 }, async (item) => {
      throw new Error(`item ${item}`);
    });
    await expect(all).rejects.toThrow('item 1');
  });

  it('ends with those that are under way when the signal is aborted', async () => {
    const stopping = new AbortController();
    const done: number[] = [];
    await forEachLimit(five, { atOnce: 2, signal: stopping.signal }, async (item) => {
      stopping.abort();
      await Promise.resolve();
      done.push(item);
    });
    expect(done).toEqual([1]);
  });
});
