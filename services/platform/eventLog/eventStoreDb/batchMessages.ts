/**
 * The messages of Streams/BatchAppend, `event_store.client.streams.BatchAppendReq` and
 * `BatchAppendResp`, as the adapter writes and reads them. When writing, the fields of a message run
 * from the last to the first.
 */
import type { EventToAppend, ExpectedRevision, LogPosition, Revision } from '../eventLog.js';
import {
  bytesTag,
  endMessage,
  maxBytesOf,
  nextTag,
  numberTag,
  putNumber,
  putText,
  type Reading,
  reading,
  skip,
  takeMessage,
  takeText,
  takeUint64,
  takeUuid,
  type Writing,
  writing,
  written,
} from '../protobuf.js';

export interface AppendRequest {
  /** A UUID, by which the answer is found. */
  readonly correlationId: string;
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventToAppend[];
  /** Later than so many milliseconds after its arrival, the server need not write it any more. */
  readonly deadlineMs: number;
}

/** Room for everything in an append, or an event, but its contents and its names. */
const FRAME = 256;

/** A whole append as one message. */
export const encodeAppend = (request: AppendRequest): Buffer => {
  const events = request.events.map(contentsOf);
  const to = writing(
    events.reduce((sum, { bytes }) => sum + FRAME + bytes, FRAME + maxBytesOf(request.stream)),
  );
  putNumber(to, 4, 1); // is_final
  for (const event of events.reverse()) putEvent(to, event);
  putOptions(to, request);
  putUuid(to, request.correlationId);
  return written(to);
};

interface Contents {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
  /** The most that they take. */
  readonly bytes: number;
}

const contentsOf = ({ id, type, data, metadata }: EventToAppend): Contents => {
  const texts = { data: jsonOf(data), metadata: jsonOf(metadata) };
  const bytes =
    Buffer.byteLength(texts.data) + Buffer.byteLength(texts.metadata) + maxBytesOf(type);
  return { id, type, ...texts, bytes };
};

/** Nothing of what an event lacks, as one that others wrote may, and that is restored. */
const jsonOf = (value: unknown): string => JSON.stringify(value) ?? '';

const putEvent = (to: Writing, event: Contents): void => {
  const end = to.start;
  putText(to, 4, event.data);
  putText(to, 3, event.metadata);
  putProperty(to, 'content-type', 'application/json');
  putProperty(to, 'type', event.type);
  putUuid(to, event.id);
  endMessage(to, 3, end);
};

/** An entry of the map that says what the server needs to know of an event. */
const putProperty = (to: Writing, key: string, value: string): void => {
  const end = to.start;
  putText(to, 2, value);
  putText(to, 1, key);
  endMessage(to, 2, end);
};

const putUuid = (to: Writing, id: string): void => {
  const end = to.start;
  putText(to, 2, id);
  endMessage(to, 1, end);
};

/** The deadline is a duration: an absolute one would fail wherever clocks differ. */
const putOptions = (to: Writing, { stream, expected, deadlineMs }: AppendRequest): void => {
  const end = to.start;
  putNumber(to, 2, (deadlineMs % 1_000) * 1_000_000);
  putNumber(to, 1, Math.floor(deadlineMs / 1_000));
  endMessage(to, 7, end);
  if (expected === 'any') endMessage(to, 4, to.start);
  else if (expected === 'no-stream') endMessage(to, 3, to.start);
  else putNumber(to, 2, Number(expected));
  const name = to.start;
  putText(to, 3, stream);
  endMessage(to, 1, name);
  endMessage(to, 2, end);
};

/** What the server says of one append. */
export interface AppendAnswer {
  readonly correlationId: string;
  /** Where it was written; or why it was not, in the words of the server. */
  readonly outcome: WrittenAt | { readonly refusal: string };
}

export interface WrittenAt {
  readonly revision: Revision;
  /** Null when the server does not say. */
  readonly position: LogPosition | null;
}

/** @throws when it is no such message. */
export const decodeAnswer = (bytes: Buffer): AppendAnswer => {
  let correlationId = '';
  let outcome: AppendAnswer['outcome'] = { refusal: '' };
  const from = reading(bytes);
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === bytesTag(1)) correlationId = takeUuid(takeMessage(from));
    else if (tag === bytesTag(2)) outcome = { refusal: takeStatus(takeMessage(from)) };
    else if (tag === bytesTag(3)) outcome = takeSuccess(takeMessage(from));
    else skip(from, tag);
  }
  return { correlationId, outcome };
};

const takeSuccess = (from: Reading): WrittenAt => {
  let revision: Revision = 0n;
  let position: LogPosition | null = null;
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === numberTag(1)) revision = takeUint64(from);
    else if (tag === bytesTag(3)) position = takePosition(takeMessage(from));
    else skip(from, tag);
  }
  return { revision, position };
};

const takePosition = (from: Reading): LogPosition => {
  let commit = 0n;
  let prepare = 0n;
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === numberTag(1)) commit = takeUint64(from);
    else if (tag === numberTag(2)) prepare = takeUint64(from);
    else skip(from, tag);
  }
  return { commit, prepare };
};

/**
 * `google.rpc.Status`: the name of the details packed inside, such as `WrongExpectedVersion`, or,
 * where those are empty, the message.
 */
const takeStatus = (from: Reading): string => {
  let message = '';
  let details = '';
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === bytesTag(2)) message = takeText(from);
    else if (tag === bytesTag(3)) details = takeTypeName(takeMessage(from));
    else skip(from, tag);
  }
  return details.startsWith(DETAILS) ? details.slice(DETAILS.length) : message;
};

const DETAILS = 'event_store.client.';

/** Of `google.protobuf.Any`, whose type is an address that ends with the name. */
const takeTypeName = (from: Reading): string => {
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === bytesTag(1)) return takeText(from).replace(/^.*\//, '');
    skip(from, tag);
  }
  return '';
};
