import { AccessDeniedError, EventStoreDBClient, START } from '@eventstore/db-client';
import { connectClient } from '@insuremanager/services/platform/eventLog/eventStoreDb/connection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../testing/testBackend.js';
import { type Credentials, newCredentials } from '../credentials.js';
import { connectionStringOf, type EventNode, startEventNode } from '../eventNode.js';
import { eventsOf, sampleEvents, until, watch } from './nodeUnderTest.js';

const STREAM = 'customer-1';

let database: TestDatabase;
let node: EventNode;
let owner: EventStoreDBClient;

beforeAll(async () => {
  database = await makeTestDatabase();
  node = await startEventNode({ databaseUrl: database.url });
  owner = connectClient(node.connectionString);
  await owner.appendToStream(STREAM, sampleEvents(3));
});
afterAll(async () => {
  await owner.dispose();
  await node.stop();
  await database.drop();
});

const ownCredentials = (): Credentials => {
  if (node.credentials === 'anyone') throw new Error('The node asks for no credentials');
  return node.credentials;
};

const addressFor = (credentials: Credentials | 'anyone'): string =>
  connectionStringOf(`127.0.0.1:${node.port}`, credentials);

/** Other programs of this machine, and what they come with. */
const strangers: readonly { who: string; connect: () => EventStoreDBClient }[] = [
  { who: 'who has no credentials', connect: () => connectClient(addressFor('anyone')) },
  {
    who: 'who guesses the password',
    connect: () => connectClient(addressFor({ ...newCredentials() })),
  },
  {
    who: 'who knows all but the last digit',
    connect: () => {
      const { username, password } = ownCredentials();
      return connectClient(addressFor({ username, password: password.slice(0, -1) }));
    },
  },
  {
    who: 'who comes by another name',
    connect: () => connectClient(addressFor({ ...ownCredentials(), username: 'admin' })),
  },
  {
    who: 'whose client drops what it knows',
    connect: () => EventStoreDBClient.connectionString(node.connectionString),
  },
];

/** What can be done with a client, by every method of the protocol that concerns events. */
const attacks: readonly {
  what: string;
  attack: (client: EventStoreDBClient) => Promise<unknown>;
}[] = [
  {
    what: 'append, one call for each',
    attack: (client) =>
      client.appendToStream(STREAM, sampleEvents(1), {
        credentials: { username: 'admin', password: 'changeit' },
      }),
  },
  {
    what: 'append, one call for all',
    attack: (client) => client.appendToStream(STREAM, sampleEvents(1)),
  },
  { what: 'read a stream', attack: (client) => eventsOf(client.readStream(STREAM)) },
  { what: 'read the log', attack: (client) => eventsOf(client.readAll()) },
  {
    what: 'subscribe to a stream',
    attack: (client) => eventsOf(client.subscribeToStream(STREAM, { fromRevision: START })),
  },
  {
    what: 'subscribe to the log',
    attack: (client) => eventsOf(client.subscribeToAll({ fromPosition: START })),
  },
  { what: 'delete a stream', attack: (client) => client.deleteStream(STREAM) },
  { what: 'end a stream for ever', attack: (client) => client.tombstoneStream(STREAM) },
];

describe.each(strangers)('a program $who', ({ connect }) => {
  it.each(attacks)('cannot $what', async ({ attack }) => {
    const stranger = connect();
    const outcome = await attack(stranger).catch((error: unknown) => error);
    await stranger.dispose();
    expect(outcome).toBeInstanceOf(AccessDeniedError);
    expect(await eventsOf(owner.readStream(STREAM))).toHaveLength(3);
  });
});

describe('the program that has the address', () => {
  it('reads, is told of events, appends and deletes', async () => {
    const watched = watch(owner.subscribeToAll({ fromPosition: START }));
    await owner.appendToStream('customer-2', sampleEvents(1));
    await until(() => watched.events.some(({ streamId }) => streamId === 'customer-2'));
    expect((await owner.deleteStream('customer-2')).position).toBeDefined();
  });

  it('has other credentials after each start', async () => {
    const other = await startEventNode({ databaseUrl: database.url, schema: 'other_log' });
    await other.stop();
    expect(other.credentials).not.toEqual(node.credentials);
  });
});
