import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  eventsOf,
  isCaughtUp,
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

const streamOf = async (name: string, count: number): Promise<string> => {
  const stream = streamNamed(name);
  await client.appendToStream(stream, sampleEvents(count));
  return stream;
};

describe('deleting a stream', () => {
  it('hides it', async () => {
    const stream = await streamOf('deleted', 3);
    const { position } = await client.deleteStream(stream, { expectedRevision: 2n });
    expect(position?.commit).toBeGreaterThan(0n);
    await expect(eventsOf(client.readStream(stream))).rejects.toThrow(StreamNotFoundError);
    const append = client.appendToStream(stream, sampleEvents(1), {
      expectedRevision: STREAM_EXISTS,
    });
    await expect(append).rejects.toThrow(StreamDeletedError);
  });

  it('lets it be written anew, and goes on numbering', async () => {
    const stream = await streamOf('revived', 3);
    await client.deleteStream(stream);
    const revived = await client.appendToStream(stream, sampleEvents(2), {
      expectedRevision: NO_STREAM,
    });
    expect(revived.nextExpectedRevision).toBe(4n);
    expect(await revisionsOf(client.readStream(stream))).toEqual([3, 4]);
  });

  it('refuses a wrong revision', async () => {
    const stream = await streamOf('expected', 3);
    const deleting = client.deleteStream(stream, { expectedRevision: 9n });
    const refusal: unknown = await deleting.catch((error) => error);
    expect(refusal).toBeInstanceOf(WrongExpectedVersionError);
    expect(refusal).toMatchObject({ expectedVersion: 9n, actualVersion: 2n });
    const neverWritten = client.deleteStream(streamNamed('never'));
    await expect(neverWritten).rejects.toThrow(WrongExpectedVersionError);
  });
});

describe('ending a stream for ever', () => {
  it('refuses whatever is asked of it afterwards', async () => {
    const stream = await streamOf('अंत', 3);
    await client.tombstoneStream(stream, { expectedRevision: 2n });
    const attempts: (() => Promise<unknown>)[] = [
      () => client.appendToStream(stream, sampleEvents(1)),
      () => eventsOf(client.readStream(stream)),
      () => client.deleteStream(stream),
      () => client.tombstoneStream(stream),
    ];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toThrow(StreamDeletedError);
    }
  });

  it('names the stream in its refusals', async () => {
    const stream = await streamOf('ended', 1);
    await client.tombstoneStream(stream);
    const refusal: unknown = await client.deleteStream(stream).catch((error) => error);
    expect(refusal).toMatchObject({ streamName: stream });
  });

  it('shows the end to those who subscribe to the stream, then breaks off', async () => {
    const stream = await streamOf('followed', 2);
    const watched = watch(client.subscribeToStream(stream));
    await until(() => isCaughtUp(watched));
    await client.tombstoneStream(stream);
    await until(() => watched.error !== undefined);
    expect(watched.error).toBeInstanceOf(StreamDeletedError);
    expect(watched.events.at(-1)?.type).toBe('$streamDeleted');
  });

  it('is possible before the stream begins', async () => {
    const stream = streamNamed('unborn');
    await client.tombstoneStream(stream, { expectedRevision: NO_STREAM });
    const append = client.appendToStream(stream, sampleEvents(1));
    await expect(append).rejects.toThrow(StreamDeletedError);
  });
});

describe('the metadata of a stream', () => {
  it('is kept whole', async () => {
    const stream = streamNamed('described');
    expect((await client.getStreamMetadata(stream)).metadata).toBeUndefined();
    await client.setStreamMetadata<{ colour: string }>(
      stream,
      { maxCount: 3, colour: 'red' },
      { expectedRevision: NO_STREAM },
    );
    const kept = await client.getStreamMetadata(stream);
    expect(kept.metadata).toMatchObject({ maxCount: 3, colour: 'red' });
    expect(await revisionsOf(client.readStream(`$$${stream}`))).toEqual([0]);
  });

  it('makes the stream exist', async () => {
    const stream = streamNamed('only-described');
    await client.setStreamMetadata(stream, { maxCount: 1 });
    const append = await client.appendToStream(stream, sampleEvents(1), {
      expectedRevision: STREAM_EXISTS,
    });
    expect(append.nextExpectedRevision).toBe(0n);
  });

  it('limits how many events are shown', async () => {
    const stream = await streamOf('counted', 10);
    await client.setStreamMetadata(stream, { maxCount: 3 });
    expect(await revisionsOf(client.readStream(stream))).toEqual([7, 8, 9]);
  });

  it('hides what lies before a revision', async () => {
    const stream = await streamOf('truncated', 10);
    await client.setStreamMetadata(stream, { truncateBefore: 9 });
    const backwards = { direction: BACKWARDS, fromRevision: END } as const;
    expect(await revisionsOf(client.readStream(stream, backwards))).toEqual([9]);
  });

  it('hides what is too old', async () => {
    const stream = await streamOf('aged', 10);
    await client.setStreamMetadata(stream, { maxAge: 3_600 });
    expect(await revisionsOf(client.readStream(stream))).toEqual(numbersBelow(10));
    await makeOlder(stream, 4, 3_601);
    expect(await revisionsOf(client.readStream(stream))).toEqual([4, 5, 6, 7, 8, 9]);
  });
});

/** Sets the first `count` events of a stream back in time. */
const makeOlder = async (stream: string, count: number, seconds: number): Promise<void> => {
  const database = new pg.Client({ connectionString: underTest.databaseUrl });
  await database.connect();
  await database.query(
    `update event_log.events set created_micros = created_micros - $3::bigint * 1000000
      where stream = $1 and revision < $2`,
    [stream, count, seconds],
  );
  await database.end();
};
