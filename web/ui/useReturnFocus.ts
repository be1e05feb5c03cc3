import { useEffect, useState } from 'react';
import { focusHistory } from './focusHistory';

/**
 * Gives the focus back to what had it, when a part that is shown for a while goes: where a menu or
 * another dialog has led to it, to what opened that; at last to the page itself.
 */
export function useReturnFocus(): void {
  const [openers] = useState(() => [...focusHistory]);
  useEffect(
    () => () => {
      // After what takes the place of this part has been drawn.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        for (const opener of openers) {
          opener.focus();
          if (document.activeElement === opener) return;
        }
        document.querySelector('main')?.focus({ preventScroll: true });
      });
    },
    [openers],
  );
}
