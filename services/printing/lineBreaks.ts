import { type DirectedText, partOf, SPACE } from './bidi.js';
import { graphemesOf } from './printableText.js';

/** A line of a text. */
export interface Line extends DirectedText {
  /** Whether a space stood where the line ends: it is not seen, but separates two words. */
  readonly endsWord: boolean;
}

/**
 * A text in lines of a width, broken at spaces, and within words that are longer than a line; at
 * least one. Lines are broken in reading order, whatever their direction.
 * @param widthOf Of a part of the text on one line.
 */
export function linesOf(
  whole: DirectedText,
  width: number,
  widthOf: (part: DirectedText) => number,
): Line[] {
  const { text } = whole;
  const lines: Line[] = [];
  const space = widthOf(SPACE);
  let start = 0;
  /** Of what stands in the line from `start` to `end`; nothing stands there yet at first. */
  let filled: number | null = null;
  let end = 0;
  const close = (endsWord: boolean): void => {
    if (filled !== null) lines.push({ ...partOf(whole, start, end), endsWord });
  };

  for (const word of wordsIn(text)) {
    const room = widthOf(partOf(whole, word.start, word.end));
    if (filled !== null && filled + space + room <= width) {
      filled += space + room;
      end = word.end;
      continue;
    }
    close(true);
    ({ start, end } = word);
    filled = room;
    if (room <= width) continue;
    for (const cut of cutsIn(whole, word, width, widthOf)) {
      end = cut;
      close(false);
      start = cut;
    }
    end = word.end;
    filled = widthOf(partOf(whole, start, end));
  }
  close(false);
  return lines.length > 0 ? lines : [{ ...whole, endsWord: false }];
}

interface Word {
  readonly start: number;
  readonly end: number;
}

const wordsIn = (text: string): Word[] =>
  Array.from(text.matchAll(/[^ ]+/g), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));

/** Where a word is cut, so that each part fits and is as long as it can be: a letter at least. */
function cutsIn(
  whole: DirectedText,
  { start, end }: Word,
  width: number,
  widthOf: (part: DirectedText) => number,
): number[] {
  let next = start;
  const ends = graphemesOf(whole.text.slice(start, end)).map((letter) => {
    next += letter.length;
    return next;
  });
  const cuts: number[] = [];
  let from = start;
  for (;;) {
    const rest = ends.filter((at) => at > from);
    const fits = (count: number) => widthOf(partOf(whole, from, rest[count - 1] ?? end)) <= width;
    const cut = rest[mostOf(rest.length, fits) - 1] ?? end;
    if (cut === end) return cuts;
    cuts.push(cut);
    from = cut;
  }
}

/** The largest count up to a limit that fits, where all below it do, too; at least 1. */
function mostOf(limit: number, fits: (count: number) => boolean): number {
  let [least, most] = [1, limit];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}
