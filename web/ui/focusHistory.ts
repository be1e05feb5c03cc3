/** What has had the focus, the latest first: where it goes back to when the rest is gone. */
export const focusHistory: HTMLElement[] = [];

const REMEMBERED = 12;

/** From the start, as dialogs and what they need come later. */
export const rememberFocus = (): void =>
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const known = focusHistory.indexOf(target);
    if (known >= 0) focusHistory.splice(known, 1);
    focusHistory.unshift(target);
    focusHistory.splice(REMEMBERED);
  });
