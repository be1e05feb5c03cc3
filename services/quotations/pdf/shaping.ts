import {
  Blob,
  Direction,
  Face,
  Feature,
  Font,
  Buffer as GlyphBuffer,
  type GlyphInfo,
  type GlyphPosition,
  shape,
} from 'harfbuzzjs';

/** Glyphs that belong together, and the letters for which they stand. */
export interface Cluster {
  readonly text: string;
  /** From left to right, with their distances in units of the font. */
  readonly glyphs: readonly (GlyphInfo & Partial<GlyphPosition>)[];
}

/** The clusters of a text from left to right, whichever of both ways it is written. */
export type Shaper = (text: string, direction: 'fromLeft' | 'fromRight') => readonly Cluster[];

/** Figures of one width, so that amounts stand under each other; in words they would gape. */
const AMOUNT = /^[\d,.]+$/;
const TABULAR = [new Feature('tnum')];

const DIRECTIONS = { fromLeft: Direction.LTR, fromRight: Direction.RTL } as const;

/** Shaping by HarfBuzz. It also mirrors brackets in text from right to left. */
export function openShaper(sfnt: Buffer): Shaper {
  const font = new Font(new Face(new Blob(sfnt)));
  const buffer = new GlyphBuffer();

  return (text, direction) => {
    buffer.reset();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(DIRECTIONS[direction]);
    shape(font, buffer, AMOUNT.test(text) ? TABULAR : []);
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
