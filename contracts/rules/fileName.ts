import { cleanText } from './text.js';

/** Longest name of a file, in bytes of UTF-8: what file systems take. */
export const FILE_NAME_BYTES = 255;
const NAMELESS = 'document';

/** What Windows, macOS or a shell would take for something else. */
const RESERVED = /[<>:"|?*\\/]/gu;
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\s*(?:\.|$))/iu;

/** Bytes of a character in UTF-8. */
const bytesOfCharacter = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
};

const bytesOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + bytesOfCharacter(character), 0);

const shortened = (stem: string, bytes: number): string => {
  let name = '';
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    if (bytesOf(name + segment) > bytes) break;
    name += segment;
  }
  return name.trimEnd();
};

/**
 * The name under which an uploaded file is kept and given back: without its folders, nothing
 * invisible, nothing that a file system refuses, in any script, at most 255 bytes. Its extension is
 * one of those of its kind; where it is another, the first of these is put behind.
 */
export function safeFileName(raw: string, extensions: readonly string[]): string {
  const base = cleanText(raw).split(/[\\/]/).at(-1) ?? '';
  // Looks back, so that a long run of dots is gone through once, not once from each of them.
  const trimmed = base.replace(RESERVED, '_').replace(/^[.\s]+|(?<![.\s])[.\s]+$/gu, '');
  // A name that is nothing but an ending.
  const clean = extensions.includes(trimmed.toLowerCase()) && base !== trimmed ? '' : trimmed;
  const found = extensions.find((one) => clean.toLowerCase().endsWith(`.${one}`));
  const extension = found ? clean.slice(-found.length) : (extensions[0] ?? '');
  const stem = (found ? clean.slice(0, -found.length - 1) : clean).trimEnd().replace(DEVICE, '_$1');
  const room = FILE_NAME_BYTES - bytesOf(extension) - 1;
  return `${shortened(stem, room) || NAMELESS}.${extension}`;
}
