import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';
import { type Code, codeOf } from './code';
import { whenIdle } from './idleWork';

interface Part<Props> {
  default: ComponentType<Props>;
}

/**
 * A component whose code comes by itself. Where it has come before, it is drawn at once: React's
 * own `lazy` would first show what waits for it, and that for 300 ms.
 */
export function lazyComponent<Props extends object>(code: Code<Part<Props>>): ComponentType<Props> {
  const Waiting = lazy(code.fetch);
  return function Lazy(props: Props) {
    // The same for as long as it stands: another one would begin anew.
    const [Shown] = useState<ComponentType<Props>>(() => code.arrived?.default ?? Waiting);
    return createElement(Shown, props);
  };
}

/**
 * A part of a screen that is not there at first, such as a dialog: its code comes when the browser
 * is idle, or when the part is first shown. `fallback` stands in its place meanwhile.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<Part<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const code = codeOf(load);
  const Part = lazyComponent(code);
  whenIdle(code.fetch);
  return (props: Props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}

/** As `lazyPart`, for what is open while it has an `id`: nothing of it is there until it first has one. */
export function lazyDrawer<Props extends { id: number | null }>(
  load: () => Promise<Part<Props>>,
): ComponentType<Props> {
  const Drawer = lazyPart(load);
  return function LazyDrawer(props: Props) {
    const [wasOpened, setWasOpened] = useState(false);
    const isOpen = props.id !== null;
    if (isOpen && !wasOpened) setWasOpened(true);
    // It stays, since it closes slowly.
    return isOpen || wasOpened ? <Drawer {...props} /> : null;
  };
}
