/** What the specs of the node share: a small node, the client of the product, a few events. */
import { randomUUID } from 'node:crypto';
import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  type JSONEventData,
  jsonEvent,
  type RecordedEvent,
  type StreamSubscription,
} from '@eventstore/db-client';
import { connectClient } from '@insuremanager/services/platform/eventLog/eventStoreDb/connection';
import { vi } from 'vitest';
import { makeTestDatabase } from '../../../testing/testBackend.js';
import { type EventNode, startEventNode } from '../eventNode.js';

export interface NodeUnderTest {
  readonly node: EventNode;
  readonly client: EventStoreDBClient;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** So short a memory and such small pages that some hundred events lead through every path. */
export const smallLimits = { pageSize: 50, eventsInMemory: 200 };

/** A node on a database of its own. */
export const startNodeUnderTest = async (): Promise<NodeUnderTest> => {
  const database = await makeTestDatabase();
  const node = await startEventNode({ databaseUrl: database.url, ...smallLimits });
  const client = connect(node);
  return {
    node,
    client,
    databaseUrl: database.url,
    async stop() {
      await client.dispose();
      await node.stop();
      await database.drop();
    },
  };
};

export const connect = (node: EventNode): EventStoreDBClient =>
  connectClient(node.connectionString);

/** A name that no other test uses. */
export const streamNamed = (name: string): string => `${name}-${randomUUID()}`;

/** So many events, numbered in their data from 0. */
export const sampleEvents = (count: number, type = 'Happened', padding = ''): JSONEventData[] =>
  Array.from({ length: count }, (_, number) =>
    jsonEvent({ type, data: { number, padding }, metadata: { note: number } }),
  );

/** The numbers from 0 up to, but not including, `end`. */
export const numbersBelow = (end: number): number[] => Array.from({ length: end }, (_, i) => i);

/** What a read yields, without the wrapping that only links need. */
export const eventsOf = async (
  answers: AsyncIterable<{ event?: RecordedEvent }>,
): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for await (const { event } of answers) if (event) events.push(event);
  return events;
};

export const revisionsOf = async (
  answers: AsyncIterable<{ event?: RecordedEvent }>,
): Promise<number[]> => (await eventsOf(answers)).map(({ revision }) => Number(revision));

/** What a subscription has shown so far. */
export interface Watched {
  readonly events: RecordedEvent[];
  /** What came, in order. */
  readonly signs: ('confirmation' | 'event' | 'caughtUp' | 'fellBehind')[];
  error: unknown;
}

/** Begins to read a subscription and records all that it says. */
export const watch = (subscription: StreamSubscription | AllStreamSubscription): Watched => {
  const watched: Watched = { events: [], signs: [], error: undefined };
  subscription.on('data', ({ event }: { event?: RecordedEvent }) => {
    if (event) watched.events.push(event);
    watched.signs.push('event');
  });
  for (const sign of ['confirmation', 'caughtUp', 'fellBehind'] as const) {
    subscription.on(sign as string, () => watched.signs.push(sign));
  }
  subscription.on('error', (error: Error) => {
    watched.error = error;
  });
  return watched;
};

export const watchedRevisions = ({ events }: Watched): number[] =>
  events.map(({ revision }) => Number(revision));

export const isCaughtUp = ({ signs }: Watched): boolean => signs.includes('caughtUp');

/** Waits for a state, not for a time. */
export const until = (isReached: () => boolean): Promise<unknown> =>
  vi.waitUntil(isReached, { interval: 5, timeout: 15_000 });
