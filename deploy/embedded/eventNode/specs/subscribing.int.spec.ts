import {
  END,
  type EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  type Position,
  streamNameFilter,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  eventsOf,
  isCaughtUp,
  type NodeUnderTest,
  numbersBelow,
  sampleEvents,
  startNodeUnderTest,
  streamNamed,
  until,
  watch,
  watchedRevisions,
} from './nodeUnderTest.js';

let underTest: NodeUnderTest;
let client: EventStoreDBClient;

beforeAll(async () => {
  underTest = await startNodeUnderTest();
  ({ client } = underTest);
});
afterAll(() => underTest.stop());

const append = async (stream: string, count: number, type?: string): Promise<Position> => {
  const { position } = await client.appendToStream(stream, sampleEvents(count, type));
  if (!position) throw new Error('An append must return its position.');
  return position;
};

describe('subscribing to a stream', () => {
  it('catches up, says so, and goes on live', async () => {
    const stream = streamNamed('followed');
    await append(stream, 120);
    const subscription = client.subscribeToStream(stream);
    const watched = watch(subscription);
    await until(() => isCaughtUp(watched));
    expect(watched.signs[0]).toBe('confirmation');
    expect(watchedRevisions(watched)).toEqual(numbersBelow(120));

    await append(stream, 30);
    await append(streamNamed('another'), 5);
    await append(stream, 1);
    await until(() => watched.events.length === 151);
    expect(watchedRevisions(watched)).toEqual(numbersBelow(151));
    await subscription.unsubscribe();
  });

  it('begins after the given revision', async () => {
    const stream = streamNamed('from');
    await append(stream, 10);
    const subscription = client.subscribeToStream(stream, { fromRevision: 7n });
    const watched = watch(subscription);
    await until(() => isCaughtUp(watched));
    expect(watchedRevisions(watched)).toEqual([8, 9]);
    await subscription.unsubscribe();
  });

  it('begins at the end when asked to', async () => {
    const stream = streamNamed('end');
    await append(stream, 10);
    const subscription = client.subscribeToStream(stream, { fromRevision: END });
    const watched = watch(subscription);
    await until(() => isCaughtUp(watched));
    await append(stream, 1);
    await until(() => watched.events.length > 0);
    expect(watchedRevisions(watched)).toEqual([10]);
    await subscription.unsubscribe();
  });

  it('waits for a stream that does not exist yet', async () => {
    const stream = streamNamed('future');
    const subscription = client.subscribeToStream(stream);
    const watched = watch(subscription);
    await until(() => isCaughtUp(watched));
    await append(stream, 2);
    await until(() => watched.events.length === 2);
    await subscription.unsubscribe();
  });

  it('is silent once it is given up', async () => {
    const stream = streamNamed('left');
    const left = client.subscribeToStream(stream);
    const leftWatched = watch(left);
    const kept = client.subscribeToStream(stream);
    const keptWatched = watch(kept);
    await until(() => isCaughtUp(leftWatched) && isCaughtUp(keptWatched));
    await left.unsubscribe();
    await append(stream, 1);
    await until(() => keptWatched.events.length === 1);
    expect(leftWatched.events).toEqual([]);
    await kept.unsubscribe();
  });
});

