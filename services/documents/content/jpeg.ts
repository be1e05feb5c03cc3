import { damagedFile, type Inspector, refuseHuge } from './inspector.js';

const MARK = 0xff;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** `FF00` is a byte of a scan; these others stand alone, too: nothing that has a length follows. */
const standsAlone = (code: number): boolean =>
  code <= 0x01 || (code >= 0xd0 && code <= START_OF_SCAN - 2);

/** Of the segments that say how large the image is: all of C0 to CF but three. */
const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
/** Depth, height and width, with which such a segment begins. */
const FRAME_BYTES = 5;

type Step = 'seek' | 'code' | 'high' | 'low' | 'frame' | 'skip' | 'ended';

/**
 * A JPEG that is read from marker to marker to the end of its own image: the picture in its
 * metadata (a thumbnail) has an end, too, and cameras write more behind the last one. It has as many
 * pixels as may be.
 */
export function jpegInspector(): Inspector {
  let step: Step = 'seek';
  let hasScan = false;
  let length = 0;
  let code = 0;
  let frame = Buffer.alloc(0);

  /** @returns where the next step begins. */
  const take = (part: Buffer, at: number): number => {
    const byte = part[at] ?? 0;
    switch (step) {
      case 'seek': {
        const mark = part.indexOf(MARK, at);
        if (mark < 0) return part.length;
        step = 'code';
        return mark + 1;
      }
      case 'code':
        if (byte === END_OF_IMAGE) step = 'ended';
        else if (byte !== MARK) step = standsAlone(byte) ? 'seek' : 'high';
        if (byte === START_OF_SCAN) hasScan = true;
        code = byte;
        return at + 1;
      case 'high':
        length = byte * 256;
        step = 'low';
        return at + 1;
      case 'low':
        // It counts its own two bytes.
        length += byte - 2;
        if (length < 0) throw damagedFile();
        step = isFrame(code) ? 'frame' : 'skip';
        return at + 1;
      case 'frame': {
        if (length + frame.length < FRAME_BYTES) throw damagedFile();
        const more = part.subarray(at, at + FRAME_BYTES - frame.length);
        frame = Buffer.concat([frame, more]);
        length -= more.length;
        if (frame.length === FRAME_BYTES) {
          refuseHuge(frame.readUInt16BE(3), frame.readUInt16BE(1));
          frame = Buffer.alloc(0);
          step = 'skip';
        }
        return at + more.length;
      }
      case 'skip': {
        const skipped = Math.min(length, part.length - at);
        length -= skipped;
        if (length === 0) step = 'seek';
        return at + skipped;
      }
      case 'ended':
        return part.length;
    }
  };

  return {
    look(part) {
      for (let at = 0; at < part.length; ) at = take(part, at);
    },
    conclude() {
      if (step !== 'ended' || !hasScan) throw damagedFile();
    },
  };
}
