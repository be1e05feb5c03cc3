import { Classes } from '@blueprintjs/core';
import type { UserPreferences } from '@insuremanager/contracts/identity/userInputs';
import { useEffect, useSyncExternalStore } from 'react';
import { useMediaQuery } from './useMediaQuery';

/** What may be chosen; `system` follows the device. */
export type ThemeChoice = UserPreferences['theme'];

/** The same key as in public/theme.js, which sets the class before the first paint. */
const KEY = 'theme';
/** What holds where storage is barred, until the page is left. */
let unstored: ThemeChoice = 'system';
const listeners = new Set<() => void>();

function chosen(): ThemeChoice {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return unstored;
  }
}

/** Remembers the choice in this browser, for the next page's first paint, and shows it. */
export function chooseTheme(choice: ThemeChoice): void {
  unstored = choice;
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Storage is barred: the choice holds until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Chosen in another window.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** What is shown: as chosen in this browser, or else as the device has it. */
export function useTheme(): 'light' | 'dark' {
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)');
  const choice = useSyncExternalStore(subscribe, chosen);
  const theme = choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice;
  useEffect(() => {
    document.documentElement.classList.toggle(Classes.DARK, theme === 'dark');
  }, [theme]);
  return theme;
}
