import { Classes } from '@blueprintjs/core';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { dialogAround, isTopDialog } from './dialogs';

/**
 * Submits a form by Ctrl+Enter or Cmd+Enter, wherever in its dialog the focus is: in a field, on a
 * button, on the dialog itself, nowhere, or in what one of its fields has opened.
 */
export function useSubmitShortcut(form: RefObject<HTMLElement | null>, submit: () => void): void {
  const submitNow = useEffectEvent(submit);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, isComposing, target } = event;
      if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing) return;
      const dialog = dialogAround(form.current);
      if (!dialog || !isTopDialog(dialog) || !isOf(dialog, target)) return;
      event.preventDefault();
      // A button takes the release of the key for a click, also one that has the focus by then.
      window.addEventListener('keyup', swallowEnter, true);
      // Once a list of suggestions has taken the key for its choice.
      if (!event.repeat) setTimeout(() => form.current && submitNow());
    };
    // On its way down: what floats beside a field lets no key out.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [form]);
}

/** Whether a key that was pressed there is the dialog's: it may have gone to what floats over it. */
const isOf = (dialog: HTMLElement, target: EventTarget | null): boolean =>
  target === document.body ||
  (target instanceof Element && (dialog.parentElement ?? dialog).contains(target)) ||
  (target instanceof Element && target.closest(`.${Classes.POPOVER}`) !== null);

function swallowEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter') return;
  window.removeEventListener('keyup', swallowEnter, true);
  event.stopImmediatePropagation();
}
