import { useSyncExternalStore } from 'react';
import { remember, remembered } from '../ui/remembered';

/** Which exports were asked for in this browser, and not heard the end of: their numbers. */
const KEY = 'exports';
const NONE = '';

const told = new EventTarget();
const CHANGED = 'changed';

/** Undefined: nothing was exported in the background lately. */
export function exportsAwaited(): readonly number[] | undefined {
  const text = remembered(KEY);
  return text === NONE ? undefined : text.split(',').map(Number).filter(Boolean);
}

/** Keeps it over reloads; undefined: there is nothing to show any more. */
export function awaitExports(ids: readonly number[] | undefined): void {
  // 0 is the number of none.
  remember(KEY, ids ? [0, ...ids].join() : NONE);
  told.dispatchEvent(new Event(CHANGED));
}

/** Tells of what this window asks for, also of what it asked for a moment ago. */
export function onExportsAwaited(listener: () => void): () => void {
  told.addEventListener(CHANGED, listener);
  return () => told.removeEventListener(CHANGED, listener);
}

/** Whether something was exported in the background lately: its code comes only then. */
export const useExportsHere = (): boolean =>
  useSyncExternalStore(onExportsAwaited, () => remembered(KEY) !== NONE);
