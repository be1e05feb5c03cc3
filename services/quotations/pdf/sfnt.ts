import { inflateSync } from 'node:zlib';

/** What begins a web font of the first format. */
const WOFF = 0x774f4646;
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

const padded = (length: number): number => (length + 3) & ~3;

/**
 * The TrueType font inside a WOFF file: the same tables, unpacked once, which every reader of fonts
 * takes (W3C, WOFF File Format 1.0).
 */
export function sfntOf(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== WOFF) throw new Error('This is not a WOFF font.');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, index));

  const start = SFNT_HEADER + count * SFNT_ENTRY;
  const size = tables.reduce((sum, { content }) => sum + padded(content.length), start);
  const sfnt = Buffer.alloc(size);
  sfnt.writeUInt32BE(woff.readUInt32BE(4), 0);
  sfnt.writeUInt16BE(count, 4);
  const levels = Math.floor(Math.log2(count));
  sfnt.writeUInt16BE(2 ** levels * SFNT_ENTRY, 6);
  sfnt.writeUInt16BE(levels, 8);
  sfnt.writeUInt16BE((count - 2 ** levels) * SFNT_ENTRY, 10);

  let offset = start;
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const entry = SFNT_HEADER + index * SFNT_ENTRY;
    sfnt.writeUInt32BE(tag, entry);
    sfnt.writeUInt32BE(checksum, entry + 4);
    sfnt.writeUInt32BE(offset, entry + 8);
    sfnt.writeUInt32BE(content.length, entry + 12);
    content.copy(sfnt, offset);
    offset += padded(content.length);
  }
  return sfnt;
}

function tableAt(woff: Buffer, index: number) {
  const entry = WOFF_HEADER + index * WOFF_ENTRY;
  const offset = woff.readUInt32BE(entry + 4);
  const packed = woff.readUInt32BE(entry + 8);
  const length = woff.readUInt32BE(entry + 12);
  const content = woff.subarray(offset, offset + packed);
  return {
    tag: woff.readUInt32BE(entry),
    checksum: woff.readUInt32BE(entry + 16),
    content: packed < length ? inflateSync(content) : content,
  };
}
