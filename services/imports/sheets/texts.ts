import { UnusableFile } from './sheet.js';

/** Many texts by their place, as compact as they are in the file. */
export interface Texts {
  add(text: string): void;
  /** '' where there is none. */
  at(place: number): string;
}

const BLOCK_BYTES = 1024 * 1024;
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_TEXTS = 8_000_000;

/**
 * Holds texts as bytes, outside of what is collected as garbage: a million strings would take
 * several times as much.
 */
export function createTexts(): Texts {
  const blocks: Buffer[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  /** Of each text its block and the place in it, as one number, and its length. */
  let starts = new Float64Array(1024);
  let count = 0;
  let total = 0;

  return {
    add(text) {
      const length = Buffer.byteLength(text);
      if (total + length > MOST_BYTES || count + 2 > MOST_TEXTS) {
        throw new UnusableFile(
          'The workbook holds too much text. Save its sheets as CSV, and upload those.',
        );
      }
      if (used + length > block.length) {
        block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, length));
        blocks.push(block);
        used = 0;
      }
      if (count * 2 + 2 > starts.length) {
        const larger = new Float64Array(starts.length * 2);
        larger.set(starts);
        starts = larger;
      }
      block.write(text, used);
      starts[count * 2] = (blocks.length - 1) * 2 ** 32 + used;
      starts[count * 2 + 1] = length;
      used += length;
      total += length;
      count += 1;
    },
    at(place) {
      const start = starts[place * 2];
      if (start === undefined || place >= count || place < 0) return '';
      const from = start % 2 ** 32;
      const length = starts[place * 2 + 1] ?? 0;
      return blocks[Math.floor(start / 2 ** 32)]?.toString('utf8', from, from + length) ?? '';
    },
  };
}
