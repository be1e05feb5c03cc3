import { Classes } from '@blueprintjs/core';

/** The dialog around a part of it; null where there is none. */
export const dialogAround = (part: Element | null): HTMLElement | null =>
  part?.closest<HTMLElement>(`.${Classes.DIALOG_CONTAINER}`) ?? null;

/** Whether no other dialog lies over this one: the one that was opened last comes last. */
export const isTopDialog = (dialog: HTMLElement): boolean =>
  Array.from(document.querySelectorAll(`.${Classes.DIALOG_CONTAINER}`)).at(-1) === dialog;
