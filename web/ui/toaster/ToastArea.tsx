import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { ToastCard } from './ToastCard';
import type { ShownToast } from './toast';
import './toaster.css';

interface ToastAreaProps {
  toast: ShownToast | null;
  onDismiss: () => void;
}

/** Where notifications appear; F8 brings the focus here from anywhere, dialogs included. */
export function ToastArea({ toast, onDismiss }: ToastAreaProps) {
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
