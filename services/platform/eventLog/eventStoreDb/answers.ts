/**
 * What a server answers to Streams/Read, decoded without the generated classes. Field numbers are
 * those of `event_store.client.streams.ReadResp`; what is not needed is skipped.
 */
import type { StoredEvent } from '../eventLog.js';
import type { Signal } from '../inbox.js';
import {
  bytesTag,
  nextTag,
  numberTag,
  type Reading,
  reading,
  skip,
  takeMessage,
  takeText,
  takeUint64,
  takeUuid,
} from '../protobuf.js';

/** Position of an event on a server too old to send it in a stream's read. */
const NO_POSITION = 0xffffffffffffffffn;

const ANSWER = { event: bytesTag(1), streamNotFound: bytesTag(4), caughtUp: bytesTag(8) };
const RESOLVED = { event: bytesTag(1) };
const EVENT = {
  id: bytesTag(1),
  stream: bytesTag(2),
  revision: numberTag(3),
  prepare: numberTag(4),
  commit: numberTag(5),
  systemMetadata: bytesTag(6),
  metadata: bytesTag(7),
  data: bytesTag(8),
};
const STREAM = { name: bytesTag(3) };
const ENTRY = { key: bytesTag(1), value: bytesTag(2) };

/** Of 100 ns, in a millisecond: the protocol counts time in them. */
const TICKS_PER_MS = 10_000n;

/** An answer holds one thing; a link whose event is gone is none. */
export function decodeAnswer(message: Buffer): StoredEvent | Signal {
  const from = reading(message);
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === ANSWER.event) return resolvedEvent(takeMessage(from)) ?? 'other';
    if (tag === ANSWER.streamNotFound) return 'stream-not-found';
    if (tag === ANSWER.caughtUp) return 'caught-up';
    skip(from, tag);
  }
  return 'other';
}

function resolvedEvent(from: Reading): StoredEvent | undefined {
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === RESOLVED.event) return recordedEvent(takeMessage(from));
    skip(from, tag);
  }
  return undefined;
}

function recordedEvent(from: Reading): StoredEvent {
  let id = '';
  let stream = '';
  let revision = 0n;
  let prepare = NO_POSITION;
  let commit = NO_POSITION;
  let metadata: Reading | undefined;
  let data: Reading | undefined;
  const system: SystemMetadata = { type: '', isJson: false, created: 0 };
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === EVENT.id) id = takeUuid(takeMessage(from));
    else if (tag === EVENT.stream) stream = nameIn(takeMessage(from));
    else if (tag === EVENT.revision) revision = takeUint64(from);
    else if (tag === EVENT.prepare) prepare = takeUint64(from);
    else if (tag === EVENT.commit) commit = takeUint64(from);
    else if (tag === EVENT.systemMetadata) readEntry(takeMessage(from), system);
    else if (tag === EVENT.metadata) metadata = takeMessage(from);
    else if (tag === EVENT.data) data = takeMessage(from);
    else skip(from, tag);
  }
  if (commit === NO_POSITION) throw tooOld();
  return {
    id,
    stream,
    revision,
    position: { commit, prepare },
    type: system.type,
    data: system.isJson ? json(data) : data && Uint8Array.from(bytes(data)),
    metadata: metadata && json(metadata),
    storedAt: new Date(system.created),
  };
}

const tooOld = () =>
  new Error('The event store does not say where events stand: EventStoreDB 23.10 is needed');

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
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === ENTRY.key) key = takeText(from);
    else if (tag === ENTRY.value) value = takeText(from);
    else skip(from, tag);
  }
  if (key === 'type') into.type = value;
  else if (key === 'content-type') into.isJson = value === 'application/json';
  else if (key === 'created') into.created = Number(BigInt(value) / TICKS_PER_MS);
}

function nameIn(from: Reading): string {
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === STREAM.name) return takeText(from);
    skip(from, tag);
  }
  return '';
}

const bytes = ({ buffer, at, end }: Reading): Buffer => buffer.subarray(at, end);

/** What is no JSON, against its own word, stays a text: the codec refuses it, naming the event. */
function json(from: Reading | undefined): unknown {
  const text = from ? bytes(from).toString('utf8') : '';
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
