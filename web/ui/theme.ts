import { Classes } from '@blueprintjs/core';
import type { UserPreferences } from '@insuremanager/contracts/identity/userInputs';
import { useEffect, useSyncExternalStore } from 'react';
import { remember, remembered } from './remembered';
import { useMediaQuery } from './useMediaQuery';

/** What may be chosen; `system` follows the device. */
export type ThemeChoice = UserPreferences['theme'];

/** The same key as in public/theme.js, which sets the class before the first paint. */
const KEY = 'theme';
const listeners = new Set<() => void>();

export function chosenTheme(): ThemeChoice {
  const value = remembered(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Remembers the choice in this browser, for the next page's first paint, and shows it. */
export function chooseTheme(choice: ThemeChoice): void {
  remember(KEY, choice);
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
  const choice = useSyncExternalStore(subscribe, chosenTheme);
  const theme = choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice;
  useEffect(() => {
    document.documentElement.classList.toggle(Classes.DARK, theme === 'dark');
  }, [theme]);
  return theme;
}
