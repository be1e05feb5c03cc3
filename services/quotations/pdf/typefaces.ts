import { createRequire } from 'node:module';
import { type Face, openFace } from './face.js';

const { resolve } = createRequire(import.meta.url);

export type Weight = 'regular' | 'semibold';
const WEIGHTS = { regular: 400, semibold: 600 } as const;

interface TypefaceFile {
  readonly family: string;
  readonly subset: string;
}

const inter = (subset: string): TypefaceFile => ({ family: 'inter', subset });
const noto = (subset: string): TypefaceFile => ({ family: `noto-sans-${subset}`, subset });

/** Inter is the product's face; it comes in files by alphabet. */
const LATIN = inter('latin');

/**
 * Beside it, one of the Noto family for each of nine scripts of India. Those of Urdu, Kashmiri and
 * Sindhi (Arabic), Santali and Manipuri are missing: their letters come out as boxes. The rupee sign
 * is in `latin-ext`.
 */
const FILES: readonly TypefaceFile[] = [
  LATIN,
  ...['latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'].map(inter),
  ...['malayalam', 'devanagari', 'tamil', 'telugu', 'kannada'].map(noto),
  ...['bengali', 'gujarati', 'gurmukhi', 'oriya'].map(noto),
];

/** The files are opened when the first text needs them, and stay open as long as the process. */
export interface Typefaces {
  latin(weight: Weight): Face;
  /** The first file that can write all of these; null when none can. */
  faceFor(codePoints: readonly number[], weight: Weight): Face | null;
}

export function openTypefaces(): Typefaces {
  const opened = new Map<string, Face>();

  const faceOf = ({ family, subset }: TypefaceFile, weight: Weight): Face => {
    const name = `${family}-${subset}-${WEIGHTS[weight]}`;
    const known = opened.get(name);
    if (known) return known;
    const path = `@fontsource/${family}/files/${name}-normal.woff`;
    const face = openFace(name, resolve(path), family === LATIN.family);
    opened.set(name, face);
    return face;
  };

  return {
    latin: (weight) => faceOf(LATIN, weight),
    faceFor(codePoints, weight) {
      for (const file of FILES) {
        const face = faceOf(file, weight);
        if (codePoints.every(face.covers)) return face;
      }
      return null;
    },
  };
}
