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
