import { useEffect } from 'react';
import { type Location, useBlocker } from 'react-router';

interface UnsavedGuard {
  /** Someone is about to leave what is not saved, and is to be asked. */
  isAsking: boolean;
  stay: () => void;
  leave: () => void;
}

/**
 * Holds back every way out of a form that is not saved: closing, Back, another page, the window.
 * `placeOf` names what of an address keeps the form open.
 */
export function useUnsavedGuard(
  isUnsaved: () => boolean,
  placeOf: (location: Location) => string,
): UnsavedGuard {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved() && placeOf(currentLocation) !== placeOf(nextLocation),
  );
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [isUnsaved]);
  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
