import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { OPENED_HERE } from '../../records/addresses';
import { isTypedInto, useUncoveredKeys } from '../../ui/useUncoveredKeys';
import { addressOf, chatOf } from './dayWords';
import type { DayItem } from './useDaySteps';

interface Steps {
  onDone: (item: DayItem) => void;
  onSnooze: (item: DayItem) => void;
  canDo: (item: DayItem) => boolean;
}

/** The list by the keyboard alone: one item is a stop of the Tab key, J and K lead to the others. */
export function useDayKeys(items: readonly DayItem[], { onDone, onSnooze, canDo }: Steps) {
  const list = useRef<HTMLOListElement>(null);
  const navigate = useNavigate();
  const [current, setCurrent] = useState<string | null>(null);
  /** Where the item stood that is gone: the next one takes its place. */
  const place = useRef(0);
  const found = items.findIndex(({ key }) => key === current);
  const at = found >= 0 ? found : Math.min(place.current, items.length - 1);
  const tabStop = items[at]?.key ?? null;
  const hadFocus = useRef(false);

  const focus = (index: number) => {
    const key = items[index]?.key;
    if (key === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-key='${key}']`)?.focus();
  };

  useEffect(() => {
    if (!hadFocus.current || tabStop === null || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[data-key='${tabStop}']`)?.focus();
  }, [tabStop]);

  useUncoveredKeys(items.length > 0, (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTypedInto(event.target)) return;
    const item = items[at];
    const isHere = list.current?.contains(document.activeElement) ?? false;
    if (!item) return;
    const act = (doIt: () => void) => {
      event.preventDefault();
      doIt();
    };
    switch (event.key) {
      case 'j':
      case 'J':
      case 'ArrowDown':
        if (event.key === 'ArrowDown' && !isHere) return;
        return act(() => focus(isHere ? Math.min(at + 1, items.length - 1) : at));
      case 'k':
      case 'K':
      case 'ArrowUp':
        if (event.key === 'ArrowUp' && !isHere) return;
        return act(() => focus(isHere ? Math.max(at - 1, 0) : at));
      case 'Enter':
        // Links and buttons have keys of their own.
        if (!(event.target instanceof HTMLLIElement)) return;
        return act(() => void navigate(addressOf(item), { state: OPENED_HERE }));
      case 'd':
      case 'D':
        if (!isHere || !canDo(item)) return;
        return act(() => onDone(item));
      case 's':
      case 'S':
        if (!isHere || !canDo(item)) return;
        return act(() => onSnooze(item));
      case 'w':
      case 'W': {
        if (!isHere) return;
        const chat = chatOf(item);
        // The link of the item, so that what follows a press on it follows.
        if (chat === null) return;
        return act(() =>
          list.current
            ?.querySelector<HTMLElement>(`[data-key='${item.key}'] .phone-whatsapp`)
            ?.click(),
        );
      }
    }
  });

  return {
    list,
    tabStop,
    onFocus: (key: string) => {
      hadFocus.current = true;
      place.current = items.findIndex((item) => item.key === key);
      setCurrent(key);
    },
  };
}
