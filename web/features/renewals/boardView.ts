import {
  RENEWAL_COLUMNS,
  type RenewalColumn,
} from '@insuremanager/contracts/renewals/renewalKinds';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import type { RenewalBoardQuery } from '../../data/operations.generated';
import type { RenewalCard } from './boardMoves';

export type BoardColumn = RenewalBoardQuery['renewalBoard']['columns'][number];

/** Where cards are put before the gateway has said that they are, by term. */
export type Moves = ReadonlyMap<number, RenewalColumn>;

/** In whole paise: sums of a whole column may pass what numbers hold. */
const paiseOf = (decimal: string): bigint => BigInt(decimal.replace('.', ''));

/** The columns as they will be: cards in their new places, totals with them. */
export function movedColumns(columns: readonly BoardColumn[], moves: Moves): BoardColumn[] {
  const moving = columns
    .flatMap(({ cards }) => cards)
    .filter(({ termId, column }) => (moves.get(termId) ?? column) !== column);
  if (moving.length === 0) return [...columns];
  return columns.map((column) => {
    const isHere = (card: RenewalCard) => column.column === card.column;
    const comes = (card: RenewalCard) => moves.get(card.termId) === column.column;
    const leaving = moving.filter(isHere);
    const coming = moving.filter(comes);
    const sum = (cards: readonly RenewalCard[]) =>
      cards.reduce((total, { premiumAmount }) => total + paiseOf(premiumAmount), 0n);
    return {
      ...column,
      count: column.count - leaving.length + coming.length,
      premium: decimalOf(paiseOf(column.premium) - sum(leaving) + sum(coming)),
      cards: [
        ...column.cards.filter((card) => !leaving.includes(card)),
        ...coming.map((card) => ({ ...card, column: column.column })),
      ].sort(firstToEnd),
    };
  });
}

const firstToEnd = (a: RenewalCard, b: RenewalCard): number =>
  a.endDate === b.endDate ? a.termId - b.termId : a.endDate < b.endDate ? -1 : 1;

/** A card, and where it lies. */
export interface Place {
  readonly card: RenewalCard;
  readonly column: RenewalColumn;
  readonly index: number;
}

export function placeOf(columns: readonly BoardColumn[], termId: number | null): Place | null {
  for (const { column, cards } of columns) {
    const index = cards.findIndex((card) => card.termId === termId);
    const card = cards[index];
    if (card) return { card, column, index };
  }
  return null;
}

/** The card that an arrow key leads to; null where there is none that way. */
export function neighbour(
  columns: readonly BoardColumn[],
  { column, index }: Place,
  key: string,
): RenewalCard | null {
  const at = columns.findIndex((one) => one.column === column);
  const cards = columns[at]?.cards ?? [];
  switch (key) {
    case 'ArrowDown':
      return cards[index + 1] ?? null;
    case 'ArrowUp':
      return cards[index - 1] ?? null;
    case 'Home':
      return cards[0] ?? null;
    case 'End':
      return cards.at(-1) ?? null;
    case 'ArrowRight':
      return beside(columns.slice(at + 1), index);
    case 'ArrowLeft':
      return beside(columns.slice(0, at).reverse(), index);
    default:
      return null;
  }
}

/** As far down as the card before, in the next column that has cards. */
const beside = (columns: readonly BoardColumn[], index: number): RenewalCard | null => {
  const cards = columns.find((one) => one.cards.length > 0)?.cards ?? [];
  return cards[Math.min(index, cards.length - 1)] ?? null;
};

/** The column that an arrow key takes a card to that is picked up. */
export const columnBeside = (column: RenewalColumn, key: string): RenewalColumn => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
  return RENEWAL_COLUMNS[RENEWAL_COLUMNS.indexOf(column) + by] ?? column;
};
