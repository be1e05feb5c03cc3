import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createInbox } from './inbox.js';

const source = () => new PassThrough({ objectMode: true, highWaterMark: 16 });

/** Writes until the stream says that it is full. */
const fill = async (stream: PassThrough, atMost: number): Promise<number> => {
  let written = 0;
  while (written < atMost) {
    const goOn = stream.write(written);
    written += 1;
    if (goOn) continue;
    // One turn of the event loop lets the reading side take what it will take.
    await new Promise((resolve) => setImmediate(resolve));
    if (stream.writableNeedDrain) break;
  }
  return written;
};

describe('an inbox', () => {
  it('makes its source wait while nobody takes anything', async () => {
    const stream = source();
    const inbox = createInbox<number>(stream, () => {});
    const written = await fill(stream, 100_000);
    expect(written).toBeLessThan(2_500);
    let next = 0;
    while (next < written)
      for (const item of (await inbox.take(300)) ?? []) expect(item).toBe(next++);
    expect(await fill(stream, 100_000)).toBeGreaterThan(1_000);
  });

  it('takes what is there, without waiting for more', async () => {
    const stream = source();
    const inbox = createInbox<number>(stream, () => {});
    stream.write(1);
    expect(await inbox.take(100)).toEqual([1]);
    const waiting = inbox.take(100);
    stream.write(2);
    expect(await waiting).toEqual([2]);
  });

  it('hands out what it has before it reports an end or an error', async () => {
    const ending = source();
    const inbox = createInbox<number>(ending, () => {});
    ending.end(1);
    expect(await inbox.take(10)).toEqual([1]);
    expect(await inbox.take(10)).toBeNull();

    const failing = source();
    const failed = createInbox<number>(failing, () => {});
    failing.write(1);
    await new Promise((resolve) => setImmediate(resolve));
    failing.destroy(new Error('lost'));
    expect(await failed.take(10)).toEqual([1]);
    await expect(failed.take(10)).rejects.toThrow('lost');
  });

  it('reports a mark when the consumer comes back after the last item before it', async () => {
    const stream = source();
    let marks = 0;
    const inbox = createInbox<number>(stream, () => {
      marks += 1;
    });
    stream.write(1);
    stream.write(2);
    await new Promise((resolve) => setImmediate(resolve));
    inbox.markCaughtUp();
    stream.write(3);
    await inbox.take(1);
    expect(marks).toBe(0);
    await inbox.take(1);
    expect(marks).toBe(0);
    await inbox.take(1);
    expect(marks).toBe(1);
  });
});
