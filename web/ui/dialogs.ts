import { Classes } from '@blueprintjs/core';

/** The dialog around a part of it; null where there is none. */
export const dialogAround = (part: Element | null): HTMLElement | null =>
  part?.closest<HTMLElement>(`.${Classes.DIALOG_CONTAINER}`) ?? null;

/** What takes the focus and the keys from all beneath it: dialogs, and records that are open alone. */
const LAYERS = `.${Classes.DIALOG_CONTAINER}, .${Classes.DRAWER}`;

/** Whether nothing of that kind lies over this one: what was opened last comes last. */
export const isTopDialog = (dialog: HTMLElement): boolean =>
  Array.from(document.querySelectorAll(LAYERS)).at(-1) === dialog;

/**
 * A dialog takes the focus a frame after it is there, on a slow machine many milliseconds: Escape
 * that meets the page behind it meanwhile is meant for the dialog.
 */
export const passEscapes = (): void =>
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, target } = event;
      if (key !== 'Escape' || !(target instanceof Element)) return;
      const dialog = [...document.querySelectorAll(`.${Classes.DIALOG}`)].at(-1);
      if (!dialog || target.closest(`.${Classes.OVERLAY}`)) return;
      event.stopPropagation();
      dialog.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    },
    { capture: true },
  );
