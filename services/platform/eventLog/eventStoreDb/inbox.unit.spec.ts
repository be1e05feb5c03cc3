import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createInbox } from './inbox.js';

interface Item {
  number: number;
}

const source = () => new PassThrough({ objectMode: true, highWaterMark: 16 });

/** Writes until the stream says that it is full. */
const fill = async (stream: PassThrough, atMost: number): Promise<number> => {
  let written = 0;
  while (written < atMost) {
    const goOn = stream.write({ number: written });
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
    const inbox = createInbox<Item>(stream, () => {});
    const written = await fill(stream, 100_000);
    expect(written).toBeLessThan(2_500);
    let next = 0;
    while (next < written)
      for (const { number } of (await inbox.take(300)) ?? []) expect(number).toBe(next++);
    expect(await fill(stream, 100_000)).toBeGreaterThan(1_000);
  });

  it('takes what is there, without waiting for more', async () => {
    const stream = source();
    const inbox = createInbox<Item>(stream, () => {});
    stream.write({ number: 1 });
    expect(await inbox.take(100)).toEqual([{ number: 1 }]);
    const waiting = inbox.take(100);
    stream.write({ number: 2 });
    expect(await waiting).toEqual([{ number: 2 }]);
  });

  it('hands out what it has before it reports an end or an error', async () => {
    const ending = source();
    const inbox = createInbox<Item>(ending, () => {});
    ending.end({ number: 1 });
    expect(await inbox.take(10)).toEqual([{ number: 1 }]);
    expect(await inbox.take(10)).toBeNull();

    const failing = source();
    const failed = createInbox<Item>(failing, () => {});
    failing.write({ number: 1 });
    await new Promise((resolve) => setImmediate(resolve));
    failing.destroy(new Error('lost'));
    expect(await failed.take(10)).toEqual([{ number: 1 }]);
    await expect(failed.take(10)).rejects.toThrow('lost');
  });

  it('says that it has caught up when the consumer comes back after the last item before', async () => {
    const stream = source();
    let marks = 0;
    const inbox = createInbox<Item>(stream, () => {
      marks += 1;
    });
    stream.write({ number: 1 });
    stream.write({ number: 2 });
    stream.write('other');
    stream.write('caught-up');
    stream.write({ number: 3 });
    await inbox.take(1);
    expect(marks).toBe(0);
    await inbox.take(1);
    expect(marks).toBe(0);
    await inbox.take(1);
    expect(marks).toBe(1);
  });
});
