import { Cross, Error as ErrorIcon, TickCircle } from '@blueprintjs/icons';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { ShownToast } from './toast';

/** How long a notification stays, in milliseconds; the time stands still while it has attention. */
const SHOWN_FOR = 5000;
/** How far to the right a swipe must go to dismiss, in CSS pixels. */
const SWIPE_THRESHOLD = 50;

interface ToastCardProps {
  toast: ShownToast;
  onDismiss: () => void;
}

/** Counts down only while nobody points at it or has the focus in it. */
function useCountdown(isPaused: boolean, onEnd: () => void) {
  const left = useRef(SHOWN_FOR);
  useEffect(() => {
    if (isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(onEnd, left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - startedAt));
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
      if (event.target instanceof Element && event.target.closest('button')) return;
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

export function ToastCard({ toast, onDismiss }: ToastCardProps) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const { offset, handlers } = useSwipeRight(onDismiss);
  useCountdown(isHovered || isFocused || offset > 0, onDismiss);
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
      <button type="button" className="toast-close" aria-label="Dismiss" onClick={onDismiss}>
        <Cross />
      </button>
    </div>
  );
}
