import { describe, expect, it } from 'vitest';
import { createImportPace, twoAtOnce } from './importPace.js';

const AT_ONCE = { alone: 100, beside: 5 };
const { signal } = new AbortController();

/** A pace over a clock that goes on only while it waits, and saves as [from, to). Milliseconds. */
function paceBeside(saves: readonly (readonly [from: number, to: number])[], at = 0) {
  let now = at;
  const pace = createImportPace(
    () => {
      const [from = Number.NEGATIVE_INFINITY, to = Number.NEGATIVE_INFINITY] =
        saves.findLast(([begun]) => begun <= now) ?? [];
      return { since: Math.max(0, now - to), took: to - from || 0 };
    },
    {
      now: () => now,
      pause: async (milliseconds) => {
        now += milliseconds;
      },
    },
  );
  return {
    next: () => pace.next(AT_ONCE, signal),
    giveWay: () => pace.giveWay(signal),
    isAlone: pace.isAlone,
    now: () => now,
    work: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe('the pace of an import', () => {
  it('is that of one who is alone while nobody saves', async () => {
    const pace = paceBeside([]);
    expect(pace.isAlone()).toBe(true);
    expect(await pace.next()).toBe(100);
    pace.work(40);
    expect(await pace.next()).toBe(100);
    expect(pace.now()).toBe(40);
  });

  it('waits while somebody saves, and until they are answered', async () => {
    const pace = paceBeside([[0, 8]]);
    expect(pace.isAlone()).toBe(false);
    expect(await pace.next()).toBe(5);
    expect(pace.now()).toBe(28);
  });

  it('waits longer where saves take longer', async () => {
    const pace = paceBeside([[0, 40]]);
    expect(await pace.next()).toBe(5);
    expect(pace.now()).toBe(120);
  });

  it('takes few rows between saves, and rests as long as they took', async () => {
    const pace = paceBeside([[0, 8]], 500);
    expect(await pace.next()).toBe(5);
    expect(pace.now()).toBe(500);
    pace.work(40);
    expect(await pace.next()).toBe(5);
    expect(pace.now()).toBe(580);
  });

  it('lets a save pass that begins in the middle of a batch', async () => {
    const pace = paceBeside([
      [0, 8],
      [510, 530],
    ]);
    await pace.next();
    pace.work(300);
    await pace.giveWay();
    expect(pace.now()).toBe(328);
    pace.work(190);
    await pace.giveWay();
    expect(pace.now()).toBeGreaterThanOrEqual(570);
  });

  it('goes on although people save without a break', async () => {
    const pace = paceBeside([[0, 60_000]]);
    for (const _batch of [1, 2]) {
      const before = pace.now();
      expect(await pace.next()).toBe(5);
      expect(pace.now() - before).toBeLessThan(300);
    }
  });

  it('is that of one who is alone again, a while after the last save', async () => {
    const pace = paceBeside([[0, 40]], 10_100);
    expect(await pace.next()).toBe(100);
  });
});

/** Work on the numbers from 1 to 6, two at a time. */
function counting(isAlone: boolean, work: (rows: readonly number[]) => Promise<boolean>) {
  let [underWay, most, taken] = [0, 0, 0];
  const through = twoAtOnce({
    ...{ pace: { isAlone: () => isAlone, next: async () => 2 }, atOnce: AT_ONCE, signal },
    async next() {
      taken += 2;
      return taken > 6 ? [] : [taken - 1, taken];
    },
    async work(rows) {
      underWay += 1;
      most = Math.max(most, underWay);
      try {
        return await work(rows);
      } finally {
        underWay -= 1;
      }
    },
  });
  return { through, most: () => most, underWay: () => underWay };
}
const turn = () => new Promise<void>((over) => setImmediate(over));

describe('batches of an import', () => {
  it('are worked on two at once while nobody saves, one at once beside people', async () => {
    for (const isAlone of [true, false]) {
      const done: number[] = [];
      const { through, most } = counting(isAlone, async (rows) => {
        await turn();
        done.push(...rows);
        return true;
      });
      expect(await through).toBe(true);
      expect(most()).toBe(isAlone ? 2 : 1);
      expect(done).toEqual([1, 2, 3, 4, 5, 6]);
    }
  });

  it('end where one says so, once all that is under way has ended', async () => {
    const { through, underWay } = counting(true, async ([first]) => {
      if (first !== 1) await turn();
      return first !== 1;
    });
    expect(await through).toBe(false);
    expect(underWay()).toBe(0);
  });

  it('fail as one of them failed, also when that was not the oldest', async () => {
    const { through, underWay } = counting(true, async ([first]) => {
      if (first === 3) throw new Error('Not written');
      await turn();
      return true;
    });
    await expect(through).rejects.toThrow('Not written');
    expect(underWay()).toBe(0);
  });
});
