import {
  ANY,
  type AppendExpectedRevision,
  binaryEvent,
  DeadlineExceededError,
  type EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  eventsOf,
  type NodeUnderTest,
  numbersBelow,
  revisionsOf,
  sampleEvents,
  startNodeUnderTest,
  streamNamed,
} from './nodeUnderTest.js';

let underTest: NodeUnderTest;
let client: EventStoreDBClient;

beforeAll(async () => {
  underTest = await startNodeUnderTest();
  ({ client } = underTest);
});
afterAll(() => underTest.stop());

/** The client sends an append that carries credentials as a call of its own. */
const ways = [
  { way: 'BatchAppend', options: {} },
  { way: 'Append', options: { credentials: { username: 'someone', password: 'secret' } } },
];

describe.each(ways)('appending by $way', ({ options }) => {
  const append = (
    stream: string,
    events: ReturnType<typeof sampleEvents>,
    expectedRevision: AppendExpectedRevision = ANY,
  ) => client.appendToStream(stream, events, { expectedRevision, ...options });

  it('numbers the events of a stream, whatever the caller expects of it', async () => {
    const stream = streamNamed('numbered');
    const first = await append(stream, sampleEvents(3), NO_STREAM);
    expect(first).toMatchObject({ success: true, nextExpectedRevision: 2n });
    expect((await append(stream, sampleEvents(1), 2n)).nextExpectedRevision).toBe(3n);
    expect((await append(stream, sampleEvents(1), STREAM_EXISTS)).nextExpectedRevision).toBe(4n);
    expect((await append(stream, sampleEvents(1), ANY)).nextExpectedRevision).toBe(5n);

    const events = await eventsOf(client.readStream(stream));
    expect(events.map(({ revision }) => revision)).toEqual([0n, 1n, 2n, 3n, 4n, 5n]);
    expect(events[2]?.position?.commit).toBe(first.position?.commit);
  });

  it('keeps an event as it was given', async () => {
    const stream = streamNamed('kept');
    const [given] = sampleEvents(1, 'Given');
    if (!given) throw new Error('no event');
    const before = Date.now();
    await append(stream, [given]);
    const [event] = await eventsOf(client.readStream(stream));
    expect(event).toMatchObject({
      id: given.id,
      type: 'Given',
      streamId: stream,
      isJson: true,
      data: given.data,
      metadata: given.metadata,
    });
    expect(event?.created.getTime()).toBeGreaterThanOrEqual(before);
    expect(event?.created.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    { expected: 0n, written: 0, actual: 'no_stream' },
    { expected: STREAM_EXISTS, written: 0, actual: 'no_stream' },
    { expected: NO_STREAM, written: 2, actual: 1n },
    { expected: 5n, written: 2, actual: 1n },
    { expected: 0n, written: 2, actual: 1n },
  ] as const)('refuses $expected when $written events are there', async (example) => {
    const stream = streamNamed('refused');
    if (example.written > 0) await append(stream, sampleEvents(example.written));
    const refusal: unknown = await append(stream, sampleEvents(1), example.expected).catch(
      (e) => e,
    );
    expect(refusal).toBeInstanceOf(WrongExpectedVersionError);
    expect(refusal).toMatchObject({
      streamName: stream,
      expectedVersion: example.expected,
      actualVersion: example.actual,
    });
  });

  it('answers a repetition with the place of the original, and writes nothing', async () => {
    const stream = streamNamed('repeated');
    const events = sampleEvents(3);
    const original = await append(stream, events, NO_STREAM);
    const later = sampleEvents(2);
    const next = await append(stream, later, 2n);
    for (const expected of [NO_STREAM, ANY, STREAM_EXISTS] as const) {
      expect(await append(stream, events, expected)).toEqual(original);
    }
    expect(await append(stream, later, 2n)).toEqual(next);
    expect(await revisionsOf(client.readStream(stream))).toEqual(numbersBelow(5));
  });

  it('takes a repetition of a part for a conflict', async () => {
    const stream = streamNamed('overlapping');
    const events = sampleEvents(3);
    await append(stream, events);
    const overlapping = [...events.slice(0, 1), ...sampleEvents(1)];
    await expect(append(stream, overlapping)).rejects.toThrow(WrongExpectedVersionError);
    await expect(append(stream, events.slice(2), 0n)).rejects.toThrow(WrongExpectedVersionError);
  });

  it('allows the same event in two streams', async () => {
    const events = sampleEvents(2);
    await append(streamNamed('one'), events, NO_STREAM);
    const other = await append(streamNamed('other'), events, NO_STREAM);
    expect(other.nextExpectedRevision).toBe(1n);
  });

  it('writes once what several callers send at the same moment', async () => {
    const stream = streamNamed('racing');
    const events = sampleEvents(2);
    const results = await Promise.all(numbersBelow(8).map(() => append(stream, events)));
    expect(new Set(results.map((result) => result.position?.commit)).size).toBe(1);
    expect(await revisionsOf(client.readStream(stream))).toEqual([0, 1]);
  });

  it('refuses more than a mebibyte at once', async () => {
    const events = sampleEvents(40, 'Large', 'x'.repeat(60_000));
    const refusal: unknown = await append(streamNamed('large'), events).catch((e) => e);
    expect(refusal).toBeInstanceOf(MaxAppendSizeExceededError);
    expect(refusal).toMatchObject({ maxAppendSize: 1024 * 1024 });
  });

  it('refuses a name that Postgres could not hold, and only that', async () => {
    const stream = streamNamed('clean');
    const clean = append(stream, sampleEvents(1));
    await expect(append('with\u0000nul', sampleEvents(1))).rejects.toThrow();
    await expect(append(stream, sampleEvents(1, 'with\u0000nul'))).rejects.toThrow();
    expect((await clean).success).toBe(true);
  });
});

describe('appending', () => {
  it('takes any bytes, and names in any script', async () => {
    const stream = streamNamed('പോളിസി-पॉलिसी');
    const data = Buffer.from([0, 255, 1, 2, 128]);
    await client.appendToStream(stream, [
      binaryEvent({ type: 'फ़ाइल', data, metadata: Uint8Array.from([9, 8]) }),
      jsonEvent({ type: '型', data: { text: '₹ é😀' } }),
    ]);
    const [binary, json] = await eventsOf(client.readStream(stream));
    expect(binary).toMatchObject({ isJson: false, type: 'फ़ाइल', streamId: stream });
    expect(Buffer.from(binary?.data as Uint8Array)).toEqual(data);
    expect(json).toMatchObject({ type: '型', data: { text: '₹ é😀' }, metadata: undefined });
  });

  it('gathers an append that comes in chunks', async () => {
    const stream = streamNamed('chunked');
    const events = sampleEvents(500, 'Chunked', 'x'.repeat(1_000));
    const result = await client.appendToStream(stream, events, { batchAppendSize: 20_000 });
    expect(result.nextExpectedRevision).toBe(499n);
    expect(await revisionsOf(client.readStream(stream))).toEqual(numbersBelow(500));
  });

  it('writes nothing after the deadline', async () => {
    const stream = streamNamed('late');
    const events = sampleEvents(20_000);
    const appending = client.appendToStream(stream, events, { deadline: 1 });
    await expect(appending).rejects.toThrow(DeadlineExceededError);
    const next = await client.appendToStream(stream, sampleEvents(1), {
      expectedRevision: NO_STREAM,
    });
    expect(next.success).toBe(true);
  });

  it('gives positions without gaps to many writers at once', async () => {
    const streams = numbersBelow(5).map((i) => streamNamed(`crowded-${i}`));
    let conflicts = 0;
    const writer = async (index: number): Promise<void> => {
      for (const turn of numbersBelow(40)) {
        const expectedRevision = index % 2 === 0 ? BigInt(turn) : ANY;
        const stream = streams[turn % streams.length] ?? '';
        await client
          .appendToStream(stream, sampleEvents(1 + (turn % 3)), { expectedRevision })
          .catch((error: unknown) => {
            if (!(error instanceof WrongExpectedVersionError)) throw error;
            conflicts += 1;
          });
      }
    };
    await Promise.all(numbersBelow(24).map(writer));

    const all = await eventsOf(client.readAll());
    expect(all.map(({ position }) => Number(position?.commit))).toEqual(
      numbersBelow(all.length).map((index) => index + 1),
    );
    for (const stream of streams) {
      const revisions = all.filter((e) => e.streamId === stream).map((e) => Number(e.revision));
      expect(revisions).toEqual(numbersBelow(revisions.length));
    }
    expect(conflicts).toBeGreaterThan(0);
  });
});
