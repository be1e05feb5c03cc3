import { type RefObject, useLayoutEffect } from 'react';
import { dialogAround, isTopDialog } from './dialogs';

/** Where the focus goes, the best first. */
const FIRST = [
  'input:not([readonly], :disabled, [hidden], [type=checkbox]), select:enabled, textarea:enabled',
  'input:not(:disabled, [hidden])',
  'button:enabled',
];
const USED = ['keydown', 'pointerdown'] as const;

/**
 * Gives the focus to the field of a form in a dialog that matters first: the one with `autoFocus`,
 * or else the first that can be filled in, or else a button. A menu from which the dialog was
 * opened takes the focus again as it closes, and the dialog itself takes it then; it comes back
 * here until somebody uses the dialog.
 */
export function useFirstFocus(form: RefObject<HTMLElement | null>): void {
  // An effect of the layout: what has `autoFocus` has the focus already, and nothing took it yet.
  useLayoutEffect(() => {
    const within = form.current;
    const dialog = dialogAround(within);
    if (!within || !dialog) return;
    const found = FIRST.map((selector) => within.querySelector<HTMLElement>(selector));
    const { activeElement } = document;
    const first = within.contains(activeElement)
      ? (activeElement as HTMLElement)
      : found.find((element) => element !== null);
    const takeBack = () => {
      if (isTopDialog(dialog) && !within.contains(document.activeElement)) first?.focus();
    };
    // Once whatever takes the focus has done so.
    const onFocus = () => queueMicrotask(takeBack);
    const end = () => {
      for (const type of USED) window.removeEventListener(type, end, true);
      document.removeEventListener('focusin', onFocus);
    };
    for (const type of USED) window.addEventListener(type, end, true);
    document.addEventListener('focusin', onFocus);
    takeBack();
    return end;
  }, [form]);
}
