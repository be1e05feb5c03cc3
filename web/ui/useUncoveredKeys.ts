import { useEffect, useRef } from 'react';

/** Dialogs, menus and calendars: while one is open, keys are its own. A tooltip is none. */
const COVER = '[aria-modal=true], .bp6-popover:not(.bp6-tooltip)';

/** Whether something lies over the page. */
export const isCovered = (): boolean => document.querySelector(COVER) !== null;

/** Keys that go to the page wherever the focus is, unless something lies over it or took them. */
export function useUncoveredKeys(isOn: boolean, onKey: (event: KeyboardEvent) => void): void {
  const handler = useRef(onKey);
  useEffect(() => {
    handler.current = onKey;
  });
  useEffect(() => {
    if (!isOn) return;
    // Looked at first: the key may be what closes it.
    let wasCovered = false;
    const look = () => {
      wasCovered = isCovered();
    };
    const handle = (event: KeyboardEvent) => {
      if (!wasCovered && !event.defaultPrevented) handler.current(event);
    };
    window.addEventListener('keydown', look, true);
    window.addEventListener('keydown', handle);
    return () => {
      window.removeEventListener('keydown', look, true);
      window.removeEventListener('keydown', handle);
    };
  }, [isOn]);
}

/** Whether what has the focus is typed into. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable=true]') !== null;
