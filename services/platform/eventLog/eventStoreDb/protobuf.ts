/**
 * Protobuf where it lies. The generated classes copy each part of a message, and turn its bytes into
 * text and back: of what an event cost, from the wire and onto it, that was half.
 */

/** A part of a buffer that is read. */
export interface Reading {
  readonly buffer: Buffer;
  /** Where the next byte is. */
  at: number;
  readonly end: number;
}

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

export const readingOf = (buffer: Buffer): Reading => ({ buffer, at: 0, end: buffer.length });

/** The number of the next field and its kind, which is read or skipped then; 0 at the end. */
export const nextTag = (from: Reading): number => (from.at < from.end ? readNumber(from) : 0);

export const fieldOf = (tag: number): number => tag >>> 3;

/** An unsigned number of 64 bits. */
export const readBigInt = (from: Reading): bigint => BigInt(readVarint(from));

/** An unsigned number below 2^53. @throws RangeError for a larger one. */
function readNumber(from: Reading): number {
  const value = readVarint(from);
  if (typeof value === 'bigint') throw new RangeError('A number is too large');
  return value;
}

/** A bigint where a number does not hold it exactly. */
function readVarint(from: Reading): number | bigint {
  const { buffer, at } = from;
  let value = 0;
  let scale = 1;
  for (;;) {
    const byte = from.at < from.end ? buffer[from.at] : undefined;
    if (byte === undefined) throw cutOff();
    from.at += 1;
    value += (byte & 127) * scale;
    if (byte < 128) break;
    scale *= 128;
  }
  return Number.isSafeInteger(value) ? value : largeNumber(buffer.subarray(at, from.at));
}

const largeNumber = (bytes: Buffer): bigint =>
  bytes.reduceRight((above, byte) => (above << 7n) | BigInt(byte & 127), 0n);

/** The message or the bytes that come next; `from` stands after them then. */
export function readPart(from: Reading): Reading {
  const length = readNumber(from);
  const { at } = from;
  const end = at + length;
  if (end > from.end) throw cutOff();
  from.at = end;
  return { buffer: from.buffer, at, end };
}

export const bytesOf = ({ buffer, at, end }: Reading): Buffer => buffer.subarray(at, end);

export const textOf = ({ buffer, at, end }: Reading): string => buffer.toString('utf8', at, end);

export function skip(from: Reading, tag: number): void {
  const kind = tag & 7;
  if (kind === VARINT) readVarint(from);
  else if (kind === LENGTH_DELIMITED) readPart(from);
  else if (kind === FIXED64) from.at += 8;
  else if (kind === FIXED32) from.at += 4;
  else throw new Error(`Protobuf of an unknown kind ${kind}`);
}

const cutOff = () => new Error('An answer of the event store is cut off');

/**
 * Writes from the last byte to the first: how long a part is, which stands before it, is known then.
 * So messages are written last to first, and each from its last field.
 */
export function writeBackwards(bytes = 64 * 1024) {
  let buffer = Buffer.allocUnsafe(bytes);
  let used = 0;

  /** Where so many more bytes begin, in a buffer that may be another one than before. */
  const place = (count: number): number => {
    if (used + count > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(used + count, 2 * buffer.length));
      buffer.copy(larger, larger.length - used, buffer.length - used);
      buffer = larger;
    }
    used += count;
    return buffer.length - used;
  };
  const varint = (value: bigint | number): void => {
    const parts: number[] = [];
    let rest = BigInt(value);
    for (; rest > 127n; rest >>= 7n) parts.push(Number(rest & 127n) | 128);
    parts.push(Number(rest));
    const at = place(parts.length);
    buffer.set(parts, at);
  };
  const small = (value: number): void => {
    if (value > 127) varint(value);
    else {
      const at = place(1);
      buffer[at] = value;
    }
  };
  const tag = (field: number, kind: number) => small((field << 3) | kind);

  const part = (field: number, write: () => void): void => {
    const before = used;
    write();
    small(used - before);
    tag(field, LENGTH_DELIMITED);
  };
  return {
    part,
    number(field: number, value: bigint | number) {
      varint(value);
      tag(field, VARINT);
    },
    text: (field: number, text: string) =>
      part(field, () => {
        const at = place(Buffer.byteLength(text));
        buffer.write(text, at);
      }),
    bytes: (field: number, content: Uint8Array) =>
      part(field, () => {
        const at = place(content.length);
        buffer.set(content, at);
      }),
    /** A message as gRPC frames it: behind a flag for compression, and its length. */
    framed(write: () => void) {
      const before = used;
      write();
      const length = used - before;
      const at = place(FRAME_BYTES);
      buffer.writeUInt8(0, at);
      buffer.writeUInt32BE(length, at + 1);
    },
    /** Of this buffer, which is not written to any more. */
    written: () => buffer.subarray(buffer.length - used),
  };
}
export type BackwardsWriter = ReturnType<typeof writeBackwards>;

/** A flag for compression, and the length of the message in four bytes. */
const FRAME_BYTES = 5;

/**
 * Framed messages as what grpc-js takes for one. It asks a message for its length, writes its frame and
 * has it copied behind that; this one then overwrites that frame with those of all its messages.
 */
export function asOneMessage(framed: Buffer): Buffer {
  const behindFrame = framed.subarray(FRAME_BYTES);
  behindFrame.copy = (target) => framed.copy(target);
  return behindFrame;
}
