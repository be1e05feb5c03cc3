import bidiFactory, { type Bidi } from 'bidi-js';

// The package is CommonJS and is itself the function that its types call the default export.
const { getEmbeddingLevels } = (bidiFactory as unknown as () => Bidi)();

/** A text, or a line of one, and the direction of each letter. */
export interface DirectedText {
  readonly text: string;
  /**
   * For each UTF-16 unit its level of embedding (Unicode Standard Annex 9): even is written from
   * left to right, odd from right to left. Null where all is written from left to right.
   */
  readonly levels: Uint8Array | null;
  /** Whether it begins at the right, as its first letter that has a direction does. */
  readonly isRightToLeft: boolean;
}

export const SPACE: DirectedText = { text: ' ', levels: null, isRightToLeft: false };

/** A letter, or figure, from which another direction than left to right can follow. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}]|[\u{1e800}-\u{1efff}]/u;

/** After an Arabic letter the sign would leave its amount: it is taken as a digit. */
const RUPEES = /₹(?=\d)/g;

/** Rules P2 to I2: of a whole text, before it is broken into lines. */
export function directed(text: string): DirectedText {
  if (!RIGHT_TO_LEFT.test(text)) return { text, levels: null, isRightToLeft: false };
  const { levels, paragraphs } = getEmbeddingLevels(text.replace(RUPEES, '0'));
  return { text, levels, isRightToLeft: isOdd(paragraphs[0]?.level ?? 0) };
}

export const partOf = (
  { text, levels, isRightToLeft }: DirectedText,
  start: number,
  end: number,
): DirectedText => ({
  text: text.slice(start, end),
  levels: levels?.subarray(start, end) ?? null,
  isRightToLeft,
});

export const isOdd = (level: number): boolean => level % 2 === 1;

/** The pieces of one line from left to right, as they are seen: rule L2. */
export function inVisualOrder<Piece extends { readonly level: number }>(
  pieces: readonly Piece[],
): readonly Piece[] {
  const deepest = Math.max(0, ...pieces.map(({ level }) => level));
  const ordered = [...pieces];
  for (let level = deepest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? 0) >= level) end += 1;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return ordered;
}
