import { createRequire } from 'node:module';
import { type Face, openFace } from './face.js';

const { resolve } = createRequire(import.meta.url);

export type Weight = 'regular' | 'semibold';
const WEIGHTS = { regular: 400, semibold: 600 } as const;

interface TypefaceFile {
  readonly family: string;
  readonly subset: string;
  readonly language: string | null;
  readonly scale: number;
}

const inter = (subset: string): TypefaceFile => ({
  family: 'inter',
  subset,
  language: null,
  scale: 1,
});
const noto = ([script, language]: readonly [string, string]): TypefaceFile => ({
  family: `noto-sans-${script}`,
  subset: script,
  language,
  scale: 1,
});

/** Inter is the product's face; it comes in files by alphabet. */
const LATIN = inter('latin');

/**
 * Beside it, one of the Noto family for each script in which the languages of the Eighth Schedule to
 * the Constitution of India are written, with the language that most of what it writes is in (BCP
 * 47). That of Urdu, Kashmiri and Sindhi is Naskh: Nastaliq, in which Urdu is rather read, takes
 * twice the height of our lines and lacks letters of the other two. The rupee sign is in `latin-ext`.
 */
const FILES: readonly TypefaceFile[] = [
  LATIN,
  ...['latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'].map(inter),
  ...(
    [
      ['malayalam', 'ml'],
      ['devanagari', 'hi'],
      ['tamil', 'ta'],
      ['telugu', 'te'],
      ['kannada', 'kn'],
      ['bengali', 'bn'],
      ['gujarati', 'gu'],
      ['gurmukhi', 'pa'],
      ['oriya', 'or'],
      ['ol-chiki', 'sat'],
      ['meetei-mayek', 'mni'],
    ] as const
  ).map(noto),
  { family: 'noto-naskh-arabic', subset: 'arabic', language: 'ur', scale: 1.15 },
];

/** Of so many letters it is kept which font writes them. */
const MOST_LETTERS = 5000;

/** The files are opened when the first text needs them, and stay open as long as the process. */
export interface Typefaces {
  latin(weight: Weight): Face;
  /** The first file that can write all of these; null when none can. */
  faceFor(codePoints: readonly number[], weight: Weight): Face | null;
}

export function openTypefaces(): Typefaces {
  const opened = new Map<string, Face>();
  const found = new Map<string, Face | null>();

  const faceOf = (file: TypefaceFile, weight: Weight): Face => {
    const { family, subset } = file;
    const name = `${family}-${subset}-${WEIGHTS[weight]}`;
    const known = opened.get(name);
    if (known) return known;
    const path = `@fontsource/${family}/files/${name}-normal.woff`;
    const face = openFace(name, resolve(path), { ...file, isPlain: family === LATIN.family });
    opened.set(name, face);
    return face;
  };

  const firstCovering = (codePoints: readonly number[], weight: Weight): Face | null => {
    for (const file of FILES) {
      const face = faceOf(file, weight);
      if (codePoints.every(face.covers)) return face;
    }
    return null;
  };

  return {
    latin: (weight) => faceOf(LATIN, weight),
    faceFor(codePoints, weight) {
      const letter = `${weight} ${codePoints.join(' ')}`;
      const known = found.get(letter);
      if (known !== undefined) return known;
      if (found.size >= MOST_LETTERS) found.clear();
      const face = firstCovering(codePoints, weight);
      found.set(letter, face);
      return face;
    },
  };
}
