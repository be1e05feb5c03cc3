import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { ToastArea } from './ToastArea';
import type { ShownToast, Toast } from './toast';

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
