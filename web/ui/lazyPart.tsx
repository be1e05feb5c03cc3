import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { type Code, codeOf } from './code';
import { whenIdle } from './idleWork';
import { useToast } from './toaster/Toaster';

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
  whenIdle(code.fetch);
  return partOf(code, fallback);
}

/** As `lazyPart`, for what few ever open: its code comes when it is first shown. */
export const rarePart = <Props extends object>(
  load: () => Promise<Part<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> => partOf(codeOf(load), fallback);

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

/** The code of a part did not come: for want of a network, or since there is a newer one. */
class MissingCode extends Error {}

function partOf<Props extends object>(
  code: Code<Part<Props>>,
  fallback: ReactNode,
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
    const [Shown] = useState<ComponentType<Props>>(() => code.arrived?.default ?? Waiting);
    return createElement(Shown, props);
  };
  return (props: Props) => (
    <PartBoundary onMissing={renew} place={window.history.state?.key}>
      <Suspense fallback={fallback}>
        <Lazy {...props} />
      </Suspense>
    </PartBoundary>
  );
}

interface PartBoundaryProps {
  onMissing: () => void;
  /** Of the history: where one goes on, the part is tried again. */
  place: unknown;
  children: ReactNode;
}

/** Keeps the page, and what was typed there, where the code of one of its parts does not come. */
class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof MissingCode) this.props.onMissing();
  }

  override componentDidUpdate(before: PartBoundaryProps) {
    if (this.state.error !== null && before.place !== this.props.place) this.tryAgain();
  }

  tryAgain = () => this.setState({ error: null });

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof MissingCode)) throw error;
    return <Missing onRetry={this.tryAgain} />;
  }
}

/** Milliseconds for which trying again is offered. */
const OFFERED_MS = 20_000;

function Missing({ onRetry }: { onRetry: () => void }) {
  const showToast = useToast();
  useEffect(() => {
    showToast({
      title: 'Not loaded',
      description: 'This part of the page did not load. Check your connection.',
      tone: 'destructive',
      action: { text: 'Try again', onAction: onRetry },
      duration: OFFERED_MS,
    });
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [showToast, onRetry]);
  return null;
}
