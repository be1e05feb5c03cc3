import { useSyncExternalStore } from 'react';
import { remember, remembered } from '../ui/remembered';

const NONE = '';
const CHANGED = 'changed';

/**
 * What goes on in the background since it was asked for in this browser, and has not been heard the
 * end of: its numbers, kept over reloads. @param key under which they are remembered
 */
export function awaitedHere(key: string) {
  const told = new EventTarget();
  /** Undefined: nothing was asked for lately. */
  const awaited = (): readonly number[] | undefined => {
    const text = remembered(key);
    return text === NONE ? undefined : text.split(',').map(Number).filter(Boolean);
  };
  /** Undefined: there is nothing to show any more. */
  const awaitOnly = (ids: readonly number[] | undefined): void => {
    // 0 is the number of none.
    remember(key, ids ? [0, ...ids].join() : NONE);
    told.dispatchEvent(new Event(CHANGED));
  };
  /** Tells of what this window asks for, also of what it asked for a moment ago. */
  const onAwaited = (listener: () => void): (() => void) => {
    told.addEventListener(CHANGED, listener);
    return () => told.removeEventListener(CHANGED, listener);
  };
  /** Whether something was asked for lately: the code that shows it comes only then. */
  const useHere = (): boolean => useSyncExternalStore(onAwaited, () => remembered(key) !== NONE);
  /** The numbers as they are remembered: another text for others. */
  const useAwaited = (): string => useSyncExternalStore(onAwaited, () => remembered(key));
  return { awaited, awaitOnly, onAwaited, useHere, useAwaited };
}
