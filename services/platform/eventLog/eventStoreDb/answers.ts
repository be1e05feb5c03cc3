/**
 * What a server answers to Streams/Read, decoded without the generated classes. Field numbers are
 * those of `event_store.client.streams.ReadResp`; what is not needed is skipped.
 */
import type { LogPosition, StoredEvent } from '../eventLog.js';
import type { Signal } from '../inbox.js';
import {
  bytesOf,
  fieldOf,
  nextTag,
  type Reading,
  readBigInt,
  reading,
  readPart,
  skip,
  textOf,
} from './protobuf.js';

const ANSWER = { event: 1, caughtUp: 8 };
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
const TICKS_PER_MS = 10_000n;

/** An answer holds one thing; a link whose event is gone is none. */
export function decodeAnswer(message: Buffer): StoredEvent | Signal {
  const from = reading(message);
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    const field = fieldOf(tag);
    if (field === ANSWER.event) return resolvedEvent(readPart(from)) ?? 'other';
    if (field === ANSWER.caughtUp) return 'caught-up';
    skip(from, tag);
  }
  return 'other';
}

function resolvedEvent(from: Reading): StoredEvent | undefined {
  let event: StoredEvent | undefined;
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    if (fieldOf(tag) === RESOLVED.event) event = recordedEvent(readPart(from));
    else skip(from, tag);
  }
  return event;
}

function recordedEvent(from: Reading): StoredEvent {
  let id = '';
  let stream = '';
  let revision = 0n;
  let prepare = NO_POSITION;
  let commit = NO_POSITION;
  let metadata: Reading | undefined;
  let data: Reading | undefined;
  const system: SystemMetadata = { type: '', isJson: false, created: undefined };
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
    throw new Error(
      'The event store does not say where events stand: EventStoreDB 23.10 is needed',
    );
  const position: LogPosition = { commit, prepare };
  return {
    id,
    stream,
    revision,
    position,
    type: system.type,
    data: system.isJson ? json(data) : data && Uint8Array.from(bytesOf(data)),
    metadata: metadata && metadata.at < metadata.end ? json(metadata) : undefined,
    storedAt: new Date(system.created ?? 0),
  };
}

/** What the server knows of an event. */
interface SystemMetadata {
  type: string;
  isJson: boolean;
  /** Milliseconds since 1970. */
  created: number | undefined;
}

function readEntry(from: Reading, into: SystemMetadata): void {
  let key = '';
  let value: Reading = { ...from, at: from.end };
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    const field = fieldOf(tag);
    if (field === ENTRY.key) key = textOf(readPart(from));
    else if (field === ENTRY.value) value = readPart(from);
    else skip(from, tag);
  }
  if (key === 'type') into.type = textOf(value);
  else if (key === 'content-type') into.isJson = textOf(value) === 'application/json';
  else if (key === 'created') into.created = Number(BigInt(textOf(value)) / TICKS_PER_MS);
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
