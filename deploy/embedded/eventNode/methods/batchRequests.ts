/**
 * What comes on Streams/BatchAppend, read by hand, as the generated messages cost several times as
 * much. Field numbers are those of `event_store.client.streams.BatchAppendReq`.
 */
import {
  bytesOf,
  fieldOf,
  nextTag,
  type Reading,
  readBigInt,
  reading,
  readNumber,
  readPart,
  skip,
  textOf,
  uuidIn,
} from '@insuremanager/services/platform/eventLog/eventStoreDb/protobuf';
import type { Expected } from '../decide.js';
import type { ProposedEvent } from '../event.js';
import { checkedEvent } from '../requests.js';

const NOTHING: Buffer = Buffer.alloc(0);

/** A chunk of an append. */
export interface BatchRequest {
  /** The id of the append, encoded as it came. */
  readonly correlation: Buffer;
  /** In the first chunk. */
  readonly options: BatchOptions | null;
  /** Not read yet. */
  readonly events: readonly Reading[];
  readonly isFinal: boolean;
}

export interface BatchOptions {
  /** The stream, encoded as it came. */
  readonly identifier: Buffer;
  /** Its name, not checked yet. */
  readonly stream: string;
  readonly expected: Expected;
  /** Milliseconds since 1970. */
  readonly deadline: number;
}

/** @throws when it is no such message. */
export const takeRequest = (bytes: Buffer): BatchRequest => {
  let correlation = NOTHING;
  let options: BatchOptions | null = null;
  const events: Reading[] = [];
  let isFinal = false;
  const from = reading(bytes);
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    if (fieldOf(tag) === 1) correlation = bytesOf(readPart(from));
    else if (fieldOf(tag) === 2) options = takeOptions(readPart(from));
    else if (fieldOf(tag) === 3) events.push(readPart(from));
    else if (fieldOf(tag) === 4) isFinal = readNumber(from) === 1;
    else skip(from, tag);
  }
  return { correlation, options, events, isFinal };
};

/** A deadline comes as a time or as a duration, which begins now. */
const takeOptions = (from: Reading): BatchOptions => {
  let identifier = NOTHING;
  let expected: Expected = 0;
  let deadline = Number.POSITIVE_INFINITY;
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    if (fieldOf(tag) === 1) identifier = bytesOf(readPart(from));
    else if (fieldOf(tag) === 2) expected = Number(readBigInt(from));
    else {
      if (fieldOf(tag) === 3) expected = 'no-stream';
      if (fieldOf(tag) === 4) expected = 'any';
      if (fieldOf(tag) === 5) expected = 'stream-exists';
      if (fieldOf(tag) === 6) deadline = takeMillis(readPart(from));
      else if (fieldOf(tag) === 7) deadline = Date.now() + takeMillis(readPart(from));
      else skip(from, tag);
    }
  }
  return { identifier, stream: takeStreamName(reading(identifier)), expected, deadline };
};

const takeStreamName = (from: Reading): string => {
  let name = '';
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    if (fieldOf(tag) === 3) name = textOf(readPart(from));
    else skip(from, tag);
  }
  return name;
};

/** Of `google.protobuf.Timestamp` or `Duration`: seconds and nanoseconds. */
const takeMillis = (from: Reading): number => {
  let millis = 0;
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    if (fieldOf(tag) === 1) millis += Number(readBigInt(from)) * 1e3;
    else if (fieldOf(tag) === 2) millis += Number(readBigInt(from)) / 1e6;
    else skip(from, tag);
  }
  return millis;
};

/** @throws INVALID_ARGUMENT when the event lacks what it must have. */
export const takeEvent = (from: Reading): ProposedEvent => {
  let id = '';
  const properties = new Map<string, string>();
  let metadata = NOTHING;
  let data = NOTHING;
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    if (fieldOf(tag) === 1) id = uuidIn(readPart(from));
    else if (fieldOf(tag) === 2) takeProperty(readPart(from), properties);
    else if (fieldOf(tag) === 3) metadata = bytesOf(readPart(from));
    else if (fieldOf(tag) === 4) data = bytesOf(readPart(from));
    else skip(from, tag);
  }
  return checkedEvent({ id, properties, data, metadata });
};

const takeProperty = (from: Reading, properties: Map<string, string>): void => {
  let key = '';
  let value = '';
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    if (fieldOf(tag) === 1) key = textOf(readPart(from));
    else if (fieldOf(tag) === 2) value = textOf(readPart(from));
    else skip(from, tag);
  }
  properties.set(key, value);
};
