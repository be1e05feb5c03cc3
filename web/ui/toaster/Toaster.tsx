import { Cross, Error as ErrorIcon, TickCircle } from '@blueprintjs/icons';
import {
  createContext,
  type PointerEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import './toaster.css';

/** What a notification says. */
export interface Toast {
  title: string;
  description?: string;
  tone?: 'plain' | 'destructive';
  /** A button: opens the record that the notification names, or takes back what was done. */
  action?: { text: string; onAction: () => void };
  /** Opens what was made, in a new tab. */
  link?: { text: string; href: string };
  /** Milliseconds that it stays; 5,000 when left out. */
  duration?: number;
}

/** One that is shown; the next has another id. */
type ShownToast = Toast & { id: number };

type ShowToast = (toast: Toast) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** Shows a notification in place of the one before. */
export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (!show) throw new Error('useToast needs a ToastProvider');
  return show;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast | null>(null);
  const show = useCallback(
    (next: Toast) => setToast((before) => ({ ...next, id: (before?.id ?? 0) + 1 })),
    [],
  );
  const dismiss = useCallback(() => setToast(null), []);
  const area = useMemo(() => <ToastArea toast={toast} onDismiss={dismiss} />, [toast, dismiss]);
  return (
    <ToastContext value={show}>
      {children}
      {area}
    </ToastContext>
  );
}

interface ToastAreaProps {
  toast: ShownToast | null;
  onDismiss: () => void;
}

/** Where notifications appear; F8 brings the focus here from anywhere, dialogs included. */
function ToastArea({ toast, onDismiss }: ToastAreaProps) {
  const area = useRef<HTMLElement>(null);

  useEffect(() => {
    const focusOnF8 = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      area.current?.focus();
    };
    // An open dialog fetches the focus back when it leaves; here it may leave.
    const keepFromDialogs = (event: FocusEvent) => {
      if (event.target instanceof Node && area.current?.contains(event.target)) {
        event.stopImmediatePropagation();
      }
    };
    window.addEventListener('keydown', focusOnF8);
    window.addEventListener('focus', keepFromDialogs, true);
    return () => {
      window.removeEventListener('keydown', focusOnF8);
      window.removeEventListener('focus', keepFromDialogs, true);
    };
  }, []);

  return createPortal(
    <section ref={area} className="toast-area" aria-label="Notifications (F8)" tabIndex={-1}>
      <div role="status" aria-live="polite">
        {toast && toast.tone !== 'destructive' && (
          <ToastCard key={toast.id} toast={toast} onDismiss={onDismiss} />
        )}
      </div>
      <div role="alert" aria-live="assertive">
        {toast?.tone === 'destructive' && (
          <ToastCard key={toast.id} toast={toast} onDismiss={onDismiss} />
        )}
      </div>
    </section>,
    document.body,
  );
}

/** How long a notification stays, in milliseconds; the time stands still while it has attention. */
const DURATION = 5000;
/** How far to the right a swipe must go to dismiss, in CSS pixels. */
const SWIPE_THRESHOLD = 50;

interface ToastCardProps {
  toast: ShownToast;
  onDismiss: () => void;
}

/** Counts down only while nobody points at it or has the focus in it. */
function useCountdown(duration: number, isPaused: boolean, onEnd: () => void) {
  const remaining = useRef(duration);
  useEffect(() => {
    if (isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(onEnd, remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current = Math.max(0, remaining.current - (performance.now() - startedAt));
    };
  }, [isPaused, onEnd]);
}

function useSwipeRight(onSwiped: () => void) {
  const from = useRef<number | null>(null);
  const [offset, setOffset] = useState(0);
  const end = () => {
    from.current = null;
    setOffset(0);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('button, a')) return;
      from.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current !== null) setOffset(Math.max(0, event.clientX - from.current));
    },
    onPointerUp: () => {
      if (offset >= SWIPE_THRESHOLD) onSwiped();
      end();
    },
    onPointerCancel: end,
  };
  return { offset, handlers };
}

function ToastCard({ toast, onDismiss }: ToastCardProps) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const { offset, handlers } = useSwipeRight(onDismiss);
  useCountdown(toast.duration ?? DURATION, isHovered || isFocused || offset > 0, onDismiss);
  const isDestructive = toast.tone === 'destructive';

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the close button does the same by key
    <div
      className={isDestructive ? 'toast toast-destructive' : 'toast'}
      style={offset > 0 ? { transform: `translateX(${offset}px)` } : undefined}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      {...handlers}
    >
      {isDestructive ? <ErrorIcon className="toast-icon" /> : <TickCircle className="toast-icon" />}
      <div className="toast-text">
        <strong>{toast.title}</strong>
        {toast.description && <p>{toast.description}</p>}
      </div>
      {toast.link && (
        <a className="toast-action" href={toast.link.href} target="_blank" rel="noreferrer">
          {toast.link.text}
        </a>
      )}
      {toast.action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            toast.action?.onAction();
            onDismiss();
          }}
        >
          {toast.action.text}
        </button>
      )}
      <button type="button" className="toast-close" aria-label="Dismiss" onClick={onDismiss}>
        <Cross />
      </button>
    </div>
  );
}
