import { damagedFile, type Inspector, refuseHuge } from './inspector.js';

const SIGNATURE_BYTES = 8;
/** Length and type before a chunk's data, and the sum behind it. */
const HEADER_BYTES = 8;
const SUM_BYTES = 4;
/** Width and height, with which the data of the first chunk begins. */
const SIZE_BYTES = 8;
/** What the first chunk holds. */
const IMAGE_HEADER_BYTES = 13;

/** A PNG that is read from chunk to chunk to its last, with as many pixels as may be. */
export function pngInspector(): Inspector {
  let skip = SIGNATURE_BYTES;
  let wanted = HEADER_BYTES;
  let header = Buffer.alloc(0);
  let last: string | null = null;
  let hasImage = false;

  const begin = (): void => {
    const length = header.readUInt32BE(0);
    const type = header.toString('latin1', 4, HEADER_BYTES);
    if (!/^[A-Za-z]{4}$/.test(type)) throw damagedFile();
    const isFirst = last === null;
    if (isFirst && (type !== 'IHDR' || length !== IMAGE_HEADER_BYTES)) throw damagedFile();
    if (isFirst && header.length === HEADER_BYTES) {
      wanted = HEADER_BYTES + SIZE_BYTES;
      return;
    }
    if (isFirst) refuseHuge(header.readUInt32BE(8), header.readUInt32BE(12));
    hasImage ||= type === 'IDAT';
    last = type;
    skip = length + SUM_BYTES - (wanted - HEADER_BYTES);
    wanted = HEADER_BYTES;
    header = Buffer.alloc(0);
  };

  return {
    look(part) {
      let at = 0;
      while (at < part.length) {
        const skipped = Math.min(skip, part.length - at);
        skip -= skipped;
        at += skipped;
        if (skip > 0 || last === 'IEND') return;
        const more = part.subarray(at, at + wanted - header.length);
        header = Buffer.concat([header, more]);
        at += more.length;
        if (header.length === wanted) begin();
      }
    },
    conclude() {
      if (last !== 'IEND' || skip > 0 || !hasImage) throw damagedFile();
    },
  };
}
