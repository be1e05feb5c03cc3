import { Classes } from '@blueprintjs/core';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { dialogAround, isTopDialog } from './dialogs';
import { ignoreRelease } from './heldKeys';

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
      ignoreRelease(key);
      // Once a list of suggestions has taken the key for its choice.
      if (!event.repeat) setTimeout(() => form.current && submitNow());
    };
    // On its way down: what floats beside a field lets no key out.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [form]);
}

/** Whether a key that was pressed there is the dialog's: it may have gone to what floats over it. */
const isOf = (dialog: HTMLElement, target: EventTarget | null): boolean => {
  if (!(target instanceof Element) || target === document.body) return target === document.body;
  const floats = target.closest(`.${Classes.PORTAL}`)?.querySelector(`.${Classes.POPOVER}`) ?? null;
  return (dialog.parentElement ?? dialog).contains(target) || floats !== null;
};
