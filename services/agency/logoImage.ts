import { crc32, inflateSync } from 'node:zlib';
import { LARGEST_LOGO, WIDEST_LOGO } from '@insuremanager/contracts/agency/agencyViews';
import { invalid, type Refusal } from '../platform/errors.js';

/** A picture that browsers and our PDFs can show. */
export interface LogoImage {
  readonly mimeType: 'image/png' | 'image/jpeg';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const refused = (code: string, message: string): Refusal =>
  invalid([{ field: 'logo', code, message }]);

const wrongKind = () => refused('logo-kind', 'The logo must be a PNG or JPEG picture.');
const damaged = () => refused('logo-damaged', 'The picture is damaged. Save it anew.');
export const tooLargeLogo = () => refused('logo-too-large', 'The logo can have at most 1 MB.');
const tooWide = () =>
  refused('logo-too-wide', `The logo can have at most ${WIDEST_LOGO} pixels each way.`);
const unusual = () =>
  refused(
    'logo-unusual',
    'Save the logo as a usual PNG (8 bits, not interlaced) or JPEG (RGB or grey) picture.',
  );

/**
 * What a picture is by its content, read so far that whatever prints it later meets no surprise.
 * @throws Refusal `invalid` on `logo`
 */
export function logoImage(bytes: Buffer): LogoImage {
  if (bytes.length > LARGEST_LOGO) throw tooLargeLogo();
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return pngImage(bytes);
  if (bytes.subarray(0, 3).toString('hex') === 'ffd8ff') return jpegImage(bytes);
  throw wrongKind();
}

function refuseSize({ width, height }: LogoImage): void {
  if (width === 0 || height === 0) throw damaged();
  if (width > WIDEST_LOGO || height > WIDEST_LOGO) throw tooWide();
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Values of each pixel by the colour type of a PNG. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;
/** The filters of a line of pixels are 0 to 4. */
const LAST_FILTER = 4;

/** Length, type, data and checksum of each chunk. */
function* pngChunks(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = PNG_SIGNATURE.length; at < bytes.length; ) {
    if (at + 12 > bytes.length) throw damaged();
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) throw damaged();
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) throw damaged();
    const type = bytes.toString('latin1', at + 4, at + 8);
    yield { type, data: bytes.subarray(at + 8, end) };
    if (type === 'IEND') return;
    at = end + 4;
  }
  throw damaged();
}

function pngImage(bytes: Buffer): LogoImage {
  const [head, ...chunks] = pngChunks(bytes);
  if (head?.type !== 'IHDR' || head.data.length !== 13) throw damaged();
  const image = {
    mimeType: 'image/png',
    width: head.data.readUInt32BE(0),
    height: head.data.readUInt32BE(4),
  } as const;
  refuseSize(image);
  const [depth = 0, color = 0, , , interlaced = 0] = head.data.subarray(8);
  const channels = CHANNELS[color];
  const isUsual = depth === 8 || (color === PALETTE && [1, 2, 4].includes(depth));
  if (!channels || !isUsual || interlaced !== 0) throw unusual();
  if (color === PALETTE && !chunks.some(({ type }) => type === 'PLTE')) throw damaged();
  const pixels = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const line = 1 + Math.ceil((image.width * channels * depth) / 8);
  requireLines(Buffer.concat(pixels), line, image.height);
  return image;
}

/** @throws Refusal when it does not unpack to so many lines of so many bytes, each with its filter. */
function requireLines(packed: Buffer, line: number, count: number): void {
  let lines: Buffer;
  try {
    lines = inflateSync(packed, { maxOutputLength: line * count });
  } catch {
    throw damaged();
  }
  if (lines.length !== line * count) throw damaged();
  for (let at = 0; at < lines.length; at += line) {
    if ((lines[at] ?? 0) > LAST_FILTER) throw damaged();
  }
}

/** Baseline, extended and progressive, as all programs write them. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Buffer.from('ffd9', 'hex');

/** Read from marker to marker to the first scan. */
function jpegImage(bytes: Buffer): LogoImage {
  let image: LogoImage | null = null;
  for (let at = 2; ; ) {
    if (at + 4 > bytes.length || bytes[at] !== 0xff) throw damaged();
    const code = bytes[at + 1] ?? 0;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) throw damaged();
    if (code === START_OF_SCAN) {
      if (!image || bytes.lastIndexOf(END_OF_IMAGE) < at + 2 + length) throw damaged();
      return image;
    }
    if (code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)) {
      if (image || length < 8) throw damaged();
      image = jpegFrame(code, bytes.subarray(at + 4, at + 2 + length));
    }
    at += 2 + length;
  }
}

function jpegFrame(code: number, frame: Buffer): LogoImage {
  const [depth] = frame;
  const image = {
    mimeType: 'image/jpeg',
    height: frame.readUInt16BE(1),
    width: frame.readUInt16BE(3),
  } as const;
  refuseSize(image);
  const components = frame[5] ?? 0;
  if (!FRAMES.includes(code) || depth !== 8 || ![1, 3].includes(components)) throw unusual();
  return image;
}
