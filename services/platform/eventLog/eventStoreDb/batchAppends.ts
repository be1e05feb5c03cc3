import { randomUUID } from 'node:crypto';
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import { parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { unavailable } from '../../errors.js';
import {
  type Appended,
  type EventToAppend,
  type ExpectedRevision,
  WrongRevision,
} from '../eventLog.js';
import { openCall } from './calls.js';
import { AccessDenied } from './errors.js';
import { asOneMessage, type BackwardsWriter, writeBackwards } from './protobuf.js';

export interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventToAppend[];
}

/** Where it was written; not every answer has a position, such as one about a repeated append. */
export type WrittenAt = Pick<Appended, 'revision'> & Partial<Appended>;

interface Waiting {
  readonly stream: string;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (written: WrittenAt) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One call, and the appends that wait for an answer on it. The client's own fast append keeps those
 * of all clients in one table, which an error on any call empties; an answer that comes after it
 * throws, and ends the process.
 * @param deadlineMs longest wait for an answer, in milliseconds
 * @param onBroken called once, before any append fails for it: the call, and what is behind it, is
 * gone. It takes no more.
 */
export function openBatch(
  client: EventStoreDBClient,
  deadlineMs: number,
  onBroken: (error: unknown) => void,
) {
  const waiting = new Map<string, Waiting>();
  let isRetired = false;
  let broken: { error: unknown } | null = null;

  const endIfDone = () => {
    if (isRetired && waiting.size === 0) void opened.then((call) => call.cancel(), nothing);
  };
  /** Each correlation id is answered once, and not after its append was given up. */
  const settle = (correlationId: string, outcome: (settling: Waiting) => void): void => {
    const settling = waiting.get(correlationId);
    if (!settling) return;
    waiting.delete(correlationId);
    clearTimeout(settling.timer);
    outcome(settling);
    endIfDone();
  };
  const fail = (error: unknown): void => {
    if (broken) return;
    broken = { error };
    onBroken(error);
    for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(error));
  };
  const receive = (answer: streams.BatchAppendResp): void =>
    settle(parseUUID(answer.getCorrelationId()) ?? '', ({ stream, resolve, reject }) => {
      const success = answer.getSuccess();
      if (success) resolve(writtenAt(success));
      else reject(refusalOf(stream, answer));
    });
  const { path, responseDeserialize } = StreamsService.batchAppend;
  const opened = openCall(client, (calls, ...how) => {
    const call = calls
      .makeBidiStreamRequest(path, asItIs, responseDeserialize, ...how)
      .on('data', receive)
      .on('drain', () => flush());
    // Also when another server is the leader now.
    call.on('error', (error) => fail(convertToCommandError(error)));
    // A server that goes away in an orderly manner. The client waits for our end, too.
    return call.on('end', () => {
      fail(unavailable('The event store'));
      call.end();
    });
  });
  opened.catch(fail);

  let unsent: Request[] = [];
  /** Sends what is there, in pieces, for as long as the call takes more. */
  const flush = (): void =>
    void opened.then((call) => {
      // What nobody waits for any more is not sent.
      unsent = unsent.filter(({ correlationId }) => waiting.has(correlationId));
      while (unsent.length > 0 && !call.writableNeedDrain) call.write(nextPiece(unsent));
    }, nothing);

  return {
    /**
     * @throws WrongRevision. Refusal `unavailable` when there is no answer in time, or the call
     * breaks: it is not known then whether the events are written. The client's error for other
     * failures of the call, and a plain one when the server refuses for good.
     */
    send: (append: Append) =>
      new Promise<WrittenAt>((resolve, reject) => {
        if (broken) return reject(broken.error);
        const request = requestOf(append);
        const { correlationId } = request;
        const giveUp = () => settle(correlationId, () => reject(unavailable('The event store')));
        const timer = setTimeout(giveUp, deadlineMs);
        waiting.set(correlationId, { stream: append.stream, timer, resolve, reject });
        // What else is asked for in this turn of the event loop goes with it.
        if (unsent.push(request) === 1) setImmediate(flush);
      }),
    /** Ends the call as soon as nobody waits for an answer on it. */
    retire() {
      isRetired = true;
      endIfDone();
    },
  };
}
export type Batch = ReturnType<typeof openBatch>;

const nothing = () => undefined;

const asItIs = (piece: Buffer): Buffer => piece;

const MAX_UNDER_WAY = 256;

/**
 * Many appends, which the server writes in their order: several hundred are on their way at a time.
 * After the first that fails no more are sent; a few that follow it are, by then.
 */
