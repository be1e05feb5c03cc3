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

/** A UUID, in either form of the event store’s protocol: a text, or two numbers of 64 bits. */
export function uuidIn(from: Reading): string {
  let high = 0n;
  let low = 0n;
  for (let tag = nextTag(from); tag !== 0; tag = nextTag(from)) {
    const field = fieldOf(tag);
    if (field === 2) return textOf(readPart(from));
    if (field !== 1) {
      skip(from, tag);
      continue;
    }
    const halves = readPart(from);
    for (let half = nextTag(halves); half !== 0; half = nextTag(halves)) {
      if (fieldOf(half) === 1) high = readBigInt(halves);
      else if (fieldOf(half) === 2) low = readBigInt(halves);
      else skip(halves, half);
    }
  }
  const digits = ((high << 64n) | low).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Protobuf written from the last field to the first: the length that stands before a nested
 * message is then known when it is due, and no byte is measured or copied twice.
 */
export interface Writing {
  readonly buffer: Buffer;
  /** Where the part that is written begins. */
  start: number;
}

/** @param capacity the bytes that the message may take at most. */
export const writing = (capacity: number): Writing => ({
  buffer: Buffer.allocUnsafe(capacity),
  start: capacity,
});

/** What has been written. */
export const written = ({ buffer, start }: Writing): Buffer => buffer.subarray(start);

/** The most that `text` takes as UTF-8. */
export const maxBytesOf = (text: string): number => text.length * 3;

const varintLength = (value: number): number => {
  let length = 1;
  for (let rest = value; rest > 127; rest = Math.floor(rest / 128)) length += 1;
  return length;
};

const putVarint = (to: Writing, value: number): void => {
  to.start -= varintLength(value);
  let at = to.start;
  let rest = value;
  // Arithmetic instead of shifts, as these numbers pass 32 bits.
  while (rest > 127) {
    to.buffer[at] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
    at += 1;
  }
  to.buffer[at] = rest;
};

const putTag = (to: Writing, field: number, wireType: number): void =>
  putVarint(to, (field << 3) | wireType);

const putRaw = (to: Writing, bytes: Uint8Array): void => {
  to.start -= bytes.length;
  to.buffer.set(bytes, to.start);
};

export const putNumber = (to: Writing, field: number, value: number): void => {
  putVarint(to, value);
  putTag(to, field, VARINT);
};

/** A number beyond those that a double holds exactly, encoded already. */
export const putEncodedNumber = (to: Writing, field: number, value: Uint8Array): void => {
  putRaw(to, value);
  putTag(to, field, VARINT);
};

export const putBytes = (to: Writing, field: number, value: Uint8Array): void => {
  putRaw(to, value);
  endMessage(to, field, to.start + value.length);
};

export const putText = (to: Writing, field: number, value: string): void => {
  const length = Buffer.byteLength(value);
  to.start -= length;
  to.buffer.write(value, to.start);
  endMessage(to, field, to.start + length);
};

/**
 * Closes a nested message, whose fields have just been written.
 * @param end `start` as it was before the first of them.
 */
export const endMessage = (to: Writing, field: number, end: number): void => {
  putVarint(to, end - to.start);
  putTag(to, field, LENGTH_DELIMITED);
};
