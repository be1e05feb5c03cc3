import { Button } from '@blueprintjs/core';
import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { type Code, codeOf } from './code';
import { whenIdle } from './idleWork';
import './lazyPart.css';

export interface Part<Props> {
  default: ComponentType<Props>;
}

/** What is shown instead of a part whose code did not come. */
export type MissingPart<Props> = ComponentType<{ of: Props; onRetry: () => void }>;

export const MISSING = 'This part of the page did not load. Check your connection.';

/**
 * A component whose code comes by itself, inside a `Suspense`. Where it has come before, it is drawn
 * at once: React's own `lazy` would first show what waits for it, and that for 300 ms. Where it does
 * not come, the page stays, with what was typed there: in its place is said so, and it can be tried
 * again.
 */
export const lazyComponent = <Props extends object>(
  code: Code<Part<Props>>,
): ComponentType<Props> => componentOf(code, MissingHere);

/**
 * A part of a screen that is not there at first, such as what a menu holds: its code comes when the
 * browser is idle, or when the part is first shown. `fallback` stands in its place meanwhile.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<Part<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const code = codeOf(load);
  whenIdle(code.fetch);
  return suspended(lazyComponent(code), fallback);
}

/** As `lazyPart`, for what few ever open: its code comes when it is first shown. */
export const rarePart = <Props extends object>(
  load: () => Promise<Part<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> => suspended(lazyComponent(codeOf(load)), fallback);

export const suspended =
  <Props extends object>(Shown: ComponentType<Props>, fallback: ReactNode = null) =>
  (props: Props) => (
    <Suspense fallback={fallback}>
      <Shown {...props} />
    </Suspense>
  );

/** The code of a part did not come: for want of a network, or since there is a newer one. */
class MissingCode extends Error {}

export function componentOf<Props extends object>(
  code: Code<Part<Props>>,
  Missing: MissingPart<Props>,
): ComponentType<Props> {
  const waiting = () =>
    lazy(() =>
      code.fetch().catch((cause) => {
        throw new MissingCode('Code did not arrive', { cause });
      }),
    );
  let Waiting = waiting();
  // `lazy` never forgets that it failed.
  const renew = () => {
    Waiting = waiting();
  };
  const Lazy = (props: Props) => {
    // The same for as long as it stands: another one would begin anew.
    const [Shown] = useState<ComponentType<Props>>(() => code.arrived?.default ?? Waiting);
    return createElement(Shown, props);
  };
  return (props: Props) => (
    <PartBoundary
      onMissing={renew}
      place={window.history.state?.key}
      missing={(onRetry) => <Missing of={props} onRetry={onRetry} />}
    >
      <Lazy {...props} />
    </PartBoundary>
  );
}

interface PartBoundaryProps {
  onMissing: () => void;
  /** Of the history: where one goes on, the part is tried again. */
  place: unknown;
  missing: (onRetry: () => void) => ReactNode;
  children: ReactNode;
}

/** Keeps the page, and what was typed there, where the code of one of its parts does not come. */
class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidMount() {
    window.addEventListener('online', this.tryAgain);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.tryAgain);
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof MissingCode) this.props.onMissing();
  }

  override componentDidUpdate(before: PartBoundaryProps) {
    if (before.place !== this.props.place) this.tryAgain();
  }

  tryAgain = () => {
    if (this.state.error !== null) this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof MissingCode)) throw error;
    return this.props.missing(this.tryAgain);
  }
}

const MissingHere = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className="missing-part">
    <p>{MISSING}</p>
    <Button onClick={onRetry}>Retry</Button>
  </div>
);
