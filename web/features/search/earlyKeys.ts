/**
 * What is typed after Ctrl/Cmd+K until the field of the search has the focus, be its code or the
 * screens on their way or the processor busy: it goes into no other field and is not lost. Nothing
 * is held before that shortcut.
 */
let held: string | null = null;
let deliver: ((text: string) => void) | null = null;

export const isSearchShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;

/** To be called once, before anything else of the page is loaded. */
export function holdEarlyKeys(): void {
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('pointerdown', release, true);
}

/** Hands over what is held, now and with every further key, until `release`. */
export function takeEarlyKeys(take: (text: string) => void): void {
  deliver = take;
  if (held !== null) take(held);
}

/** The field has the focus, or the search was given up: keys go where they always go. */
export function release(): void {
  held = null;
}

/** No search is to come for this user. */
export function stopEarlyKeys(): void {
  release();
  window.removeEventListener('keydown', onKeyDown, true);
  window.removeEventListener('pointerdown', release, true);
}

function onKeyDown(event: KeyboardEvent): void {
  if (isSearchShortcut(event)) {
    held ??= '';
    // Once there is a search, its own listener opens it, and releases once it has the focus.
    if (deliver === null) event.preventDefault();
    return;
  }
  if (held === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = textAfter(held, event.key);
  if (next === null) {
    if (event.key === 'Escape') release();
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  held = next;
  deliver?.(next);
}

/** The text with a key more; null: the key writes nothing. */
const textAfter = (text: string, key: string): string | null => {
  if (key === 'Backspace') return text.slice(0, -1);
  return Array.from(key).length === 1 ? text + key : null;
};
