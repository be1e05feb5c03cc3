import { useEffect, useState } from 'react';

/** Gives the focus back to what had it, when a part that is shown for a while goes. */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After what takes the place of this part has been drawn.
      requestAnimationFrame(() => {
        if (opener instanceof HTMLElement && document.activeElement === document.body) {
          opener.focus();
        }
      });
    },
    [opener],
  );
}
