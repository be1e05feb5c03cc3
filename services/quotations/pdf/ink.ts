import type PDFDocument from 'pdfkit';
import { graphemesOf, runsOf, settable } from './runs.js';
import type { Typefaces, Weight } from './typefaces.js';

/** How a text looks. Sizes in points. */
export interface TextStyle {
  readonly size: number;
  /** From one line to the next. */
  readonly leading: number;
  readonly weight: Weight;
  readonly color: string;
  /** Between letters; none unless told. */
  readonly tracking?: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'left' | 'right' | 'center';
}

/** Writes text of any script on the page of a document. */
export interface Ink {
  /** Points from end to end on one line. */
  widthOf(text: string, style: TextStyle): number;
  /** The lines that a text takes in a width; at least one. */
  linesOf(text: string, style: TextStyle, width: number): string[];
  /** Points from top to bottom. */
  heightOf(text: string, style: TextStyle, width: number): number;
  /** Writes it, wrapped, from the place down; its height. */
  write(text: string, style: TextStyle, place: Place): number;
}

/** Height of Inter's capitals in ems: lines are centred on them. */
const CAPITALS = 0.727;

export function inkOf(doc: typeof PDFDocument.prototype, typefaces: Typefaces): Ink {
  const useFace = (run: { face: { name: string; font: unknown } }, size: number) =>
    // Pdfkit takes an open font, which its types do not tell.
    doc.font(run.face.font as Uint8Array, run.face.name, size);

  const options = (style: TextStyle) =>
    ({
      lineBreak: false,
      baseline: 'alphabetic',
      ...(style.tracking ? { characterSpacing: style.tracking } : {}),
    }) as const;

  const widthOf = (text: string, style: TextStyle): number =>
    runsOf(text, style.weight, typefaces).reduce(
      (sum, run) =>
        sum +
        useFace(run, style.size).widthOfString(run.text) +
        (style.tracking ?? 0) * run.text.length,
      0,
    );

  /** The parts of a word that fit into a width, each as long as it can be. */
  const partsOf = (word: string, style: TextStyle, width: number): string[] => {
    const parts: string[] = [''];
    for (const letter of graphemesOf(word)) {
      const part = parts.at(-1) ?? '';
      if (part !== '' && widthOf(part + letter, style) > width) parts.push(letter);
      else parts[parts.length - 1] = part + letter;
    }
    return parts;
  };

  const linesOf = (text: string, style: TextStyle, width: number): string[] => {
    const lines: string[] = [];
    const space = widthOf(' ', style);
    /** Of the last line. */
    let filled = 0;
    for (const word of settable(text).split(/ +/)) {
      const room = widthOf(word, style);
      if (lines.length > 0 && filled + space + room <= width) {
        lines[lines.length - 1] += ` ${word}`;
        filled += space + room;
      } else if (room <= width) {
        lines.push(word);
        filled = room;
      } else {
        lines.push(...partsOf(word, style, width));
        filled = widthOf(lines.at(-1) ?? '', style);
      }
    }
    return lines;
  };

  const writeLine = (line: string, style: TextStyle, x: number, y: number): void => {
    let at = x;
    const baseline = y + (style.leading + style.size * CAPITALS) / 2;
    for (const run of runsOf(line, style.weight, typefaces)) {
      if (run.says !== null) doc.markContent('Span', { actual: run.says });
      useFace(run, style.size).text(run.text, at, baseline, options(style));
      if (run.says !== null) doc.endMarkedContent();
      at += doc.widthOfString(run.text) + (style.tracking ?? 0) * run.text.length;
    }
  };

  return {
    widthOf: (text, style) => widthOf(settable(text), style),
    linesOf,
    heightOf: (text, style, width) => linesOf(text, style, width).length * style.leading,
    write(text, style, { x, y, width, align = 'left' }) {
      const lines = linesOf(text, style, width);
      doc.fillColor(style.color);
      for (const [index, line] of lines.entries()) {
        const free = align === 'left' ? 0 : width - widthOf(line, style);
        writeLine(
          line,
          style,
          x + (align === 'center' ? free / 2 : free),
          y + index * style.leading,
        );
      }
      return lines.length * style.leading;
    },
  };
}
