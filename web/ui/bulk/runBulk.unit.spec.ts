import { describe, expect, it } from 'vitest';
import type { Operation } from '../../data/operation';
import { type BulkTask, mayPass, reasonOf, runBulk } from './runBulk';

const tasks: readonly BulkTask[] = Array.from({ length: 10 }, (_, n) => ({
  id: n + 1,
  name: `Customer ${n + 1}`,
  toSend: () => ({}) as Operation<unknown>,
}));
const idsOf = (some: readonly { task: BulkTask }[]) =>
  some.map(({ task }) => task.id).sort(byNumber);
const byNumber = (a: number, b: number) => a - b;
const conflict = { code: 'CONFLICT', problem: null };

describe('a bulk change', () => {
  it('changes every record, four at a time, and says how far it is', async () => {
    let underWay = 0;
    let most = 0;
    const progress: number[] = [];
    const { done, failed, left } = await runBulk({
      tasks,
      async send({ id }) {
        underWay += 1;
        most = Math.max(most, underWay);
        await Promise.resolve();
        underWay -= 1;
        return { data: id };
      },
      onProgress: (ended) => progress.push(ended),
      isStopped: () => false,
    });
    expect(idsOf(done)).toEqual(tasks.map(({ id }) => id));
    expect([failed, left, most]).toEqual([[], [], 4]);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('goes on where one is refused', async () => {
    const { done, failed } = await runBulk({
      tasks,
      send: async ({ id }) => (id % 5 === 0 ? { failure: conflict } : { data: id }),
      onProgress: () => undefined,
      isStopped: () => false,
    });
    expect(idsOf(failed)).toEqual([5, 10]);
    expect(done).toHaveLength(8);
  });

  it('ends what is under way when it is stopped, and begins no more', async () => {
    let isStopped = false;
    const { done, left } = await runBulk({
      tasks,
      async send({ id }) {
        await Promise.resolve();
        isStopped = true;
        return { data: id };
      },
      onProgress: () => undefined,
      isStopped: () => isStopped,
    });
    expect(idsOf(done)).toEqual([1, 2, 3, 4]);
    expect(left.map(({ id }) => id)).toEqual([5, 6, 7, 8, 9, 10]);
  });
});

describe('a record that was not changed', () => {
  it('can be tried again where that may help', () => {
    const passing = ['NETWORK', 'UNAVAILABLE', 'TOO_MANY_REQUESTS', 'CONFLICT', 'STALE_VERSION'];
    expect(passing.map((code) => mayPass({ code, problem: null }))).toEqual([
      ...[true, true, true],
      ...[false, false],
    ]);
  });

  it('has the gateway’s reason', () => {
    const problem = { type: 'about:blank', title: '', status: 409, error: 'No.', code: 'x' };
    expect(reasonOf({ code: 'CONFLICT', problem })).toBe('No.');
    expect(reasonOf({ code: 'NETWORK', problem: null })).toContain('could not be reached');
  });
});
