import { LARGEST_LOGO } from '@insuremanager/contracts/agency/agencyViews';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../platform/errors.js';
import { logoImage } from './logoImage.js';
import { SAMPLE_JPEG, samplePng } from './testing/sampleLogo.js';

/** The code of the refusal of a picture. */
function refusalOf(bytes: Buffer): string | undefined {
  try {
    logoImage(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.fields[0]?.code;
    throw error;
  }
}

const changed = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
};

describe('a logo', () => {
  it('is a PNG or a JPEG, by its content', () => {
    const png = { mimeType: 'image/png', width: 120, height: 40 };
    expect(logoImage(samplePng())).toEqual(png);
    expect(logoImage(SAMPLE_JPEG)).toEqual({ mimeType: 'image/jpeg', width: 1, height: 1 });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a web page', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a GIF', Buffer.from('GIF89a')],
  ])('is not %s', (_, bytes) => expect(refusalOf(bytes)).toBe('logo-kind'));

  it('is not too large, and not too wide', () => {
    expect(refusalOf(Buffer.alloc(LARGEST_LOGO + 1))).toBe('logo-too-large');
    expect(refusalOf(samplePng({ width: 2001, height: 1 }))).toBe('logo-too-wide');
    expect(refusalOf(samplePng({ width: 1, height: 2001, lines: 1 }))).toBe('logo-too-wide');
    expect(refusalOf(samplePng({ width: 2000, height: 1 }))).toBeUndefined();
  });

  it('is not damaged anywhere', () => {
    const png = samplePng({ width: 8, height: 8 });
    for (let at = 8; at < png.length; at += 1) {
      expect(refusalOf(changed(png, at)), `byte ${at}`).toBe('logo-damaged');
      expect(refusalOf(png.subarray(0, at)), `cut at ${at}`).toBe('logo-damaged');
    }
    for (const at of [20, SAMPLE_JPEG.length - 1])
      expect(refusalOf(SAMPLE_JPEG.subarray(0, at))).toBe('logo-damaged');
  });

  it('unpacks to what it says it is', () => {
    expect(refusalOf(samplePng({ lines: 39 }))).toBe('logo-damaged');
    expect(refusalOf(samplePng({ lines: 41 }))).toBe('logo-damaged');
    expect(refusalOf(samplePng({ filter: 5 }))).toBe('logo-damaged');
  });

  it('is of the usual make', () => {
    expect(refusalOf(samplePng({ depth: 16 }))).toBe('logo-unusual');
    expect(refusalOf(samplePng({ interlaced: 1 }))).toBe('logo-unusual');
  });
});
