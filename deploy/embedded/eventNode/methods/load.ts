import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import type { WriteRequest } from '../decide.js';
import { NO_EVENTS } from '../event.js';
import { asFailure, failure } from '../failures.js';
import { eventsOfChunk, type LoadedEvent } from '../load/chunk.js';
import type { NodeContext } from '../nodeContext.js';

const NOTHING = Buffer.alloc(0);

/**
 * Load: writes a chunk of events, all or none, each at the revision that it says, and passes over
 * those that stand there already. FAILED_PRECONDITION names the stream that is another one.
 */
export const load =
  ({ store, openCalls }: NodeContext) =>
  async (
    { request }: ServerUnaryCall<Buffer, Buffer>,
    callback: sendUnaryData<Buffer>,
  ): Promise<void> => {
    let isAnswered = false;
    const reply: sendUnaryData<Buffer> = (error, answer) => {
      if (isAnswered) return;
      isAnswered = true;
      over();
      callback(error, answer);
    };
    const over = openCalls.add((error) => reply(error, null));
    try {
      const refused = await store.load(eventsOfChunk(request).map(requestOf));
      if (refused) reply(notAsExpected(refused.stream), null);
      else reply(null, NOTHING);
    } catch (error) {
      reply(asFailure(error), null);
    }
  };

const requestOf = ({ stream, revision, event }: LoadedEvent): WriteRequest => ({
  kind: 'append',
  stream,
  expected: revision - 1 === NO_EVENTS ? 'no-stream' : revision - 1,
  events: [event],
  deadline: Number.POSITIVE_INFINITY,
});

const notAsExpected = (stream: string) =>
  failure(status.FAILED_PRECONDITION, 'A stream is not where its events are to be loaded.', {
    exception: 'wrong-expected-version',
    'stream-name': stream,
  });
