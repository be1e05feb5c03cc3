import { describe, expect, it } from 'vitest';
import {
  asOneMessage,
  fieldOf,
  nextTag,
  readBigInt,
  readingOf,
  readPart,
  skip,
  textOf,
  writeBackwards,
} from './protobuf.js';

describe('protobuf', () => {
  it.each([0n, 1n, 127n, 128n, 300n, 2n ** 32n, 2n ** 53n, 2n ** 60n + 1n, 2n ** 64n - 1n])(
    'reads the number %s as it was written',
    (number) => {
      const writer = writeBackwards();
      writer.number(5, number);
      const from = readingOf(writer.written());
      expect(fieldOf(nextTag(from))).toBe(5);
      expect(readBigInt(from)).toBe(number);
      expect(nextTag(from)).toBe(0);
    },
  );

  it('reads parts in their order, and passes over what it does not want', () => {
    // Smaller than what comes, so that it has to grow in the middle.
    const writer = writeBackwards(8);
    const long = 'മലയാളം'.repeat(50);
    writer.bytes(20, Uint8Array.of(1, 2, 3));
    writer.part(3, () => writer.text(2, long));
    writer.number(1, 300);
    const from = readingOf(writer.written());
    skip(from, nextTag(from));
    expect(fieldOf(nextTag(from))).toBe(3);
    const part = readPart(from);
    nextTag(part);
    expect(textOf(readPart(part))).toBe(long);
    expect(fieldOf(nextTag(from))).toBe(20);
    expect([...readPart(from).buffer.subarray(-3)]).toEqual([1, 2, 3]);
    expect(nextTag(from)).toBe(0);
  });

  it('is framed message by message, as gRPC would frame and copy a single one', () => {
    const writer = writeBackwards();
    for (const text of ['second', 'first']) writer.framed(() => writer.text(1, text));
    const framed = Buffer.from(writer.written());
    const message = asOneMessage(writer.written());
    const output = Buffer.alloc(message.length + 5);
    output.writeUInt32BE(message.length, 1);
    message.copy(output, 5);
    expect(output).toEqual(framed);
    expect(output.readUInt32BE(1)).toBe('first'.length + 2);
    expect(output.toString('latin1')).toMatch(/first.+second$/s);
  });
});
