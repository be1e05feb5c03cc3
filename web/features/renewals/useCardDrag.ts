import {
  RENEWAL_COLUMNS,
  type RenewalColumn,
} from '@insuremanager/contracts/renewals/renewalKinds';
import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { RenewalCard } from './boardMoves';

/** How far a pointer goes before it drags, in CSS pixels. */
const THRESHOLD = 6;

interface Drag {
  readonly card: RenewalCard;
  readonly over: RenewalColumn | null;
}

/**
 * Drags cards by mouse or pen; a finger scrolls, and has the menu of a card. What is dragged follows
 * the pointer by itself, so that the board is drawn anew only when it comes over another column.
 * @param board holds the columns. @param onDrop is memoised.
 */
export function useCardDrag(
  board: RefObject<HTMLElement | null>,
  onDrop: (card: RenewalCard, to: RenewalColumn) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);

  const columnAt = useCallback(
    (x: number): RenewalColumn | null => {
      const columns = board.current?.querySelectorAll<HTMLElement>('.renewal-column') ?? [];
      const at = [...columns].find((column) => {
        const { left, right } = column.getBoundingClientRect();
        return x >= left && x <= right;
      });
      return RENEWAL_COLUMNS.find((one) => one === at?.dataset.column) ?? null;
    },
    [board],
  );

  const onPointerDown = useCallback(
    (card: RenewalCard, { button, pointerType, target, ...event }: PointerEvent<HTMLElement>) => {
      const isOnButton = target instanceof Element && target.closest('button') !== null;
      if (button !== 0 || pointerType === 'touch' || isOnButton) return;
      const element = event.currentTarget;
      const start = { x: event.clientX, y: event.clientY };
      let over: RenewalColumn | null = null;
      let isDragging = false;

      const onMove = ({ clientX, clientY }: globalThis.PointerEvent) => {
        const x = clientX - start.x;
        const y = clientY - start.y;
        if (!isDragging && Math.hypot(x, y) < THRESHOLD) return;
        element.style.transform = `translate(${x}px, ${y}px)`;
        const column = columnAt(clientX);
        if (isDragging && column === over) return;
        isDragging = true;
        over = column;
        setDrag({ card, over });
      };
      const stop = () => {
        window.removeEventListener('pointermove', onMove);
        window.removeEventListener('pointerup', onUp);
        window.removeEventListener('pointercancel', stop);
        window.removeEventListener('keydown', onKeyDown, true);
        element.style.transform = '';
        setDrag(null);
      };
      const onUp = () => {
        stop();
        if (!isDragging) return;
        // The release is also a click on whatever link the drag began on.
        const keepClick = (click: Event) => {
          click.preventDefault();
          click.stopPropagation();
        };
        window.addEventListener('click', keepClick, { capture: true, once: true });
        setTimeout(() => window.removeEventListener('click', keepClick, { capture: true }));
        if (over !== null) onDrop(card, over);
      };
      const onKeyDown = (key: KeyboardEvent) => {
        if (key.key !== 'Escape') return;
        key.preventDefault();
        key.stopPropagation();
        stop();
      };
      end.current = stop;
      window.addEventListener('pointermove', onMove);
      window.addEventListener('pointerup', onUp);
      window.addEventListener('pointercancel', stop);
      window.addEventListener('keydown', onKeyDown, true);
    },
    [columnAt, onDrop],
  );
  return { drag, onPointerDown };
}
