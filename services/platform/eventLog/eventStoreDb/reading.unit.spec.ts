import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../eventLog.js';
import { batchesOf } from './reading.js';

const source = () => new PassThrough({ objectMode: true, highWaterMark: 16 });

const nothing = () => {};

const event = (number: number) => ({ type: `Happened ${number}` }) as StoredEvent;
const events = (...numbers: number[]) => numbers.map(event);

describe('the batches of a subscription', () => {
  it('let it wait while nobody takes anything, and come in order then', async () => {
    const stream = source();
    const batches = batchesOf(stream, 10, nothing);
    stream.write(event(0));
    expect((await batches.next()).value).toEqual(events(0));
    let written = 1;
    for (let idle = 0; idle < 20; idle += 1) {
      while (stream.write(event(written))) written += 1;
      written += 1;
      await turn();
    }
    expect(written).toBeLessThan(700);
    let next = 1;
    while (next < written)
      for (const one of (await batches.next()).value ?? []) {
        expect(one).toEqual(event(next));
        next += 1;
      }
  });

  it('hold what is there, without waiting for more, and no more than is wanted', async () => {
    const stream = source();
    const batches = batchesOf(stream, 2, nothing);
    stream.write(event(1));
    expect(await batches.next()).toEqual({ done: false, value: events(1) });
    const waiting = batches.next();
    await turn();
    for (const number of [2, 3, 4]) stream.write(event(number));
    const value = [...((await waiting).value ?? [])];
    while (value.length < 3) {
      const more = (await batches.next()).value ?? [];
      expect(more.length).toBeLessThanOrEqual(2);
      value.push(...more);
    }
    expect(value).toEqual(events(2, 3, 4));
  });

  it('come before an end or an error is told', async () => {
    const ending = source();
    const ended = batchesOf(ending, 10, nothing);
    ending.end(event(1));
    expect(await ended.next()).toEqual({ done: false, value: events(1) });
    expect(await ended.next()).toEqual({ done: true, value: undefined });

    const failing = source();
    const failed = batchesOf(failing, 10, nothing);
    failing.write(event(1));
    const first = failed.next();
    await turn();
    failing.emit('error', new Error('lost'));
    expect(await first).toEqual({ done: false, value: events(1) });
    await expect(failed.next()).rejects.toThrow('lost');
  });

  it('come before an answer that is an error', async () => {
    const stream = source();
    const batches = batchesOf(stream, 10, nothing);
    stream.write(event(1));
    stream.write(new Error('no position'));
    expect((await batches.next()).value).toEqual(events(1));
    await expect(batches.next()).rejects.toThrow('no position');
  });

  it('are all taken before it is told that they are all: those that came until then', async () => {
    const stream = source();
    let marks = 0;
    const batches = batchesOf(stream, 1, () => {
      marks += 1;
    });
    for (const answer of [event(1), event(2), 'caught-up', 'other', event(3)]) stream.write(answer);
    expect([(await batches.next()).value, (await batches.next()).value]).toEqual([
      ...[events(1), events(2)],
    ]);
    expect(marks).toBe(0);
    expect((await batches.next()).value).toEqual(events(3));
    expect(marks).toBe(1);
  });
});
