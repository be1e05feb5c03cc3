import {
  BACKWARDS,
  binaryEvent,
  END,
  type EventStoreDBClient,
  type Position,
  type ReadAllOptions,
  type ReadStreamOptions,
  StreamNotFoundError,
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
  until,
  watch,
} from './nodeUnderTest.js';

let underTest: NodeUnderTest;
let client: EventStoreDBClient;

beforeAll(async () => {
  underTest = await startNodeUnderTest();
  ({ client } = underTest);
});
afterAll(() => underTest.stop());

describe('reading a stream', () => {
  const stream = streamNamed('read');
  beforeAll(() => client.appendToStream(stream, sampleEvents(130)));

  const examples: { what: string; options: ReadStreamOptions; revisions: number[] }[] = [
    { what: 'all of it', options: {}, revisions: numbersBelow(130) },
    {
      what: 'all of it backwards',
      options: { direction: BACKWARDS, fromRevision: END },
      revisions: numbersBelow(130).reverse(),
    },
    {
      what: 'from a revision on, itself included',
      options: { fromRevision: 60n, maxCount: 3 },
      revisions: [60, 61, 62],
    },
    {
      what: 'backwards from a revision, itself included',
      options: { fromRevision: 60n, maxCount: 3, direction: BACKWARDS },
      revisions: [60, 59, 58],
    },
    { what: 'nothing beyond the end', options: { fromRevision: 500n }, revisions: [] },
    { what: 'nothing from the end on', options: { fromRevision: END }, revisions: [] },
    {
      what: 'nothing beyond what numbers can hold',
      options: { fromRevision: 2n ** 63n - 2n },
      revisions: [],
    },
    {
      what: 'the last event backwards from beyond the end',
      options: { fromRevision: 500n, direction: BACKWARDS, maxCount: 1 },
      revisions: [129],
    },
  ];

  it.each(examples)('yields $what', async ({ options, revisions }) => {
    expect(await revisionsOf(client.readStream(stream, options))).toEqual(revisions);
  });

  it('says which stream is missing', async () => {
    const missing = streamNamed('इधर-नहीं');
    const refusal: unknown = await eventsOf(client.readStream(missing)).catch((error) => error);
    expect(refusal).toBeInstanceOf(StreamNotFoundError);
    expect(refusal).toMatchObject({ streamName: missing });
  });

  it('stops when the reader has had enough', async () => {
    let seen = 0;
    for await (const _ of client.readStream(stream)) {
      seen += 1;
      if (seen === 5) break;
    }
    expect(seen).toBe(5);
    expect((await client.appendToStream(streamNamed('after'), sampleEvents(1))).success).toBe(true);
  });
});

describe('reading a link', () => {
  const linked = streamNamed('linked');
  const links = streamNamed('links');
  const linkTo = (place: string) => binaryEvent({ type: '$>', data: Buffer.from(place) });
  const read = async (resolveLinkTos: boolean) => {
    const found: (string | undefined)[][] = [];
    for await (const { event, link } of client.readStream(links, { resolveLinkTos }))
      found.push([event?.streamId, link?.streamId]);
    return found;
  };
  beforeAll(async () => {
    await client.appendToStream(linked, sampleEvents(3));
    await client.appendToStream(links, [
      linkTo(`2@${linked}`),
      linkTo(`3@${linked}`),
      linkTo('nowhere'),
    ]);
  });

  it('yields what it leads to, if that is asked for and there', async () => {
    expect(await read(true)).toEqual([
      [linked, links],
      [undefined, links],
      [links, undefined],
    ]);
    expect(await read(false)).toEqual(Array.from({ length: 3 }, () => [links, undefined]));
  });

  it('is refused on a subscription, which would show the link', async () => {
    const watched = watch(client.subscribeToStream(links, { resolveLinkTos: true }));
    await until(() => watched.error !== undefined);
    expect(String(watched.error)).toContain('reads only');
  });
});

describe('reading the whole log', () => {
  const positionsOf = async (options: ReadAllOptions): Promise<(bigint | undefined)[]> =>
    (await eventsOf(client.readAll(options))).map(({ position }) => position?.commit);

  const appendOne = async (): Promise<Position> => {
    const { position } = await client.appendToStream(streamNamed('all'), sampleEvents(1));
    if (!position) throw new Error('An append must return its position.');
    return position;
  };

  it('yields every event once, in the order of their positions', async () => {
    await client.appendToStream(streamNamed('many'), sampleEvents(120));
    const positions = await positionsOf({});
    expect(positions).toEqual(numbersBelow(positions.length).map((index) => BigInt(index + 1)));
  });

  it('includes its start forwards, and leaves it out backwards', async () => {
    const [first, second, third] = [await appendOne(), await appendOne(), await appendOne()];
    expect(await positionsOf({ fromPosition: second })).toEqual([second.commit, third.commit]);
    const backwards = { direction: BACKWARDS, fromPosition: third, maxCount: 2 } as const;
    expect(await positionsOf(backwards)).toEqual([second.commit, first.commit]);
  });

  it('begins at the end when asked to', async () => {
    const last = await appendOne();
    const backwards = { direction: BACKWARDS, fromPosition: END, maxCount: 1 } as const;
    expect(await positionsOf(backwards)).toEqual([last.commit]);
    expect(await positionsOf({ fromPosition: END })).toEqual([]);
  });

  it('refuses a position that is not one of this log', async () => {
    const { commit } = await appendOne();
    const halves = { commit, prepare: commit - 1n };
    await expect(positionsOf({ fromPosition: halves })).rejects.toThrow('invalid position');
    const backwards = { direction: BACKWARDS } as const;
    await expect(positionsOf({ ...backwards, fromPosition: halves })).rejects.toThrow(
      'invalid position',
    );
    const beyond = { commit: commit + 1_000n, prepare: commit + 1_000n };
    await expect(positionsOf({ ...backwards, fromPosition: beyond })).rejects.toThrow(
      'invalid position',
    );
    expect(await positionsOf({ fromPosition: beyond })).toEqual([]);
  });

  it('yields no more than asked for', async () => {
    expect(await positionsOf({ maxCount: 7 })).toHaveLength(7);
  });
});
