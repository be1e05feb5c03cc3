import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { sfntOf } from './sfnt.js';
import { type Cluster, openShaper } from './shaping.js';

/** A font file that is open: it says what it can write, and shapes it. */
export interface Face {
  /** Of its own for every file: PDFs name embedded fonts by it. */
  readonly name: string;
  covers(codePoint: number): boolean;
  /** Whether its glyphs stand for letters one by one and in their order, as in Latin. */
  readonly isPlain: boolean;
  /** In which most of what it writes is, for programs that read aloud; null in Latin. */
  readonly language: string | null;
  /** How much larger than Inter it is set, so that its letters look as large. */
  readonly scale: number;
  /** From end to end on one line, in ems. */
  widthOf(text: string, cluster?: Cluster): number;
  /** The glyphs of a text from right to left as they stand from the left, and what each says. */
  fromRight(text: string): readonly Cluster[];
  /**
   * For pdfkit, whose documents may share it. It takes what `fromRight` gave in the place of features,
   * and sets that: pdfkit itself would put words from left to right.
   */
  readonly font: Font;
}

interface ShapedGlyph {
  readonly id: number;
  readonly advanceWidth: number;
  /** The text it stands for, when it alone stands for it. */
  readonly codePoints: readonly number[];
}

/** Glyphs and where each stands, in units of the font. */
interface Shaped {
  readonly glyphs: readonly ShapedGlyph[];
  readonly positions: readonly Readonly<Record<Distance, number>>[];
  readonly width: number;
}
type Distance = 'xAdvance' | 'yAdvance' | 'xOffset' | 'yOffset';

/** Marks over and below a letter: they have glyphs of their own. */
const ARABIC_MARKS = /(?!^)(?=[\u0600-\u08ff])\p{M}/gu;

/** So many words are kept shaped: our own are on every paper. */
const MOST_WORDS = 2000;

/**
 * Opens a WOFF file. Pdfkit draws and embeds what fontkit reads; shaping is HarfBuzz's, because
 * fontkit's own throws on common words of Malayalam, Telugu and Punjabi.
 */
export function openFace(
  name: string,
  file: string,
  { isPlain, language, scale }: Pick<Face, 'isPlain' | 'language' | 'scale'>,
): Face {
  const sfnt = sfntOf(readFileSync(file));
  const source = create(sfnt) as Font;
  const nominal = nominalCodePoints(source);
  const shaped = openShaper(sfnt);

  const glyphsOf = ({ text, glyphs }: Cluster): ShapedGlyph[] =>
    glyphs.map(({ codepoint: id }) => {
      const known = nominal.get(id);
      const alone = glyphs.length === 1 ? codePointsOf(text.replace(ARABIC_MARKS, '')) : [];
      return {
        id,
        advanceWidth: source.getGlyph(id).advanceWidth,
        codePoints: known === undefined || text === '' ? alone : [known],
      };
    });

  /** The body of a letter says it whole; its dots and marks nothing. */
  const glyphByGlyph = ({ text, glyphs }: Cluster): Cluster[] => {
    const body = Math.max(
      0,
      glyphs.findIndex(({ xAdvance = 0 }) => xAdvance > 0),
    );
    return glyphs.map((glyph, index) => ({ text: index === body ? text : '', glyphs: [glyph] }));
  };

  const setOf = (clusters: readonly Cluster[]): Shaped => {
    const positions = clusters
      .flatMap(({ glyphs }) => glyphs)
      .map(({ xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 }) => ({
        xAdvance,
        yAdvance,
        xOffset,
        yOffset,
      }));
    return { glyphs: clusters.flatMap(glyphsOf), positions, width: widthOf(positions) };
  };

  const words = new Map<string, Shaped>();
  const wordOf = (text: string): Shaped => {
    const known = words.get(text);
    if (known) return known;
    if (words.size >= MOST_WORDS) words.clear();
    const word = setOf(shaped(text, 'fromLeft'));
    words.set(text, word);
    return word;
  };

  /** Parted as pdfkit does it, each word with the space after it. */
  const widthOfWords = (text: string): number =>
    text.split(/(?<= )/).reduce((sum, word) => sum + wordOf(word).width, 0);

  const layout = (text: string, cluster?: Cluster) => {
    const { glyphs, positions: units } = cluster ? setOf([cluster]) : wordOf(text);
    // Pdfkit scales the positions in place, and asks for the width afterwards.
    const positions = units.map((position) => ({ ...position }));
    return {
      glyphs,
      positions,
      get advanceWidth() {
        return widthOf(positions);
      },
    };
  };

  const font: Font = Object.create(source, {
    postscriptName: { value: name },
    layout: { value: layout },
  });
  return {
    name,
    font,
    isPlain,
    language,
    scale,
    covers: (codePoint) => source.hasGlyphForCodePoint(codePoint),
    widthOf: (text, cluster) =>
      (cluster ? widthOf(cluster.glyphs) : widthOfWords(text)) / source.unitsPerEm,
    fromRight: (text) => shaped(text, 'fromRight').flatMap(glyphByGlyph),
  };
}

const widthOf = (positions: readonly { readonly xAdvance?: number }[]): number =>
  positions.reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0);

const codePointsOf = (text: string): number[] =>
  Array.from(text, (character) => character.codePointAt(0) ?? 0);

/** Letters that Unicode has a second time for how they look beside others, as in ﺑ for ب. */
const isPresentationForm = (codePoint: number): boolean =>
  (codePoint >= 0xfb50 && codePoint <= 0xfdff) || (codePoint >= 0xfe70 && codePoint <= 0xfefc);

/** What each glyph writes on its own, for programs that read the text of a PDF. */
function nominalCodePoints(font: Font): ReadonlyMap<number, number> {
  const known = new Map<number, number>();
  for (const codePoint of font.characterSet) {
    if (isPresentationForm(codePoint)) continue;
    const { id } = font.glyphForCodePoint(codePoint);
    if (!known.has(id)) known.set(id, codePoint);
  }
  return known;
}
