import { type DirectedText, partOf, SPACE } from './directions.js';
import { graphemesOf } from './settable.js';

/** A line of a text. */
export interface Line extends DirectedText {
  /** Whether a space stood where the line ends: it is not seen, but parts two words. */
  readonly endsWord: boolean;
}

/**
 * A text in lines of a width, parted at spaces, and within words that are longer than a line; at
 * least one. Lines are parted in the order in which they are read, whatever their direction.
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

/** Where a word is cut, so that each part fits and is as long as it can be. */
function cutsIn(
  whole: DirectedText,
  { start, end }: Word,
  width: number,
  widthOf: (part: DirectedText) => number,
): number[] {
  const cuts: number[] = [];
  let from = start;
  let at = start;
  for (const letter of graphemesOf(whole.text.slice(start, end))) {
    const next = at + letter.length;
    if (at > from && widthOf(partOf(whole, from, next)) > width) {
      cuts.push(at);
      from = at;
    }
    at = next;
  }
  return cuts;
}