export async function sendInOrder(batch: Batch, appends: Iterable<Append>): Promise<void> {
  const failures: unknown[] = [];
  const underWay: Promise<unknown>[] = [];
  for (const append of appends) {
    underWay.push(batch.send(append).catch((error) => failures.push(error)));
    // The older half, so that as many go together in one piece.
    if (underWay.length >= MAX_UNDER_WAY) await Promise.all(underWay.splice(0, MAX_UNDER_WAY / 2));
    if (failures.length > 0) break;
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
}

interface Request {
  readonly correlationId: string;
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly {
    readonly id: string;
    readonly type: string;
    /** JSON as a text. */
    readonly data: string | Uint8Array;
    readonly metadata: string;
  }[];
}

/** @throws where something is no JSON: by itself, before others go with it */
const requestOf = ({ stream, expected, events }: Append): Request => ({
  ...{ correlationId: randomUUID(), stream, expected },
  events: events.map(({ id, type, data, metadata }) => ({
    ...{ id, type, metadata: json(metadata) },
    data: data instanceof Uint8Array ? data : json(data),
  })),
});

/** Nothing of what an event lacks, as one that others wrote may, and that is restored. */
const json = (value: unknown): string => JSON.stringify(value) ?? '';

const MOST_IN_A_PIECE = 64;

/**
 * Takes the first of the requests, as many as are one piece: several messages as what gRPC sends for
 * one. Message by message, streams and callbacks cost more than all else that is done for an event.
 */
function nextPiece(requests: Request[]): Buffer {
  const writer = writeBackwards();
  for (const request of requests.splice(0, MOST_IN_A_PIECE).reverse())
    writer.framed(() => writeRequest(writer, request));
  return asOneMessage(writer.written());
}

// Field numbers of `event_store.client.streams.BatchAppendReq`.
const REQUEST = { correlationId: 1, options: 2, events: 3, isFinal: 4 };
const OPTIONS = { stream: 1, revision: 2, noStream: 3, any: 4 };
const EVENT = { id: 1, systemMetadata: 2, metadata: 3, data: 4 };
const ENTRY = { key: 1, value: 2 };
const STREAM = { name: 3 };
const ID = { text: 2 };

/**
 * A whole append as one message. It names no deadline: the server has a limit of its own, also of
 * bytes; an absolute one fails where clocks differ.
 */
function writeRequest(
  writer: BackwardsWriter,
  { correlationId, stream, expected, events }: Request,
): void {
  const { part, text, number } = writer;
  number(REQUEST.isFinal, 1);
  for (const event of events.toReversed()) part(REQUEST.events, () => writeEvent(writer, event));
  part(REQUEST.options, () => {
    if (expected === 'any') part(OPTIONS.any, nothing);
    else if (expected === 'no-stream') part(OPTIONS.noStream, nothing);
    else number(OPTIONS.revision, expected);
    part(OPTIONS.stream, () => text(STREAM.name, stream));
  });
  part(REQUEST.correlationId, () => text(ID.text, correlationId));
}

function writeEvent(
  writer: BackwardsWriter,
  { id, type, data, metadata }: Request['events'][number],
): void {
  const { part, text, bytes } = writer;
  const isJson = typeof data === 'string';
  const entry = (key: string, value: string) =>
    part(EVENT.systemMetadata, () => {
      text(ENTRY.value, value);
      text(ENTRY.key, key);
    });
  if (isJson) text(EVENT.data, data);
  else bytes(EVENT.data, data);
  text(EVENT.metadata, metadata);
  entry('content-type', isJson ? 'application/json' : 'application/octet-stream');
  entry('type', type);
  part(EVENT.id, () => text(ID.text, id));
}

function writtenAt(success: streams.BatchAppendResp.Success): WrittenAt {
  const revision = BigInt(success.getCurrentRevision());
  const place = success.getPosition();
  if (!place) return { revision };
  const commit = BigInt(place.getCommitPosition());
  return { revision, position: { commit, prepare: BigInt(place.getPreparePosition()) } };
}

/** Sending these again leads nowhere; all others mean that it is not known, or not now. */
const FOR_GOOD = ['BadRequest', 'MaximumAppendSizeExceeded', 'StreamDeleted'];

/** The type of what an error has inside says what it is; where that is empty, its message does. */
function refusalOf(stream: string, answer: streams.BatchAppendResp): Error {
  const details = answer.getError()?.getDetails()?.getTypeName() ?? '';
  const [, refusal = answer.getError()?.getMessage()] =
    /^event_store\.client\.(.+)$/.exec(details) ?? [];
  if (refusal === 'WrongExpectedVersion') return new WrongRevision(stream);
  if (refusal === 'AccessDenied') return new AccessDenied(stream);
  const error = new Error(`The event store refused an append to ${stream}: ${refusal}`);
  return FOR_GOOD.includes(refusal ?? '') ? error : unavailable('The event store', error);
}
