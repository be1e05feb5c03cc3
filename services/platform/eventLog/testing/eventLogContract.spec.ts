import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  comparePositions,
  type EventLog,
  type EventToAppend,
  type EventToLoad,
  type LogPosition,
  type StoredEvent,
  WrongRevision,
} from '../eventLog.js';

export interface LogUnderTest {
  readonly log: EventLog;
  stop(): Promise<void>;
}

const newStream = (): string => `contract-${randomUUID()}`;

const happened = (data: object = {}, id = randomUUID()): EventToAppend => ({
  id,
  type: 'SomethingHappened',
  data,
  metadata: { commandId: id },
});

const several = (count: number): EventToAppend[] =>
  Array.from({ length: count }, (_, number) => happened({ number }));

/** What the product relies on, of whatever keeps its events. */
export function describeEventLog(name: string, start: () => Promise<LogUnderTest>): void {
  describe(name, () => {
    let under: LogUnderTest;
    let log: EventLog;
    beforeAll(async () => {
      under = await start();
      log = under.log;
    });
    afterAll(() => under?.stop());

    describe('appending', () => {
      it('keeps data and metadata as they were given', async () => {
        const stream = newStream();
        const event = happened({ name: 'ലക്ഷ്മി "₹" \u0000', deep: { list: [1, null, true] } });
        const appended = await log.append(stream, 'no-stream', [event]);
        const [stored] = await log.readStream(stream);
        expect(stored).toMatchObject({ ...event, stream, revision: 0n });
        expect(stored?.position).toEqual(appended.position);
        expect(Math.abs(Date.now() - Number(stored?.storedAt))).toBeLessThan(60_000);
      });

      it('writes several events together, and answers with the last revision', async () => {
        const stream = newStream();
        expect((await log.append(stream, 'no-stream', several(3))).revision).toBe(2n);
        const stored = await log.readStream(stream);
        expect(stored.map(({ revision }) => revision)).toEqual([0n, 1n, 2n]);
      });

      it('refuses a stream that exists already, or is elsewhere, or is missing', async () => {
        const stream = newStream();
        await log.append(stream, 'no-stream', several(2));
        await expect(log.append(stream, 'no-stream', several(1))).rejects.toThrow(WrongRevision);
        await expect(log.append(stream, 0n, several(1))).rejects.toThrow(WrongRevision);
        await expect(log.append(stream, 2n, several(1))).rejects.toThrow(WrongRevision);
        await expect(log.append(newStream(), 0n, several(1))).rejects.toThrow(WrongRevision);
        expect(await log.readStream(stream)).toHaveLength(2);
      });

      it('writes an event once that comes again at the same expected revision', async () => {
        const stream = newStream();
        const events = several(2);
        const first = await log.append(stream, 'no-stream', events);
        await log.append(stream, 1n, several(1));
        expect(await log.append(stream, 'no-stream', events)).toEqual(first);
        expect(await log.readStream(stream)).toHaveLength(3);
      });

      it('lets exactly one of many racing writers through', async () => {
        const stream = newStream();
        const races = await Promise.allSettled(
          Array.from({ length: 20 }, () => log.append(stream, 'no-stream', several(1))),
        );
        expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await log.readStream(stream)).toHaveLength(1);
      });

      it('takes any number of writers that expect nothing', async () => {
        const stream = newStream();
        await Promise.all(Array.from({ length: 20 }, () => log.append(stream, 'any', several(1))));
        expect(await log.readStream(stream)).toHaveLength(20);
      });
    });

    describe('loading', () => {
      it('keeps the order of events, also across streams', async () => {
        const after = await log.head();
        const events = placed([newStream(), newStream(), newStream()], 30);
        await log.load(events);
        expect(idsOf(await everythingAfter(log, after))).toEqual(idsOf(events));
      });

      it('keeps what an event says, and where it stands', async () => {
        const [event] = placed([newStream()], 1) as [EventToLoad];
        await log.load([event]);
        expect(await log.readStream(event.stream)).toMatchObject([event]);
      });

      it('passes over what is there, wherever it was broken off', async () => {
        const after = await log.head();
        const events = placed([newStream(), newStream()], 20);
        await log.load(events.slice(0, 7));
        await log.load(events.slice(3, 12));
        await log.load(events);
        await log.load(events);
        expect(idsOf(await everythingAfter(log, after))).toEqual(idsOf(events));
      });

      it('passes over the first of those that follow each other in one stream', async () => {
        const after = await log.head();
        const events = [...placed([newStream()], 25), ...placed([newStream()], 25)];
        for (const there of [4, 13, 31, 50, 50]) await log.load(events.slice(0, there));
        expect(idsOf(await everythingAfter(log, after))).toEqual(idsOf(events));
      });

      it('goes on behind what was appended', async () => {
        const stream = newStream();
        const [first, ...others] = placed([stream], 3) as [EventToLoad, ...EventToLoad[]];
        await log.append(stream, 'no-stream', [first]);
        await log.load(others);
        expect(idsOf(await log.readStream(stream))).toEqual(idsOf([first, ...others]));
      });

      it('refuses an event where another one stands, and names its stream', async () => {
        const stream = newStream();
        await log.append(stream, 'no-stream', several(2));
        const wrong = placed([stream], 1);
        const others = placed([newStream()], 3);
        await expect(log.load([...others, ...wrong])).rejects.toMatchObject({
          name: 'WrongRevision',
          stream,
        });
        expect(await log.readStream(stream)).toHaveLength(2);
      });

      it('refuses an event of which the one before it is missing', async () => {
        const stream = newStream();
        const [first, , third] = placed([stream], 3) as [EventToLoad, EventToLoad, EventToLoad];
        await expect(log.load([first, third])).rejects.toThrow(WrongRevision);
        await expect(log.load(placed([newStream()], 2).slice(1))).rejects.toThrow(WrongRevision);
        expect((await log.readStream(stream)).every(({ id }) => id === first.id)).toBe(true);
      });

      it('takes thousands of events at once, and none at all', async () => {
        const after = await log.head();
        const events = placed(Array.from({ length: 50 }, newStream), 3_000);
        await log.load(events);
        await log.load([]);
        expect(idsOf(await everythingAfter(log, after))).toEqual(idsOf(events));
      });
    });

    describe('reading', () => {
      it('finds nothing in a stream that does not exist', async () => {
        expect(await log.readStream(newStream())).toEqual([]);
        expect(await log.readLast(newStream())).toBeNull();
      });

      it('begins at a revision, that one included, and stops after a count', async () => {
        const stream = newStream();
        await log.append(stream, 'no-stream', several(5));
        const stored = await log.readStream(stream, { from: 2n, maxCount: 2 });
        expect(stored.map(({ revision }) => revision)).toEqual([2n, 3n]);
        expect((await log.readLast(stream))?.revision).toBe(4n);
      });

      it('knows the newest event of the whole log', async () => {
        const { position } = await log.append(newStream(), 'no-stream', several(2));
        const head = (await log.head()) as LogPosition;
        expect(comparePositions(head, position)).toBeGreaterThanOrEqual(0);
      });
    });

    describe('subscribing', () => {
      it('delivers everything after a position in the order of the log, then lives on', async () => {
        const after = await log.head();
        const [a, b] = [newStream(), newStream()];
        for (let i = 0; i < 10; i += 1) await log.append(i % 2 ? a : b, 'any', several(3));
        const live = newStream();
        const seen = await gather(log, { after, until: ({ stream }) => stream === live }, () =>
          log.append(live, 'no-stream', several(1)),
        );
        const ours = seen.filter(({ stream }) => stream === a || stream === b);
        expect(ours).toHaveLength(30);
        expect(seen.every(({ type }) => !type.startsWith('$'))).toBe(true);
        for (const [i, event] of seen.entries()) {
          const before = seen[i - 1];
          if (before) expect(comparePositions(before.position, event.position)).toBeLessThan(0);
        }
      });

      it('resumes after any event without a gap and without a repetition', async () => {
        const after = await log.head();
        const stream = newStream();
        await log.append(stream, 'no-stream', several(12));
        const all = await log.readStream(stream);
        for (const at of [0, 5, 10]) {
          const resumed = await gather(log, {
            after: all[at]?.position ?? after,
            until: (event) => event.stream === stream && event.revision === 11n,
          });
          const revisions = resumed.filter((e) => e.stream === stream).map((e) => e.revision);
          expect(revisions).toEqual(all.slice(at + 1).map((e) => e.revision));
        }
      });

      it('gives batches that are never empty and never larger than asked', async () => {
        const after = await log.head();
        const stream = newStream();
        await log.append(stream, 'no-stream', several(25));
        const stop = new AbortController();
        const sizes: number[] = [];
        for await (const batch of log.subscribe({ after, maxBatch: 7, signal: stop.signal })) {
          sizes.push(batch.length);
          if (batch.some(({ revision, ...e }) => e.stream === stream && revision === 24n))
            stop.abort();
        }
        expect(Math.min(...sizes)).toBeGreaterThan(0);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(7);
      });

      it('says that it has caught up only once all that was there has been handled', async () => {
        const after = await log.head();
        const stream = newStream();
        await log.append(stream, 'no-stream', several(300));
        const stop = new AbortController();
        let handled = 0;
        let handledWhenCaughtUp = -1;
        const onCaughtUp = () => {
          handledWhenCaughtUp = handled;
          stop.abort();
        };
        const options = { after, maxBatch: 10, signal: stop.signal, onCaughtUp };
        for await (const batch of log.subscribe(options))
          handled += batch.filter((event) => event.stream === stream).length;
        expect(handledWhenCaughtUp).toBe(300);
      });

      it('ends without an error when it is stopped, also while it waits', async () => {
        const stop = new AbortController();
        const options = { after: await log.head(), maxBatch: 10, signal: stop.signal };
        const onCaughtUp = () => stop.abort();
        for await (const _ of log.subscribe({ ...options, onCaughtUp }));
        for await (const _ of log.subscribe(options)) throw new Error('It was stopped before');
      });
    });
  });
}

