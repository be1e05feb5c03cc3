import { useSyncExternalStore } from 'react';

/** Whether the sheet of shortcuts is shown: it is asked for by key, menu and search. */
let isShown = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isShown = next;
  for (const listener of listeners) listener();
}

export const showShortcuts = (): void => set(true);
export const hideShortcuts = (): void => set(false);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useShortcutSheet = (): boolean => useSyncExternalStore(subscribe, () => isShown);