describe('subscribing to the whole log', () => {
  const mark = streamNamed('mark').slice(0, 13);
  let start: Position;
  beforeAll(async () => {
    start = await append(`start-${mark}`, 1);
    await client.setStreamMetadata(`x-${mark}`, { maxCount: 5 });
    for (const _ of numbersBelow(6)) {
      await append(`x-${mark}`, 40, `Xa${mark}`);
      await append(`y-${mark}`, 10, `Yb${mark}`);
    }
  });

  const caughtUp = async (filter: Filter | undefined, from = start) => {
    const subscription = client.subscribeToAll({ fromPosition: from, filter });
    const watched = watch(subscription);
    await until(() => isCaughtUp(watched));
    await subscription.unsubscribe();
    return watched;
  };

  it.each([
    { what: 'prefix of types', filter: () => eventTypeFilter({ prefixes: [`Xa${mark}`] }), n: 240 },
    { what: 'expression of types', filter: () => eventTypeFilter({ regex: `^Y.${mark}` }), n: 60 },
    {
      what: 'prefixes of streams',
      filter: () => streamNameFilter({ prefixes: [`y-${mark}`, 'zzz'] }),
      n: 60,
    },
    {
      what: 'expression of streams',
      filter: () => streamNameFilter({ regex: `^[xy]-${mark}$` }),
      n: 300,
    },
    { what: 'exclusion of system events', filter: () => excludeSystemEvents(), n: 300 },
    { what: 'filter at all: system events come too', filter: () => undefined, n: 301 },
  ])('obeys: $what', async ({ filter, n }) => {
    expect((await caughtUp(filter())).events).toHaveLength(n);
  });

  it('says to a filtered reader how far it has looked, so that it can resume there', async () => {
    const checkpoints: bigint[] = [];
    const filter = eventTypeFilter({
      prefixes: [`Xa${mark}`],
      checkpointInterval: 1,
      checkpointReached: async (_subscription, position) => {
        checkpoints.push(position.commit);
      },
    });
    const { events } = await caughtUp(filter);
    expect(checkpoints.length).toBeGreaterThanOrEqual(8);
    expect(checkpoints).toEqual(checkpoints.toSorted((a, b) => Number(a - b)));

    const resumeAfter = checkpoints[3] ?? 0n;
    const resumed = await caughtUp(eventTypeFilter({ prefixes: [`Xa${mark}`] }), {
      commit: resumeAfter,
      prepare: resumeAfter,
    });
    const expected = events.filter(({ position }) => (position?.commit ?? 0n) > resumeAfter);
    expect(resumed.events.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  it('says how far it has looked although nothing matched', async () => {
    const checkpoints: bigint[] = [];
    const filter = eventTypeFilter({
      prefixes: ['NeverHappened'],
      checkpointReached: async (_subscription, position) => {
        checkpoints.push(position.commit);
      },
    });
    const head = (await eventsOf(client.readAll({ fromPosition: start }))).at(-1)?.position?.commit;
    await caughtUp(filter);
    expect(checkpoints.at(-1)).toBeGreaterThanOrEqual(head ?? 0n);
  });

  it('goes on saying so while it is live', async () => {
    const checkpoints: bigint[] = [];
    const subscription = client.subscribeToAll({
      fromPosition: END,
      filter: eventTypeFilter({
        prefixes: ['NeverHappened'],
        maxSearchWindow: 10,
        checkpointInterval: 2,
        checkpointReached: async (_subscription, position) => {
          checkpoints.push(position.commit);
        },
      }),
    });
    const watched = watch(subscription);
    await until(() => isCaughtUp(watched));
    for (const _ of numbersBelow(4)) await append(streamNamed('unwanted'), 50);
    await until(() => checkpoints.length >= 10);
    await subscription.unsubscribe();
  });

  it('lets a slow reader fall behind and catch up without losing an event', async () => {
    const stream = streamNamed('slow');
    const subscription = client.subscribeToAll({
      fromPosition: END,
      filter: streamNameFilter({ prefixes: [stream] }),
    });
    let isConfirmed = false;
    subscription.on('caughtUp', () => {
      isConfirmed = true;
    });
    await until(() => isConfirmed);
    const events = () => sampleEvents(50, 'Large', 'x'.repeat(2_000));
    for (const _ of numbersBelow(40)) await client.appendToStream(stream, events());

    const watched = watch(subscription);
    await until(() => watched.events.length === 2_000);
    expect(watchedRevisions(watched)).toEqual(numbersBelow(2_000));
    await until(() => isCaughtUp(watched));
    expect(watched.signs).toContain('fellBehind');
    await subscription.unsubscribe();
  });

  it('refuses a position that is not one of this log', async () => {
    const { commit } = await append(streamNamed('halves'), 1);
    const fromPosition = { commit, prepare: commit - 1n };
    const watched = watch(client.subscribeToAll({ fromPosition }));
    await until(() => watched.error !== undefined);
    expect(String(watched.error)).toContain('invalid position');
  });

  it('shows a live reader exactly what the log holds, in its order', async () => {
    const name = streamNamed('lively');
    const subscription = client.subscribeToAll({
      fromPosition: END,
      filter: streamNameFilter({ prefixes: [name] }),
    });
    const watched = watch(subscription);
    await until(() => isCaughtUp(watched));
    await Promise.all(
      numbersBelow(24).map(async (writer) => {
        for (const turn of numbersBelow(20)) await append(`${name}-${turn % 5}`, 1 + (writer % 3));
      }),
    );
    const stored = (await eventsOf(client.readAll())).filter((e) => e.streamId.startsWith(name));
    await until(() => watched.events.length >= stored.length);
    expect(watched.events.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    await subscription.unsubscribe();
  });
});
