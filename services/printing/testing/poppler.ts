import { execFileSync, spawnSync } from 'node:child_process';

/* What others see of a PDF, by the tools of Poppler (Debian: poppler-utils). */

/**
 * Whether the tools are there. Without them tests that look at PDFs are skipped, but never where
 * everything has to be tested.
 */
export const hasPoppler = (): boolean => {
  const found = !spawnSync('pdftotext', ['-v']).error;
  if (!found && process.env.CI === 'true') {
    throw new Error('pdftotext is missing: install poppler-utils');
  }
  return found;
};

export const textOf = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });

/**
 * What a tagged PDF says, as a screen reader goes through it: a line for each part and each text,
 * such as `H1` and `"Quotation"`.
 */
export const structureOf = (pdf: Buffer): string[] =>
  execFileSync('pdfinfo', ['-struct-text', '-'], { input: pdf, encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().replace(/ \((?:block|inline)\)|:$/g, ''))
    .filter((line) => line !== '');

export interface PlacedWord {
  /** Letters from left to right as they are seen, also of what is read from right to left. */
  readonly seen: string;
  /** Points from the left and the top edge. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** The words on a page, and where they stand. */
export const wordsOf = (pdf: Buffer): PlacedWord[] => {
  const page = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, encoding: 'utf8' });
  const word = /<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax=".+?">(.*?)<\/word>/g;
  return Array.from(page.matchAll(word), ([, left, top, right, seen = '']) => ({
    seen,
    left: Number(left),
    right: Number(right),
    top: Number(top),
  }));
};

/** What `pdfinfo` tells, by its labels. */
export const infoOf = (pdf: Buffer): ReadonlyMap<string, string> =>
  new Map(
    execFileSync('pdfinfo', ['-'], { input: pdf, encoding: 'utf8' })
      .split('\n')
      .map((line): [string, string] => {
        const [label = '', ...rest] = line.split(':');
        return [label, rest.join(':').trim()];
      }),
  );

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Row by row; 0 is black, 255 white. */
  readonly pixels: Buffer;
}

/** A page as a picture of 72 pixels per inch: one for each point. Pages count from 1. */
export function pictureOf(pdf: Buffer, page: number): Picture {
  const args = ['-gray', '-r', '72', '-f', String(page), '-l', String(page), '-'];
  const pgm = execFileSync('pdftoppm', args, { input: pdf, maxBuffer: 2 ** 26 });
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.toString('latin1', 0, 40));
  if (!header) throw new Error('pdftoppm made no picture');
  return {
    width: Number(header[1]),
    height: Number(header[2]),
    pixels: pgm.subarray(header[0].length),
  };
}

/** The smallest distances of anything drawn from the four edges, in points. */
export function marginsOf({ width, height, pixels }: Picture) {
  let [left, right, top, bottom] = [width, width, height, height];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * width + x] ?? 255) > 250) continue;
      left = Math.min(left, x);
      right = Math.min(right, width - 1 - x);
      top = Math.min(top, y);
      bottom = Math.min(bottom, height - 1 - y);
    }
  }
  return { left, right, top, bottom };
}
