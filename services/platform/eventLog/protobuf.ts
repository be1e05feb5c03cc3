/**
 * The wire format of protobuf, for the messages that are sent and read with every event: the
 * generated ones cost several times as much.
 */

/**
 * Protobuf written from the last field to the first: the length that stands before a nested
 * message is then known when it is due, and no byte is measured or copied twice.
 */
export interface Writing {
  readonly buffer: Buffer;
  /** Where the part that is written begins. */
  start: number;
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;

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
  const end = to.start;
  if (value.length > SHORT_TEXT || !putAscii(to, value)) {
    to.start = end - Buffer.byteLength(value);
    to.buffer.write(value, to.start);
  }
  endMessage(to, field, end);
};

/** Up to so many characters are written faster one by one than by a call of Node's. */
const SHORT_TEXT = 48;

/** False where a character is another one; `to` is to be set back then. */
const putAscii = (to: Writing, value: string): boolean => {
  for (let i = value.length - 1; i >= 0; i -= 1) {
    const code = value.charCodeAt(i);
    if (code > 127) return false;
    to.start -= 1;
    to.buffer[to.start] = code;
  }
  return true;
};

/**
 * Closes a nested message, whose fields have just been written.
 * @param end `start` as it was before the first of them.
 */
export const endMessage = (to: Writing, field: number, end: number): void => {
  putVarint(to, end - to.start);
  putTag(to, field, LENGTH_DELIMITED);
};

/** A message, or a part of one, that is being read. */
export interface Reading {
  readonly buffer: Buffer;
  /** What is read next. */
  at: number;
  readonly end: number;
}

export const reading = (buffer: Buffer): Reading => ({ buffer, at: 0, end: buffer.length });

const FIXED_64 = 1;
const FIXED_32 = 5;
/** A varint of 64 bits has ten bytes at most. */
const MAX_SHIFT = 63n;

const malformed = (): Error => new Error('Not a message of the protocol.');

const nextByte = (from: Reading): number => {
  if (from.at >= from.end) throw malformed();
  const byte = from.buffer[from.at] ?? 0;
  from.at += 1;
  return byte;
};

/** @returns the next field's number and wire type; null at the end of the message. */
export const nextTag = (from: Reading): number | null =>
  from.at < from.end ? takeNumber(from) : null;

/** What `nextTag` answers for a field that holds a number. */
export const numberTag = (field: number): number => (field << 3) | VARINT;

/** What `nextTag` answers for a field that holds bytes, a text or a message. */
export const bytesTag = (field: number): number => (field << 3) | LENGTH_DELIMITED;

/** A number; above 2^53 it comes out rounded. */
export const takeNumber = (from: Reading): number => {
  let value = 0;
  let factor = 1;
  for (;;) {
    const byte = nextByte(from);
    value += (byte & 127) * factor;
    if (byte < 128) return value;
    if (factor > Number.MAX_SAFE_INTEGER * 1024) throw malformed();
    factor *= 128;
  }
};

/** A number, exactly. One below 0 comes out as its two’s complement. */
export const takeUint64 = (from: Reading): bigint => {
  const start = from.at;
  const value = takeNumber(from);
  if (Number.isSafeInteger(value)) return BigInt(value);
  from.at = start;
  let exact = 0n;
  for (let shift = 0n; shift <= MAX_SHIFT; shift += 7n) {
    const byte = nextByte(from);
    exact |= BigInt(byte & 127) << shift;
    if (byte < 128) return BigInt.asUintN(64, exact);
  }
  throw malformed();
};

/** @returns a view of the bytes, not a copy. */
export const takeBytes = (from: Reading): Buffer => {
  const length = takeNumber(from);
  const start = from.at;
  if (length > from.end - start) throw malformed();
  from.at = start + length;
  return from.buffer.subarray(start, from.at);
};

export const takeText = (from: Reading): string => {
  const length = takeNumber(from);
  const start = from.at;
  if (length > from.end - start) throw malformed();
  from.at = start + length;
  return from.buffer.toString('utf8', start, from.at);
};

/** A nested message, to be read before the message around it goes on. */
export const takeMessage = (from: Reading): Reading => {
  const length = takeNumber(from);
  const at = from.at;
  if (length > from.end - at) throw malformed();
  from.at = at + length;
  return { buffer: from.buffer, at, end: from.at };
};

/** Passes over the value of a field that is not wanted. */
export const skip = (from: Reading, tag: number): void => {
  const wireType = tag & 7;
  if (wireType === VARINT) takeNumber(from);
  else if (wireType === LENGTH_DELIMITED) takeMessage(from);
  else if (wireType === FIXED_64) from.at += 8;
  else if (wireType === FIXED_32) from.at += 4;
  else throw malformed();
};

/** A UUID, in either form of the event store’s protocol: a text, or two numbers of 64 bits. */
export const takeUuid = (from: Reading): string => {
  let high = 0n;
  let low = 0n;
  for (let tag = nextTag(from); tag !== null; tag = nextTag(from)) {
    if (tag === bytesTag(2)) return takeText(from);
    if (tag !== bytesTag(1)) skip(from, tag);
    else {
      const halves = takeMessage(from);
      for (let half = nextTag(halves); half !== null; half = nextTag(halves)) {
        if (half === numberTag(1)) high = takeUint64(halves);
        else if (half === numberTag(2)) low = takeUint64(halves);
        else skip(halves, half);
      }
    }
  }
  return uuidText(high, low);
};

const uuidText = (high: bigint, low: bigint): string => {
  const digits = ((high << 64n) | low).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
