import { createRequire } from 'node:module';
import { type Font, openFont } from './font.js';

const { resolve } = createRequire(import.meta.url);

export type Weight = 'regular' | 'semibold';
const WEIGHTS = { regular: 400, semibold: 600 } as const;

interface FontSource {
  readonly family: string;
  readonly subset: string;
  readonly language: string | null;
  readonly scale: number;
}

const inter = (subset: string): FontSource => ({
  family: 'inter',
  subset,
  language: null,
  scale: 1,
});
const noto = ([script, language]: readonly [string, string]): FontSource => ({
  family: `noto-sans-${script}`,
  subset: script,
  language,
  scale: 1,
});

/** Inter is the product's font; it comes in files by alphabet. */
const LATIN = inter('latin');

/**
 * Beside it, one of the Noto family for each script in which the languages of the Eighth Schedule
 * to the Constitution of India are written, with the language of most texts in it (BCP 47). That of
 * Urdu, Kashmiri and Sindhi is Naskh: Nastaliq, in which Urdu is rather read, takes twice the
 * height of our lines and lacks letters of the other two. The rupee sign is in `latin-ext`.
 */
const FILES: readonly FontSource[] = [
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

/** So many letters are cached with the font that has them. */
const MOST_LETTERS = 5000;

/** The files are opened when the first text needs them, and stay open as long as the process. */
export interface Fonts {
  latin(weight: Weight): Font;
  /** The first file that has all of these; null when none has. */
  fontFor(codePoints: readonly number[], weight: Weight): Font | null;
}

export function openFonts(): Fonts {
  const opened = new Map<string, Font>();
  const found = new Map<string, Font | null>();

  const fontOf = (file: FontSource, weight: Weight): Font => {
    const { family, subset } = file;
    const name = `${family}-${subset}-${WEIGHTS[weight]}`;
    const known = opened.get(name);
    if (known) return known;
    const path = `@fontsource/${family}/files/${name}-normal.woff`;
    const font = openFont(name, resolve(path), {
      ...file,
      isPlain: family === LATIN.family,
    });
    opened.set(name, font);
    return font;
  };

  const firstCovering = (codePoints: readonly number[], weight: Weight): Font | null => {
    for (const file of FILES) {
      const font = fontOf(file, weight);
      if (codePoints.every(font.covers)) return font;
    }
    return null;
  };

  return {
    latin: (weight) => fontOf(LATIN, weight),
    fontFor(codePoints, weight) {
      const letter = `${weight} ${codePoints.join(' ')}`;
      const known = found.get(letter);
      if (known !== undefined) return known;
      if (found.size >= MOST_LETTERS) found.clear();
      const font = firstCovering(codePoints, weight);
      found.set(letter, font);
      return font;
    },
  };
}
