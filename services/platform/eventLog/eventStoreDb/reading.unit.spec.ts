import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { batchesOf } from './reading.js';

const source = () => new PassThrough({ objectMode: true, highWaterMark: 16 });

const nothing = () => {};

describe('the batches of a subscription', () => {
  it('let it wait while nobody takes anything, and come in order then', async () => {
    const stream = source();
    const batches = batchesOf<number>(stream, 10, nothing);
    let written = 0;
    while (stream.write(written)) written += 1;
    written += 1;
    expect(written).toBeLessThan(100);
    let next = 0;
    while (next < written)
      for (const number of (await batches.next()).value ?? []) {
        expect(number).toBe(next);
        next += 1;
      }
  });

  it('hold what is there, without waiting for more, and no more than is wanted', async () => {
    const stream = source();
    const batches = batchesOf<number>(stream, 2, nothing);
    stream.write(1);
    expect(await batches.next()).toEqual({ done: false, value: [1] });
    const waiting = batches.next();
    await turn();
    for (const number of [2, 3, 4]) stream.write(number);
    const value = [...((await waiting).value ?? [])];
    while (value.length < 3) {
      const more = (await batches.next()).value ?? [];
      expect(more.length).toBeLessThanOrEqual(2);
      value.push(...more);
    }
    expect(value).toEqual([2, 3, 4]);
  });

  it('come before an end or an error is told', async () => {
    const ending = source();
    const ended = batchesOf<number>(ending, 10, nothing);
    ending.end(1);
    expect(await ended.next()).toEqual({ done: false, value: [1] });
    expect(await ended.next()).toEqual({ done: true, value: undefined });

    const failing = source();
    const failed = batchesOf<number>(failing, 10, nothing);
    failing.write(1);
    const first = failed.next();
    failing.emit('error', new Error('lost'));
    expect(await first).toEqual({ done: false, value: [1] });
    await expect(failed.next()).rejects.toThrow('lost');
  });

  it('are all taken before it is told that they are all: those that came until then', async () => {
    const stream = source();
    let marks = 0;
    const batches = batchesOf<number>(stream, 1, () => {
      marks += 1;
    });
    stream.write(1);
    const first = batches.next();
    stream.write(2);
    await first;
    stream.emit('caughtUp');
    stream.write(3);
    expect(marks).toBe(0);
    await batches.next();
    expect(marks).toBe(0);
    await batches.next();
    expect(marks).toBe(1);
  });
});
