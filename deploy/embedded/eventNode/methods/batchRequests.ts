/**
 * What comes on Streams/BatchAppend, read by hand, as the generated messages cost several times as
 * much. Field numbers are those of `event_store.client.streams.BatchAppendReq`.
 */
import {
  bytesTag,
  nextTag,
  numberTag,
  type Reading,
  reading,
  skip,
  takeBytes,
  takeMessage,
  takeNumber,
  takeText,
  takeUuid,
} from '@insuremanager/services/platform/eventLog/protobuf';
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
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === bytesTag(1)) correlation = takeBytes(from);
    else if (tag === bytesTag(2)) options = takeOptions(takeMessage(from));
    else if (tag === bytesTag(3)) events.push(takeMessage(from));
    else if (tag === numberTag(4)) isFinal = takeNumber(from) === 1;
    else skip(from, tag);
  }
  return { correlation, options, events, isFinal };
};

/** A deadline comes as a time or as a duration, which begins now. */
const takeOptions = (from: Reading): BatchOptions => {
  let identifier = NOTHING;
  let expected: Expected = 0;
  let deadline = Number.POSITIVE_INFINITY;
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === bytesTag(1)) identifier = takeBytes(from);
    else if (tag === numberTag(2)) expected = takeNumber(from);
    else {
      if (tag === bytesTag(3)) expected = 'no-stream';
      if (tag === bytesTag(4)) expected = 'any';
      if (tag === bytesTag(5)) expected = 'stream-exists';
      if (tag === bytesTag(6)) deadline = takeMillis(takeMessage(from));
      else if (tag === bytesTag(7)) deadline = Date.now() + takeMillis(takeMessage(from));
      else skip(from, tag);
    }
  }
  return { identifier, stream: takeStreamName(reading(identifier)), expected, deadline };
};

const takeStreamName = (from: Reading): string => {
  let name = '';
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === bytesTag(3)) name = takeText(from);
    else skip(from, tag);
  }
  return name;
};

/** Of `google.protobuf.Timestamp` or `Duration`: seconds and nanoseconds. */
const takeMillis = (from: Reading): number => {
  let millis = 0;
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === numberTag(1)) millis += takeNumber(from) * 1e3;
    else if (tag === numberTag(2)) millis += takeNumber(from) / 1e6;
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
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === bytesTag(1)) id = takeUuid(takeMessage(from));
    else if (tag === bytesTag(2)) takeProperty(takeMessage(from), properties);
    else if (tag === bytesTag(3)) metadata = takeBytes(from);
    else if (tag === bytesTag(4)) data = takeBytes(from);
    else skip(from, tag);
  }
  return checkedEvent({ id, properties, data, metadata });
};

const takeProperty = (from: Reading, properties: Map<string, string>): void => {
  let key = '';
  let value = '';
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === bytesTag(1)) key = takeText(from);
    else if (tag === bytesTag(2)) value = takeText(from);
    else skip(from, tag);
  }
  properties.set(key, value);
};
