import { randomUUID } from 'node:crypto';
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import { createStreamIdentifier } from '@eventstore/db-client/dist/utils/grpcStreamIdentifier.js';
import { createUUID, parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { unavailable } from '../../errors.js';
import {
  type Appended,
  type EventToAppend,
  type ExpectedRevision,
  WrongRevision,
} from '../eventLog.js';
import { AccessDenied } from './accessDenied.js';
import { openCall } from './calls.js';

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
  const opened = openCall(client, (calls, ...how) => {
    const call = calls.batchAppend(...how).on('data', receive);
    // Also when another server is the leader now.
    call.on('error', (error) => fail(convertToCommandError(error)));
    // A server that goes away in an orderly manner. The client waits for our end, too.
    return call.on('end', () => {
      fail(unavailable('The event store'));
      call.end();
    });
  });
  opened.catch(fail);

  return {
    /**
     * @throws WrongRevision. Refusal `unavailable` when there is no answer in time, or the call
     * breaks: it is not known then whether the events are written. The client's error for other
     * failures of the call, and a plain one when the server refuses for good.
     */
    send: (append: Append) =>
      new Promise<WrittenAt>((resolve, reject) => {
        if (broken) return reject(broken.error);
        const correlationId = randomUUID();
        const request = encode(correlationId, append);
        const giveUp = () => settle(correlationId, () => reject(unavailable('The event store')));
        const timer = setTimeout(giveUp, deadlineMs);
        waiting.set(correlationId, { stream: append.stream, timer, resolve, reject });
        // What nobody waits for any more is not sent.
        opened.then((call) => waiting.has(correlationId) && call.write(request), nothing);
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
    if (underWay.length >= MAX_UNDER_WAY) await underWay.shift();
    if (failures.length > 0) break;
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
}

/**
 * A whole append as one message. It names no deadline: the generated messages know an absolute one
 * only, which fails where clocks differ; the server has a limit of its own, also of bytes.
 */
function encode(
  correlationId: string,
  { stream, expected, events }: Append,
): streams.BatchAppendReq {
  const options = new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(createStreamIdentifier(stream));
  if (expected === 'any') options.setAny(new shared.Empty());
  else if (expected === 'no-stream') options.setNoStream(new shared.Empty());
  else options.setStreamPosition(expected.toString());
  return new streams.BatchAppendReq()
    .setCorrelationId(createUUID(correlationId))
    .setOptions(options)
    .setProposedMessagesList(events.map(proposed))
    .setIsFinal(true);
}

function proposed({ id, type, data, metadata }: EventToAppend) {
  const isJson = !(data instanceof Uint8Array);
  const message = new streams.BatchAppendReq.ProposedMessage()
    .setId(createUUID(id))
    .setCustomMetadata(json(metadata))
    .setData(isJson ? json(data) : data);
  const contentType = isJson ? 'application/json' : 'application/octet-stream';
  message.getMetadataMap().set('type', type).set('content-type', contentType);
  return message;
}

/** Nothing of what an event lacks, as one that others wrote may, and that is restored. */
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? '');

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
