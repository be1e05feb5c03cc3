import { Classes } from '@blueprintjs/core';
import { useCallback, useEffect, useState } from 'react';
import { useMediaQuery } from './useMediaQuery';

/** The same key as in public/theme.js, which sets the class before the first paint. */
const KEY = 'theme';
type Theme = 'light' | 'dark';

function remembered(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null; // storage is barred: the system's choice holds
  }
}

function remember(theme: Theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is barred: the choice holds until the page is left.
  }
}

/** The system's theme until one is chosen; the choice is remembered in this browser. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)');
  const [chosen, setChosen] = useState(remembered);
  const theme = chosen ?? (systemIsDark ? 'dark' : 'light');

  useEffect(() => {
    document.documentElement.classList.toggle(Classes.DARK, theme === 'dark');
  }, [theme]);

  const toggle = useCallback(() => {
    const next = theme === 'dark' ? 'light' : 'dark';
    remember(next);
    setChosen(next);
  }, [theme]);
  return { theme, toggle };
}