/** So many events, which take turns in the streams. */
const placed = (streams: readonly string[], count: number): EventToLoad[] =>
  several(count).map((event, index) => ({
    ...event,
    stream: streams[index % streams.length] as string,
    revision: BigInt(Math.floor(index / streams.length)),
  }));

const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

/** Of a log that nobody else writes to. */
async function everythingAfter(log: EventLog, after: LogPosition | null): Promise<StoredEvent[]> {
  const stop = new AbortController();
  const { signal } = stop;
  const seen: StoredEvent[] = [];
  const onCaughtUp = () => stop.abort();
  for await (const batch of log.subscribe({ after, maxBatch: 500, signal, onCaughtUp }))
    seen.push(...batch);
  return seen;
}

interface Gathering {
  after: LogPosition | null;
  until: (event: StoredEvent) => boolean;
}

/**
 * Every event after a position up to the one looked for; `onCaughtUp` runs when all before was
 * seen.
 */
async function gather(
  log: EventLog,
  { after, until }: Gathering,
  onCaughtUp: () => unknown = () => {},
): Promise<StoredEvent[]> {
  const stop = new AbortController();
  const seen: StoredEvent[] = [];
  for await (const batch of log.subscribe({ after, maxBatch: 50, signal: stop.signal, onCaughtUp }))
    for (const event of batch) {
      if (stop.signal.aborted) break;
      seen.push(event);
      if (until(event)) stop.abort();
    }
  return seen;
}
