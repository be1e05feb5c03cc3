/** By key; null: its release counts nowhere. */
const pressedOn = new Map<string, EventTarget | null>();

/**
 * Lets the release of Enter or Space count only where the key was pressed. Blueprint's buttons take
 * a release for a click: one that gets the focus while the key is held would be clicked by it, such
 * as the first button of a question that an item of a menu has opened.
 */
export function keepReleasesWithPresses(): void {
  window.addEventListener(
    'keydown',
    ({ key, target, repeat }) => {
      if (!repeat) pressedOn.set(key, target);
    },
    true,
  );
  window.addEventListener(
    'keyup',
    (event) => {
      const { key, target } = event;
      if (key !== 'Enter' && key !== ' ') return;
      if (pressedOn.get(key) !== target) event.stopImmediatePropagation();
    },
    true,
  );
}

/** Lets the release of a key that is held count nowhere, since its press has done something. */
export const ignoreRelease = (key: string): void => void pressedOn.set(key, null);
