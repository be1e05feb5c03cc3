import {
  RENEWAL_COLUMN_LABELS,
  type RenewalColumn,
} from '@insuremanager/contracts/renewals/renewalKinds';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { type RenewalCard, stepOf, stepsFrom } from './boardMoves';
import { type BoardColumn, columnBeside, neighbour, placeOf } from './boardView';

interface BoardKeysProps {
  frame: RefObject<HTMLElement | null>;
  /** Those that are shown; undefined until they are there. */
  columns: readonly BoardColumn[] | undefined;
  announce: (text: string) => void;
  put: (card: RenewalCard, to: RenewalColumn) => Promise<void>;
  openPolicy: (card: RenewalCard) => void;
  /** By a dialog, which has the focus. */
  isCovered: boolean;
  /** Without it cards are only to be read. */
  canMove: boolean;
}

/** A card that was picked up by the keyboard, and the column that it is held over. */
interface PickedUp {
  readonly card: RenewalCard;
  readonly over: RenewalColumn;
}

/** The board by the keyboard alone: one card is a stop of the Tab key, arrows lead to the others. */
export function useBoardKeys(props: BoardKeysProps) {
  const { frame, columns, isCovered } = props;
  const [focused, setFocused] = useState<number | null>(null);
  const [pickedUp, setPickedUp] = useState<PickedUp | null>(null);
  const first = columns?.find(({ cards }) => cards.length > 0)?.cards[0]?.termId ?? null;
  const tabStop = columns && placeOf(columns, focused) ? focused : first;

  /** The card that has, or last had, the focus. */
  const wanted = useRef<number | null>(null);
  // A card that comes into another column is drawn anew there.
  useEffect(() => {
    if (!columns || isCovered || wanted.current === null) return;
    if (document.activeElement !== document.body) return;
    const card =
      frame.current?.querySelector<HTMLElement>(`[data-term='${wanted.current}']`) ??
      frame.current?.querySelector<HTMLElement>('.renewal-card');
    card?.focus({ preventScroll: true });
  }, [columns, frame, isCovered]);

  const latest = useRef({ ...props, pickedUp });
  latest.current = { ...props, pickedUp };

  const handlers = useMemo(() => {
    const hold = (card: RenewalCard, over: RenewalColumn, text: string) => {
      setPickedUp({ card, over });
      latest.current.announce(text);
    };
    const whilePickedUp = ({ card, over }: PickedUp, event: KeyboardEvent) => {
      const { announce, put } = latest.current;
      switch (event.key) {
        case 'ArrowLeft':
        case 'ArrowRight': {
          event.preventDefault();
          const next = columnBeside(over, event.key);
          return hold(card, next, overText(card, next));
        }
        case ' ':
        case 'Enter':
          event.preventDefault();
          setPickedUp(null);
          if (over === card.column) {
            return announce(`${card.policyNumber} stays in ${RENEWAL_COLUMN_LABELS[over]}`);
          }
          return void put(card, over);
        case 'Escape':
          event.preventDefault();
          setPickedUp(null);
          return announce(
            `Cancelled. ${card.policyNumber} stays in ${RENEWAL_COLUMN_LABELS[card.column]}`,
          );
      }
    };
    return {
      onFocus: ({ termId }: RenewalCard) => {
        wanted.current = termId;
        setFocused(termId);
      },
      onBlur: () => setPickedUp(null),
      onKeyDown: (card: RenewalCard, event: KeyboardEvent<HTMLElement>) => {
        const { pickedUp, columns, announce, openPolicy } = latest.current;
        // Links and the button of the card have keys of their own.
        if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
        if (pickedUp) return whilePickedUp(pickedUp, event);
        if (event.key === ' ' && latest.current.canMove) {
          event.preventDefault();
          return stepsFrom(card).length === 0
            ? announce(NOT_MOVED)
            : hold(card, card.column, pickedUpText(card));
        }
        if (event.key === 'Enter') {
          event.preventDefault();
          return openPolicy(card);
        }
        const place = columns && placeOf(columns, card.termId);
        const next = place && neighbour(columns, place, event.key);
        if (!next) return;
        event.preventDefault();
        latest.current.frame.current
          ?.querySelector<HTMLElement>(`[data-term='${next.termId}']`)
          ?.focus();
      },
    };
  }, []);
  return { tabStop, pickedUp, handlers };
}

const NOT_MOVED = 'A renewed card does not move';

const pickedUpText = ({ policyNumber, column }: RenewalCard): string =>
  `${policyNumber} picked up from ${RENEWAL_COLUMN_LABELS[column]}`;

/** Where a card is held, and what putting it down there does. */
function overText(card: RenewalCard, over: RenewalColumn): string {
  const label = RENEWAL_COLUMN_LABELS[over];
  const step = stepOf(card, over);
  switch (step.kind) {
    case 'refuse':
      return `Over ${label}. ${step.why}`;
    case 'quote':
      return `Over ${label}. Space opens the quotation form`;
    case 'renew':
      return `Over ${label}. Space opens the renewal form`;
    case 'lose':
      return `Over ${label}. Space asks for the reason`;
    default:
      return `Over ${label}`;
  }
}
