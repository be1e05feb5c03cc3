import { randomUUID } from 'node:crypto';
import {
  type BaseOptions,
  convertToCommandError,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { unavailable } from '../../errors.js';
import { type EventToAppend, type ExpectedRevision, WrongRevision } from '../eventLog.js';
import { within } from '../within.js';
import { type AppendAnswer, decodeAnswer, encodeAppend, type WrittenAt } from './batchMessages.js';
import { AccessDenied } from './errors.js';

/** Appends over one call for all of them, as the client's own fast append does. */
export interface BatchAppends {
  /**
   * @throws WrongRevision. Refusal `unavailable` when there is no answer in time, or the call breaks:
   * it is not known then whether the events are written. The client's error for other failures of
   * the call, and a plain one when the server refuses for good.
   */
  append(
    client: EventStoreDBClient,
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
  ): Promise<WrittenAt>;
  /** Ends the call once nobody waits for an answer on it. */
  close(): void;
}

/** As much as a server takes at once by default. */
const MAX_APPEND_BYTES = 1024 * 1024;

interface ClientInternals {
  callArguments(options: BaseOptions, callOptions: { deadline: number }): CallArguments;
  /** Opens a call on the connection in use, and connects anew after one that failed. */
  GRPCStreamCreator<Call>(
    type: typeof StreamsClient,
    name: string,
    open: (streams: StreamsClient) => Call,
  ): () => Promise<Call>;
}
type CallArguments = Parameters<StreamsClient['batchAppend']> & [object, object];

interface Waiting {
  readonly stream: string;
  readonly resolve: (written: WrittenAt) => void;
  readonly reject: (error: unknown) => void;
}

/** @param deadlineMs longest wait for an answer, in milliseconds. */
export function batchAppends(deadlineMs: number): BatchAppends {
  let current: { client: EventStoreDBClient; opening: Promise<Batch> } | null = null;

  const retire = (): void => {
    current?.opening.then((batch) => batch.retire()).catch(() => {});
    current = null;
  };

  const batchOn = (client: EventStoreDBClient): Promise<Batch> => {
    if (current?.client === client) return current.opening;
    retire();
    const forget = () => {
      if (current === opened) current = null;
    };
    const opened = { client, opening: openBatch(client, forget) };
    opened.opening.catch(forget);
    current = opened;
    return opened.opening;
  };

  return {
    close: retire,
    append(client, stream, expected, events) {
      const correlationId = randomUUID();
      const bytes = encodeAppend({ correlationId, stream, expected, events, deadlineMs });
      if (bytes.length > MAX_APPEND_BYTES)
        throw new Error(`An append to ${stream} has ${bytes.length} bytes, which is too much`);
      let giveUp = () => {
        isGivenUp = true;
      };
      let isGivenUp = false;
      const appending = async (): Promise<WrittenAt> => {
        const batch = await batchOn(client);
        return new Promise((resolve, reject) => {
          if (isGivenUp) return;
          giveUp = batch.send(correlationId, bytes, { stream, resolve, reject });
        });
      };
      return within(deadlineMs, appending(), () => giveUp());
    },
  };
}

/** One call, and the appends that wait for an answer on it. */
interface Batch {
  /** @returns to be called when nobody waits for the answer any more. */
  send(correlationId: string, bytes: Buffer, waiting: Waiting): () => void;
  /** Ends the call as soon as nobody waits for an answer on it. */
  retire(): void;
}

/** @param onOver called once the call takes no more appends. */
async function openBatch(client: EventStoreDBClient, onOver: () => void): Promise<Batch> {
  const internals = client as unknown as ClientInternals;
  const waiting = new Map<string, Waiting>();
  const unsent: { correlationId: string; bytes: Buffer }[] = [];
  let isRetired = false;
  let broken: { error: unknown } | null = null;

  const fail = (error: unknown): void => {
    broken ??= { error };
    onOver();
    const failed = [...waiting.values()];
    waiting.clear();
    for (const { reject } of failed) reject(error);
  };
  /** Each correlation id is answered once, and not after its append was given up. */
  const settled = (correlationId: string): Waiting | undefined => {
    const settling = waiting.get(correlationId);
    waiting.delete(correlationId);
    endIfDone();
    return settling;
  };
  const receive = ({ correlationId, outcome }: AppendAnswer): void => {
    const settling = settled(correlationId);
    if (!settling) return;
    if ('refusal' in outcome) settling.reject(refused(settling.stream, outcome.refusal));
    else settling.resolve(outcome);
  };

  const open = internals.GRPCStreamCreator(StreamsClient, 'batchAppend', (streams) => {
    const [metadata, options] = internals.callArguments({}, { deadline: Number.POSITIVE_INFINITY });
    const { path } = StreamsService.batchAppend;
    const asIs = (bytes: Buffer) => bytes;
    return (
      streams
        .makeBidiStreamRequest(path, asIs, decodeAnswer, metadata, options)
        .on('data', receive)
        .on('drain', () => sendMore())
        // Also when another server is the leader now: `GRPCStreamCreator` connects to that one.
        .on('error', (error) => fail(convertToCommandError(error)))
        // A server that goes away in an orderly manner. The client waits for our end, too.
        .on('end', () => {
          fail(unavailable('The event store'));
          call.end();
        })
    );
  });
  const call = await open();

  const endIfDone = (): void => {
    if (isRetired && waiting.size === 0) call.cancel();
  };
  /** What nobody waits for any more is not sent. */
  const sendMore = (): void => {
    while (!call.writableNeedDrain) {
      const next = unsent.shift();
      if (!next) return;
      if (waiting.has(next.correlationId)) call.write(next.bytes);
    }
  };

  return {
    send(correlationId, bytes, appending) {
      if (broken) appending.reject(broken.error);
      else {
        waiting.set(correlationId, appending);
        unsent.push({ correlationId, bytes });
        sendMore();
      }
      return () => settled(correlationId);
    },
    retire() {
      isRetired = true;
      endIfDone();
    },
  };
}

/** Sending these again leads nowhere; all others mean that it is not known, or not now. */
const FOR_GOOD = ['BadRequest', 'MaximumAppendSizeExceeded', 'StreamDeleted'];

const refused = (stream: string, refusal: string): Error => {
  if (refusal === 'WrongExpectedVersion') return new WrongRevision(stream);
  if (refusal === 'AccessDenied') return new AccessDenied(stream);
  const error = new Error(`The event store refused an append to ${stream}: ${refusal}`);
  return FOR_GOOD.includes(refusal) ? error : unavailable('The event store', error);
};
