import { randomUUID } from 'node:crypto';
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import { createStreamIdentifier } from '@eventstore/db-client/dist/utils/grpcStreamIdentifier.js';
import { createUUID, parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { unavailable } from '../../errors.js';
import {
  type EventToAppend,
  type ExpectedRevision,
  type LogPosition,
  type Revision,
  WrongRevision,
} from '../eventLog.js';
import { openCall } from './connection.js';
import { AccessDenied } from './errors.js';

export interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventToAppend[];
}

export interface WrittenAt {
  readonly revision: Revision;
  /** Null when the server does not say, as of an append that was repeated. */
  readonly position: LogPosition | null;
}

/**
 * Appends over one call for all of them, as the client's own fast append does. That one keeps the
 * appends of all clients in one table, which an error on any call empties; an answer that comes
 * after it throws, and ends the process.
 *
 * @throws WrongRevision. Refusal `unavailable` when there is no answer in time, or the call breaks:
 * it is not known then whether the events are written. The client's error for other failures of the
 * call, and a plain one when the server refuses for good.
 */
export interface BatchAppends {
  append(client: EventStoreDBClient, append: Append): Promise<WrittenAt>;
  /**
   * Many, which the server writes in their order: several hundred are on their way at a time, all on
   * one call. After the first that fails no more are sent; a few that follow it are, by then.
   */
  appendInOrder(client: EventStoreDBClient, appends: Iterable<Append>): Promise<void>;
  /** Ends the call once nobody waits for an answer on it. */
  close(): void;
}

/** As much as a server takes at once by default. */
const MAX_APPEND_BYTES = 1024 * 1024;
const MAX_UNDER_WAY = 256;

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

  const send = (opening: Promise<Batch>, append: Append): Promise<WrittenAt> => {
    const correlationId = randomUUID();
    const bytes = encode(correlationId, append);
    let isGivenUp = false;
    let giveUp = () => {
      isGivenUp = true;
    };
    const sent = async (): Promise<WrittenAt> => {
      const batch = await opening;
      return new Promise((resolve, reject) => {
        if (isGivenUp) return;
        giveUp = batch.send(correlationId, bytes, { stream: append.stream, resolve, reject });
      });
    };
    return within(deadlineMs, sent(), () => giveUp());
  };

  return {
    append: async (client, append) => send(batchOn(client), append),

    async appendInOrder(client, appends) {
      const batch = batchOn(client);
      const failures: unknown[] = [];
      const underWay: Promise<unknown>[] = [];
      for (const append of appends) {
        underWay.push(send(batch, append).catch((error) => failures.push(error)));
        if (underWay.length >= MAX_UNDER_WAY) await underWay.shift();
        if (failures.length > 0) break;
      }
      await Promise.all(underWay);
      if (failures.length > 0) throw failures[0];
    },

    close: retire,
  };
}

/**
 * The outcome of `work`, if it comes in time; what comes later is ignored.
 * @throws Refusal `unavailable` after `ms`; `onLate` is called then.
 */
async function within<Result>(
  ms: number,
  work: Promise<Result>,
  onLate: () => void,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onLate();
      reject(unavailable('The event store'));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface Waiting {
  readonly stream: string;
  readonly resolve: (written: WrittenAt) => void;
  readonly reject: (error: unknown) => void;
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
  const receive = (answer: streams.BatchAppendResp): void => {
    const settling = settled(parseUUID(answer.getCorrelationId()) ?? '');
    if (!settling) return;
    const success = answer.getSuccess();
    if (success) settling.resolve(writtenAt(success));
    else settling.reject(refusalOf(settling.stream, answer));
  };

  const call = await openCall(client, (calls, metadata, options) => {
    const { path, responseDeserialize } = StreamsService.batchAppend;
    const asIs = (bytes: Buffer) => bytes;
    return (
      calls
        .makeBidiStreamRequest(path, asIs, responseDeserialize, metadata, options)
        .on('data', receive)
        .on('drain', () => sendMore())
        // Also when another server is the leader now: the client connects to that one.
        .on('error', (error) => fail(convertToCommandError(error)))
        // A server that goes away in an orderly manner. The client waits for our end, too.
        .on('end', () => {
          fail(unavailable('The event store'));
          call.end();
        })
    );
  });

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

/**
 * A whole append as one message. It names no deadline: the generated messages know an absolute one
 * only, which fails where clocks differ; the server has a limit of its own.
 * @throws when it is larger than a server takes
 */
function encode(correlationId: string, { stream, expected, events }: Append): Buffer {
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(
    createStreamIdentifier(stream),
  );
  if (expected === 'any') options.setAny(new shared.Empty());
  else if (expected === 'no-stream') options.setNoStream(new shared.Empty());
  else options.setStreamPosition(expected.toString());
  const bytes = new streams.BatchAppendReq()
    .setCorrelationId(createUUID(correlationId))
    .setOptions(options)
    .setProposedMessagesList(events.map(proposed))
    .setIsFinal(true)
    .serializeBinary();
  if (bytes.length > MAX_APPEND_BYTES)
    throw new Error(`An append to ${stream} has ${bytes.length} bytes, which is too much`);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function proposed({ id, type, data, metadata }: EventToAppend) {
  const message = new streams.BatchAppendReq.ProposedMessage()
    .setId(createUUID(id))
    .setCustomMetadata(json(metadata));
  const isJson = !(data instanceof Uint8Array);
  message.setData(isJson ? json(data) : data);
  message
    .getMetadataMap()
    .set('type', type)
    .set('content-type', isJson ? 'application/json' : 'application/octet-stream');
  return message;
}

/** Nothing of what an event lacks, as one that others wrote may, and that is restored. */
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? '');

function writtenAt(success: streams.BatchAppendResp.Success): WrittenAt {
  const revision = BigInt(success.getCurrentRevision());
  const place = success.getPosition();
  const position = place && {
    commit: BigInt(place.getCommitPosition()),
    prepare: BigInt(place.getPreparePosition()),
  };
  return { revision, position: position ?? null };
}

/** Of the type of what an error has inside; where that is empty, its message says it. */
const DETAILS = 'event_store.client.';
/** Sending these again leads nowhere; all others mean that it is not known, or not now. */
const FOR_GOOD = ['BadRequest', 'MaximumAppendSizeExceeded', 'StreamDeleted'];

function refusalOf(stream: string, answer: streams.BatchAppendResp): Error {
  const details = answer.getError()?.getDetails()?.getTypeName() ?? '';
  const refusal = details.startsWith(DETAILS)
    ? details.slice(DETAILS.length)
    : (answer.getError()?.getMessage() ?? '');
  if (refusal === 'WrongExpectedVersion') return new WrongRevision(stream);
  if (refusal === 'AccessDenied') return new AccessDenied(stream);
  const error = new Error(`The event store refused an append to ${stream}: ${refusal}`);
  return FOR_GOOD.includes(refusal) ? error : unavailable('The event store', error);
}
