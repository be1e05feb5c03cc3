import { type RefObject, useEffect, useEffectEvent } from 'react';
import { dialogAround, isTopDialog } from './dialogs';
import { ignoreRelease } from './heldKeys';

/**
 * Submits a form by Ctrl+Enter or Cmd+Enter, wherever the focus is while its dialog is on top: in
 * it, in what one of its fields has opened, or still behind it, as for a moment after it was opened.
 */
export function useSubmitShortcut(form: RefObject<HTMLElement | null>, submit: () => void): void {
  const submitNow = useEffectEvent(submit);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, isComposing, target } = event;
      if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing) return;
      const dialog = dialogAround(form.current);
      if (!dialog || !isTopDialog(dialog) || isNotification(target)) return;
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

const isNotification = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.toast-area') !== null;
