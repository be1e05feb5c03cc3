import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

interface PngParts {
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly interlaced?: number;
  /** Of every pixel: red, green, blue, opacity. */
  readonly color?: readonly [number, number, number, number];
  /** Of every line. */
  readonly filter?: number;
  /** How many lines there are, whatever the height says. */
  readonly lines?: number;
}

/** A picture of one colour. Width and height in pixels. */
export function samplePng(parts: PngParts = {}): Buffer {
  const { width = 120, height = 40, depth = 8, interlaced = 0, filter = 0 } = parts;
  const { color = [13, 118, 110, 255], lines = height } = parts;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, 6, 0, 0, interlaced], 8);
  const line = [filter, ...Array.from({ length: width }, () => color).flat()];
  const pixels = Buffer.from(Array.from({ length: lines }, () => line).flat());
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A grey JPEG of 1 pixel. */
export const SAMPLE_JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
  'base64',
);
