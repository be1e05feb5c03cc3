/** A piece of text as a PDF has it, by its place on the page: points from the left and the top edge. */
export interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Of its base line. */
  readonly base: number;
  /** Of its letters. */
  readonly size: number;
}

/** A page that is seen as it lies on the screen. */
export interface PageText {
  readonly width: number;
  readonly height: number;
  readonly pieces: readonly Piece[];
}

/** Text of one line without a gap: a label, a value, or both. */
export interface Cell {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly base: number;
  readonly size: number;
  /** Where each of its characters begins, and where the last one ends; of UTF-16 code units. */
  readonly edges: readonly number[];
}

/** The cells of a line, from left to right. */
export type Line = readonly Cell[];

/** Of one cell: no form has longer ones, and expressions that look through them stay quick. */
const LONGEST_CELL = 400;
/** Of the height of letters: pieces that are as near belong together, with a space between or without. */
const SPACE = 0.12;
const GAP = 0.8;

/** The lines of a page, from the top. */
export function linesOf({ pieces }: PageText): Line[] {
  const sorted = pieces
    .filter(({ text }) => text.trim() !== '')
    .toSorted((one, other) => one.base - other.base || one.left - other.left);
  const lines: Piece[][] = [];
  for (const piece of sorted) {
    const line = lines.at(-1);
    const first = line?.[0];
    // Base lines of one line differ a little where fonts do.
    const isSame = first && piece.base - first.base <= Math.min(first.size, piece.size) * 0.45;
    if (isSame) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => cellsOf(line.toSorted((one, other) => one.left - other.left)));
}

/** What a PDF writes twice to make it bold is there once. */
const isDoubled = (piece: Piece, before: Piece): boolean =>
  piece.text === before.text && Math.abs(piece.left - before.left) < piece.size * 0.2;

function cellsOf(pieces: readonly Piece[]): Cell[] {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (before && isDoubled(piece, before)) continue;
    if (group && before && piece.left - before.right < GAP * Math.min(piece.size, before.size)) {
      group.push(piece);
    } else groups.push([piece]);
  }
  return groups.flatMap((group) => byWideBlanks(joined(group)));
}

function joined(group: readonly Piece[]): Cell {
  let text = '';
  const edges: number[] = [];
  let end = group[0]?.left ?? 0;
  const add = (part: string, from: number, to: number) => {
    for (let index = 0; index < part.length; index += 1) {
      edges.push(from + ((to - from) * index) / part.length);
    }
    text += part;
  };
  for (const piece of group) {
    const isApart = piece.left - end > SPACE * piece.size;
    if (text !== '' && isApart && !/\s$/.test(text) && !/^\s/.test(piece.text)) {
      add(' ', end, piece.left);
    }
    add(piece.text, piece.left, piece.right);
    end = piece.right;
  }
  const [{ base, size }] = group as [Piece];
  return { text, left: edges[0] ?? end, right: end, base, size, edges: [...edges, end] };
}

/** Some programs write a whole line as one text, and part its columns by blanks. */
const WIDE_BLANK = /\s{3,}/g;

function byWideBlanks(cell: Cell): Cell[] {
  const parts: Cell[] = [];
  let from = 0;
  for (const { index, 0: blank } of cell.text.matchAll(WIDE_BLANK)) {
    parts.push(partOf(cell, from, index));
    from = index + blank.length;
  }
  parts.push(partOf(cell, from, cell.text.length));
  return parts.filter(({ text }) => text !== '');
}

/** A part of a cell, without blanks at its ends; of a long one its beginning. */
export function partOf(cell: Cell, from: number, to: number): Cell {
  const raw = cell.text.slice(from, to);
  const begin = from + (raw.length - raw.trimStart().length);
  const end = Math.min(begin + raw.trim().length, begin + LONGEST_CELL);
  const edges = cell.edges.slice(begin, end + 1);
  return {
    ...cell,
    text: cell.text.slice(begin, end),
    left: edges[0] ?? cell.left,
    right: edges.at(-1) ?? cell.right,
    edges,
  };
}
