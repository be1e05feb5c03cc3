import { useEffect, useRef } from 'react';

/** Calls `act` with the last argument, once `wait` milliseconds have passed without another. */
export function useDebounced<Argument>(act: (argument: Argument) => void, wait: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  }, [act]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useRef((argument: Argument) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(argument), wait);
  }).current;
}
