/**
 * Events on their way into the log in bulk: one after the other, each as a head of fixed length and
 * the bytes of its texts. Both ends are of one release, so that it has no versions.
 */
import type { EventToAppend, Revision } from '@insuremanager/services/platform/eventLog/eventLog';
import type { ProposedEvent } from '../event.js';
import { invalidArgument } from '../failures.js';

/** An event with its place. */
export interface EventToLoad extends EventToAppend {
  readonly stream: string;
  readonly revision: Revision;
}

/** Of a head: the id, the revision, and the lengths of stream, type, data and metadata. */
const ID_BYTES = 16;
const REVISION_AT = ID_BYTES;
const LENGTHS_AT = REVISION_AT + 8;
const LENGTHS = 4;
const HEAD_BYTES = LENGTHS_AT + LENGTHS * 4;

const FIRST_CAPACITY = 64 * 1024;
/** UTF-8 of a UTF-16 code unit takes no more. */
const MAX_BYTES_PER_UNIT = 3;

/** A chunk that is being written. */
export interface ChunkWriter {
  readonly bytes: number;
  put(event: EventToLoad): void;
  /** What was put since the last time. */
  take(): Buffer;
}

export function createChunkWriter(): ChunkWriter {
  let buffer = Buffer.allocUnsafe(FIRST_CAPACITY);
  let at = 0;

  const makeRoom = (bytes: number): void => {
    if (at + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + bytes));
    buffer.copy(larger, 0, 0, at);
    buffer = larger;
  };

  return {
    get bytes() {
      return at;
    },
    put({ id, stream, revision, type, data, metadata }) {
      const texts = [stream, type, jsonOf(data), jsonOf(metadata)];
      const units = texts.reduce((sum, text) => sum + text.length, 0);
      makeRoom(HEAD_BYTES + units * MAX_BYTES_PER_UNIT);
      if (buffer.write(id.replaceAll('-', ''), at, ID_BYTES, 'hex') !== ID_BYTES)
        throw new Error(`The id of an event of ${stream} is not a UUID`);
      buffer.writeBigUInt64BE(revision, at + REVISION_AT);
      let end = at + HEAD_BYTES;
      texts.forEach((text, index) => {
        const written = buffer.write(text, end);
        buffer.writeUInt32BE(written, at + LENGTHS_AT + index * 4);
        end += written;
      });
      at = end;
    },
    take() {
      const chunk = buffer.subarray(0, at);
      buffer = Buffer.allocUnsafe(buffer.length);
      at = 0;
      return chunk;
    },
  };
}

/** Nothing of what an event lacks, as one that others wrote may. */
const jsonOf = (value: unknown): string => JSON.stringify(value) ?? '';

/** An event of a chunk, read. */
export interface LoadedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly event: ProposedEvent;
}

/** The events share the bytes of the chunk. @throws INVALID_ARGUMENT when it does not end with one. */
export function eventsOfChunk(chunk: Buffer): LoadedEvent[] {
  const events: LoadedEvent[] = [];
  let at = 0;
  while (at < chunk.length) {
    if (at + HEAD_BYTES > chunk.length) throw cutOff();
    const id = chunk.toString('hex', at, at + ID_BYTES);
    const revision = Number(chunk.readBigUInt64BE(at + REVISION_AT));
    let end = at + HEAD_BYTES;
    const next = (index: number): Buffer => {
      const start = end;
      end += chunk.readUInt32BE(at + LENGTHS_AT + index * 4);
      return chunk.subarray(start, end);
    };
    const [stream, type] = [textOf(next(0)), textOf(next(1))];
    const [data, metadata] = [next(2), next(3)];
    if (end > chunk.length) throw cutOff();
    events.push({
      stream,
      revision,
      event: {
        ...{ id: uuidOf(id), type, isJson: true, data },
        metadata: metadata.length > 0 ? metadata : null,
      },
    });
    at = end;
  }
  return events;
}

/** @throws INVALID_ARGUMENT for a name that the log cannot hold. */
function textOf(bytes: Buffer): string {
  if (bytes.length === 0 || bytes.includes(0))
    throw invalidArgument('A stream or a type is missing.');
  return bytes.toString('utf8');
}

const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

const cutOff = () => invalidArgument('A chunk ends within an event.');
