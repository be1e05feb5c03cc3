import type { AppendResult, EventData, EventStoreDBClient } from '@eventstore/db-client';
import { append as appendByItself } from '@eventstore/db-client/dist/streams/appendToStream/append.js';
import { unavailable } from '../../errors.js';
import type { EventToAppend, ExpectedRevision } from '../eventLog.js';
import { AT_LEADER } from './connection.js';

/**
 * Appends by a call of its own. The client's fast append keeps those of all clients in one table,
 * which an error on any call empties; an answer that comes after it throws, and ends the process.
 * @param deadline longest wait for an answer, in milliseconds
 * @returns where it was written; not every answer has a position, such as one about a repetition
 * @throws the client's error; Refusal `unavailable`. Where there was no answer it is not known
 * whether the events are written
 */
export const append = (
  client: EventStoreDBClient,
  deadline: number,
  stream: string,
  expected: ExpectedRevision,
  events: readonly EventToAppend[],
): Promise<AppendResult> =>
  new Promise((resolve, reject) => {
    const expectedRevision = expected === 'no-stream' ? ('no_stream' as const) : expected;
    const options = { expectedRevision, deadline, ...AT_LEADER, batchAppendSize: 0 };
    const appending = appendByItself.call(client, stream, events.map(proposed), options);
    // To find a cluster may take longer than the call.
    const timer = setTimeout(() => reject(unavailable('The event store')), deadline);
    appending.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** What is no JSON is refused here: in the client it would end the process. */
function proposed({ id, type, data, metadata }: EventToAppend): EventData {
  const isJson = !(data instanceof Uint8Array);
  JSON.stringify([isJson && data, metadata]);
  const contentType = isJson ? 'application/json' : 'application/octet-stream';
  return { id, type, contentType, data, metadata } as EventData;
}
