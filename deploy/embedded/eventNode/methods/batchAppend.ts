import type { ServerDuplexStream, ServiceError } from '@grpc/grpc-js';
import type { ProposedEvent } from '../event.js';
import { asFailure, invalidArgument } from '../failures.js';
import type { NodeContext } from '../nodeContext.js';
import { checkedStreamName, sizeOf } from '../requests.js';
import {
  type Answer,
  AppendTooLarge,
  answerTo,
  encodeAnswer,
  refusalOf,
  timedOut,
} from './batchAnswers.js';
import { type BatchOptions, type BatchRequest, takeEvent, takeRequest } from './batchRequests.js';

/** Both sides of it carry encoded messages. */
type Call = ServerDuplexStream<Buffer, Buffer>;

/** An append of which not all chunks have come yet. */
interface Gathering extends BatchOptions {
  readonly events: ProposedEvent[];
  bytes: number;
}

/**
 * Streams/BatchAppend: one call that carries the appends of a client, each under a correlation
 * id. A client breaks on an answer to an id that it does not know (any more), so each id is
 * answered exactly once.
 */
export const batchAppend =
  ({ store, openCalls, maxAppendBytes }: NodeContext) =>
  (call: Call): void => {
    const gathering = new Map<string, Gathering>();
    let atWork = 0;
    let hasEnded = false;
    let isOver = false;

    const stop = (): void => {
      isOver = true;
      gathering.clear();
      over();
    };
    const fail = (error: ServiceError): void => {
      if (isOver) return;
      stop();
      call.emit('error', error);
    };
    const over = openCalls.add(fail);
    const endWhenDone = (): void => {
      if (!hasEnded || atWork > 0 || isOver) return;
      stop();
      call.end();
    };
    const reply = (correlation: Buffer, identifier: Buffer | undefined, answer: Answer): void => {
      if (isOver || call.cancelled) return;
      call.write(encodeAnswer(correlation, identifier, answer));
    };

    /** Takes a chunk; the whole append once its last chunk is there. */
    const gather = (key: string, request: BatchRequest): Gathering | undefined => {
      if (request.options) gathering.set(key, begin(request.options));
      const gathered = gathering.get(key);
      // Without one this is a later chunk of an append that has been refused already.
      if (!gathered) return undefined;
      for (const message of request.events) {
        const event = takeEvent(message);
        gathered.bytes += sizeOf(event);
        if (gathered.bytes > maxAppendBytes) throw new AppendTooLarge(maxAppendBytes);
        gathered.events.push(event);
      }
      if (!request.isFinal) return undefined;
      gathering.delete(key);
      return gathered;
    };

    const write = async (gathered: Gathering, correlation: Buffer): Promise<void> => {
      const { identifier, stream, expected, events, deadline } = gathered;
      atWork += 1;
      try {
        const outcome = await store.write({ kind: 'append', stream, expected, events, deadline });
        reply(correlation, identifier, answerTo(outcome, expected, identifier));
      } catch (error) {
        // Nobody knows whether it is written. Only a failed call says so to the client; an
        // answer would be taken for a refusal.
        fail(asFailure(error));
      } finally {
        atWork -= 1;
        endWhenDone();
      }
    };

    call.on('data', (bytes: Buffer) => {
      let request: BatchRequest;
      try {
        request = takeRequest(bytes);
      } catch {
        return fail(invalidArgument('Not a request of the protocol.'));
      }
      const { correlation } = request;
      const key = correlation.toString('latin1');
      try {
        const gathered = gather(key, request);
        if (gathered) void write(gathered, correlation);
      } catch (error) {
        const identifier = gathering.get(key)?.identifier ?? request.options?.identifier;
        gathering.delete(key);
        reply(correlation, identifier, refusalOf(error));
      }
    });
    call.on('end', () => {
      hasEnded = true;
      endWhenDone();
    });
    call.on('cancelled', stop);
    call.on('error', stop);
  };

const begin = (options: BatchOptions): Gathering => {
  const { identifier, stream, expected, deadline } = options;
  checkedStreamName(stream);
  if (deadline <= Date.now()) throw timedOut;
  return { identifier, stream, expected, deadline, events: [], bytes: 0 };
};
