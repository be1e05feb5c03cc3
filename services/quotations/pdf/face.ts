import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import {
  Blob,
  Feature,
  Buffer as GlyphBuffer,
  Face as HbFace,
  Font as HbFont,
  shape,
} from 'harfbuzzjs';
import { sfntOf } from './sfnt.js';

/** A font file that is open: it says what it can write, and shapes it. */
export interface Face {
  /** Of its own for every file: PDFs name embedded fonts by it. */
  readonly name: string;
  covers(codePoint: number): boolean;
  /** Whether its glyphs stand for letters one by one and in their order, as in Latin. */
  readonly isPlain: boolean;
  /** For pdfkit, whose documents may share it. */
  readonly font: Font;
}

interface ShapedGlyph {
  readonly id: number;
  readonly advanceWidth: number;
  /** The text it stands for, when it alone stands for it. */
  readonly codePoints: readonly number[];
}

/** Figures of one width, so that amounts stand under each other; in words they would gape. */
const AMOUNT = /^[\d,.]+$/;
const TABULAR = [new Feature('tnum')];

/**
 * Opens a WOFF file. Pdfkit draws and embeds what fontkit reads; shaping is HarfBuzz's, because
 * fontkit's own throws on common words of Malayalam, Telugu and Punjabi.
 */
export function openFace(name: string, file: string, isPlain: boolean): Face {
  const sfnt = sfntOf(readFileSync(file));
  const source = create(sfnt) as Font;
  const nominal = nominalCodePoints(source);
  const shaper = new HbFont(new HbFace(new Blob(sfnt)));
  const buffer = new GlyphBuffer();

  const layout = (text: string) => {
    buffer.reset();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(shaper, buffer, AMOUNT.test(text) ? TABULAR : []);
    const shaped = buffer.getGlyphInfosAndPositions();
    const glyphs = shaped.map(({ codepoint: id }, index): ShapedGlyph => {
      const known = nominal.get(id);
      return {
        id,
        advanceWidth: source.getGlyph(id).advanceWidth,
        codePoints: known === undefined ? ligatureText(text, shaped, index) : [known],
      };
    });
    const positions = shaped.map(({ xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 }) => ({
      xAdvance,
      yAdvance,
      xOffset,
      yOffset,
    }));
    return {
      glyphs,
      positions,
      // Pdfkit scales the positions in place and asks for the width afterwards.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };

  const font: Font = Object.create(source, {
    postscriptName: { value: name },
    layout: { value: layout },
  });
  return { name, font, isPlain, covers: (codePoint) => source.hasGlyphForCodePoint(codePoint) };
}

/**
 * The text that one glyph alone stands for; empty where several glyphs share it. Glyphs stand in the
 * order of their clusters: each is the index at which its text begins.
 */
function ligatureText(
  text: string,
  shaped: readonly { readonly cluster: number }[],
  index: number,
): number[] {
  const cluster = shaped[index]?.cluster;
  if (shaped[index - 1]?.cluster === cluster || shaped[index + 1]?.cluster === cluster) return [];
  const whole = text.slice(cluster, shaped[index + 1]?.cluster);
  return Array.from(whole, (character) => character.codePointAt(0) ?? 0);
}

/** What each glyph writes on its own, for programs that read the text of a PDF. */
function nominalCodePoints(font: Font): ReadonlyMap<number, number> {
  const known = new Map<number, number>();
  for (const codePoint of font.characterSet) {
    const { id } = font.glyphForCodePoint(codePoint);
    if (!known.has(id)) known.set(id, codePoint);
  }
  return known;
}
