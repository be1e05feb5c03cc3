/**
 * Reads protobuf where it lies. The generated classes copy each part of an event and turn its bytes
 * into text and back: half of what a subscriber did was that.
 */
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

export const reading = (buffer: Buffer): Reading => ({ buffer, at: 0, end: buffer.length });

/** The number of the next field, which is read or skipped then; 0 at the end. */
export function nextTag(from: Reading): number {
  return from.at < from.end ? readNumber(from) : 0;
}

export const fieldOf = (tag: number): number => tag >>> 3;

/** An unsigned number below 2^53. @throws RangeError for a larger one. */
export function readNumber(from: Reading): number {
  const { buffer } = from;
  let value = 0;
  let scale = 1;
  for (;;) {
    const byte = byteAt(buffer, from);
    value += (byte & 127) * scale;
    if (byte < 128) break;
    scale *= 128;
  }
  if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('A number is too large');
  return value;
}

/** An unsigned number of 64 bits. */
export function readBigInt(from: Reading): bigint {
  const { at } = from;
  let value = 0;
  let scale = 1;
  for (;;) {
    const byte = byteAt(from.buffer, from);
    value += (byte & 127) * scale;
    if (byte < 128) break;
    scale *= 128;
  }
  return value <= Number.MAX_SAFE_INTEGER ? BigInt(value) : largeNumber(from.buffer, at);
}

function largeNumber(buffer: Buffer, start: number): bigint {
  let value = 0n;
  for (let at = start, shift = 0n; ; at += 1, shift += 7n) {
    const byte = buffer[at] ?? 0;
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return value;
  }
}

/** The message or the bytes that come next; `from` stands after them then. */
export function readPart(from: Reading): Reading {
  const length = readNumber(from);
  const at = from.at;
  const end = at + length;
  if (end > from.end) throw cutOff();
  from.at = end;
  return { buffer: from.buffer, at, end };
}

export const bytesOf = ({ buffer, at, end }: Reading): Buffer => buffer.subarray(at, end);

export const textOf = ({ buffer, at, end }: Reading): string => buffer.toString('utf8', at, end);

export function skip(from: Reading, tag: number): void {
  const type = tag & 7;
  if (type === VARINT) readBigInt(from);
  else if (type === LENGTH_DELIMITED) readPart(from);
  else if (type === FIXED64) from.at += 8;
  else if (type === FIXED32) from.at += 4;
  else throw new Error(`Protobuf of an unknown kind ${type}`);
}

function byteAt(buffer: Buffer, from: Reading): number {
  const byte = from.at < from.end ? buffer[from.at] : undefined;
  if (byte === undefined) throw cutOff();
  from.at += 1;
  return byte;
}

const cutOff = () => new Error('An answer of the event store is cut off');
