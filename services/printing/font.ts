import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { create, type Font as FontkitFont } from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';

/** A font file that is open: which characters it has, and how it shapes them. */
export interface Font {
  /** Of its own for every file: PDFs name embedded fonts by it. */
  readonly name: string;
  covers(codePoint: number): boolean;
  /** Whether its glyphs stand for letters one by one and in their order, as in Latin. */
  readonly isPlain: boolean;
  /** Of most texts in its script, for programs that read aloud; null in Latin. */
  readonly language: string | null;
  /** How much larger than Inter it is set, so that its letters look as large. */
  readonly scale: number;
  /** From end to end on one line, in ems. */
  widthOf(text: string, cluster?: Cluster): number;
  /** The glyphs of a text from right to left, from the left, and the letters of each. */
  fromRight(text: string): readonly Cluster[];
  /**
   * For pdfkit, whose documents may share it. It takes what `fromRight` gave in the place of
   * features, and shows that: pdfkit itself would put words from left to right.
   */
  readonly fontkit: FontkitFont;
}

/** Glyphs that belong together, and the letters for which they stand. */
export interface Cluster {
  readonly text: string;
  /** From left to right, with their distances in units of the font. */
  readonly glyphs: readonly (harfbuzz.GlyphInfo & Partial<harfbuzz.GlyphPosition>)[];
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

/** So many words are kept shaped: our own are on every PDF. */
const MOST_WORDS = 2000;

/**
 * Opens a WOFF file. Pdfkit draws and embeds what fontkit reads; shaping is HarfBuzz's, because
 * fontkit's own throws on common words of Malayalam, Telugu and Punjabi.
 */
export function openFont(
  name: string,
  file: string,
  { isPlain, language, scale }: Pick<Font, 'isPlain' | 'language' | 'scale'>,
): Font {
  const sfnt = sfntOf(readFileSync(file));
  const source = create(sfnt) as FontkitFont;
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

  /** The body of a letter stands for all of it; its dots and marks for nothing. */
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

  /** Split as pdfkit does it, each word with the space after it. */
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

  const fontkit: FontkitFont = Object.create(source, {
    postscriptName: { value: name },
    layout: { value: layout },
  });
  return {
    name,
    fontkit,
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

/** The character of each glyph, for programs that read the text of a PDF. */
function nominalCodePoints(font: FontkitFont): ReadonlyMap<number, number> {
  const known = new Map<number, number>();
  for (const codePoint of font.characterSet) {
    if (isPresentationForm(codePoint)) continue;
    const { id } = font.glyphForCodePoint(codePoint);
    if (!known.has(id)) known.set(id, codePoint);
  }
  return known;
}

/** The clusters of a text from left to right, whatever its direction. */
type Shaper = (text: string, direction: 'fromLeft' | 'fromRight') => readonly Cluster[];

/** Figures of one width, so that amounts align in columns; in words they would gape. */
const AMOUNT = /^[\d,.]+$/;
const TABULAR = [new harfbuzz.Feature('tnum')];

const DIRECTIONS = { fromLeft: harfbuzz.Direction.LTR, fromRight: harfbuzz.Direction.RTL } as const;

/** Shaping by HarfBuzz. It also mirrors brackets in text from right to left. */
function openShaper(sfnt: Buffer): Shaper {
  const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(sfnt)));
  const buffer = new harfbuzz.Buffer();

  return (text, direction) => {
    buffer.reset();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(DIRECTIONS[direction]);
    harfbuzz.shape(font, buffer, AMOUNT.test(text) ? TABULAR : []);
    const clusters: { start: number; glyphs: Cluster['glyphs'] }[] = [];
    for (const glyph of buffer.getGlyphInfosAndPositions()) {
      const last = clusters.at(-1);
      if (last?.start === glyph.cluster) last.glyphs = [...last.glyphs, glyph];
      else clusters.push({ start: glyph.cluster, glyphs: [glyph] });
    }
    const onward = direction === 'fromLeft' ? 1 : -1;
    return clusters.map(({ start, glyphs }, index) => ({
      text: text.slice(start, clusters[index + onward]?.start),
      glyphs,
    }));
  };
}

/** What begins a web font of the first format. */
const WOFF = 0x774f4646;
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

const padded = (length: number): number => (length + 3) & ~3;

/**
 * The TrueType font inside a WOFF file: the same tables, unpacked once, which every reader of fonts
 * takes (W3C, WOFF File Format 1.0).
 */
function sfntOf(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== WOFF) throw new Error('This is not a WOFF font.');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, index));

  const start = SFNT_HEADER + count * SFNT_ENTRY;
  const size = tables.reduce((sum, { content }) => sum + padded(content.length), start);
  const sfnt = Buffer.alloc(size);
  sfnt.writeUInt32BE(woff.readUInt32BE(4), 0);
  sfnt.writeUInt16BE(count, 4);
  const levels = Math.floor(Math.log2(count));
  sfnt.writeUInt16BE(2 ** levels * SFNT_ENTRY, 6);
  sfnt.writeUInt16BE(levels, 8);
  sfnt.writeUInt16BE((count - 2 ** levels) * SFNT_ENTRY, 10);

  let offset = start;
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const entry = SFNT_HEADER + index * SFNT_ENTRY;
    sfnt.writeUInt32BE(tag, entry);
    sfnt.writeUInt32BE(checksum, entry + 4);
    sfnt.writeUInt32BE(offset, entry + 8);
    sfnt.writeUInt32BE(content.length, entry + 12);
    content.copy(sfnt, offset);
    offset += padded(content.length);
  }
  return sfnt;
}

function tableAt(woff: Buffer, index: number) {
  const entry = WOFF_HEADER + index * WOFF_ENTRY;
  const offset = woff.readUInt32BE(entry + 4);
  const packed = woff.readUInt32BE(entry + 8);
  const length = woff.readUInt32BE(entry + 12);
  const content = woff.subarray(offset, offset + packed);
  return {
    tag: woff.readUInt32BE(entry),
    checksum: woff.readUInt32BE(entry + 16),
    content: packed < length ? inflateSync(content) : content,
  };
}
