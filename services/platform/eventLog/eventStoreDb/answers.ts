import type { StoredEvent } from '../eventLog.js';
import {
  bytesOf,
  fieldOf,
  nextTag,
  type Reading,
  readBigInt,
  readingOf,
  readPart,
  skip,
  textOf,
} from './protobuf.js';

/**
 * What a server answers to Streams/Read. An Error is thrown by whoever takes the answer: one that is
 * thrown here would look like a failure of the call.
 */
export type Answer = StoredEvent | 'caught-up' | 'not-found' | 'other' | Error;

// Field numbers of `event_store.client.streams.ReadResp`; what is not needed is skipped.
const ANSWER = { event: 1, streamNotFound: 4, caughtUp: 8 };
const RESOLVED = { event: 1 };
const EVENT = {
  id: 1,
  stream: 2,
  revision: 3,
  prepare: 4,
  commit: 5,
  systemMetadata: 6,
  metadata: 7,
  data: 8,
};
const ID = { text: 2 };
const STREAM = { name: 3 };
const ENTRY = { key: 1, value: 2 };

/** Position of an event on a server too old to send it in a stream's read. */
const NO_POSITION = 0xffffffffffffffffn;

/** Of 100 ns, in a millisecond: the protocol counts time in them. */
const TICKS_PER_MS = 10_000;

/** An answer holds one thing; a link whose event is gone is none. */
export function decodeAnswer(message: Buffer): Answer {
  const from = readingOf(message);
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    const field = fieldOf(tag);
    if (field === ANSWER.event) return resolvedEvent(readPart(from));
    if (field === ANSWER.streamNotFound) return 'not-found';
    if (field === ANSWER.caughtUp) return 'caught-up';
    skip(from, tag);
  }
  return 'other';
}

function resolvedEvent(from: Reading): Answer {
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    if (fieldOf(tag) === RESOLVED.event) return recordedEvent(readPart(from));
    skip(from, tag);
  }
  return 'other';
}

function recordedEvent(from: Reading): StoredEvent | Error {
  let id = '';
  let stream = '';
  let revision = 0n;
  // A number that is 0 is not sent.
  let prepare = 0n;
  let commit = 0n;
  let metadata: Reading | undefined;
  let data: Reading | undefined;
  const system: SystemMetadata = { type: '', isJson: false, created: 0 };
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    const field = fieldOf(tag);
    if (field === EVENT.id) id = textIn(readPart(from), ID.text);
    else if (field === EVENT.stream) stream = textIn(readPart(from), STREAM.name);
    else if (field === EVENT.revision) revision = readBigInt(from);
    else if (field === EVENT.prepare) prepare = readBigInt(from);
    else if (field === EVENT.commit) commit = readBigInt(from);
    else if (field === EVENT.systemMetadata) readEntry(readPart(from), system);
    else if (field === EVENT.metadata) metadata = readPart(from);
    else if (field === EVENT.data) data = readPart(from);
    else skip(from, tag);
  }
  if (commit === NO_POSITION)
    return new Error('The event store does not say where events stand: use EventStoreDB 23.10');
  return {
    ...{ id, stream, revision, position: { commit, prepare }, type: system.type },
    data: system.isJson ? json(data) : copyOf(data),
    metadata: metadata && json(metadata),
    storedAt: new Date(system.created),
  };
}

/** What the server knows of an event. */
interface SystemMetadata {
  type: string;
  isJson: boolean;
  /** Milliseconds since 1970. */
  created: number;
}

function readEntry(from: Reading, into: SystemMetadata): void {
  let key = '';
  let value = '';
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    const field = fieldOf(tag);
    if (field === ENTRY.key) key = textOf(readPart(from));
    else if (field === ENTRY.value) value = textOf(readPart(from));
    else skip(from, tag);
  }
  if (key === 'type') into.type = value;
  else if (key === 'content-type') into.isJson = value === 'application/json';
  else if (key === 'created') into.created = Math.floor(Number(value) / TICKS_PER_MS);
}

/** The text in a field of a message that holds little else. */
function textIn(from: Reading, field: number): string {
  let text = '';
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    if (fieldOf(tag) === field) text = textOf(readPart(from));
    else skip(from, tag);
  }
  return text;
}

/** What is no JSON, against its own word, stays a text: the codec refuses it, naming the event. */
function json(from: Reading | undefined): unknown {
  const text = from ? textOf(from) : '';
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Bytes of which the rest of the answer is not kept for them. */
const copyOf = (from: Reading | undefined): Uint8Array =>
  Uint8Array.from(from ? bytesOf(from) : []);
