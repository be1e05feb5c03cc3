import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { rareDialog } from '../lazyDialog';
import type { BulkJob } from './bulkJob';

const BulkDialog = rareDialog(() => import('./BulkDialog'));

const StartContext = createContext<((job: BulkJob) => void) | null>(null);

/** Starts a bulk change; it goes on whatever page is shown. */
export function useBulk(): (job: BulkJob) => void {
  const start = use(StartContext);
  if (!start) throw new Error('useBulk needs a BulkProvider');
  return start;
}

/** One bulk change at a time, in a dialog over every page. */
export function BulkProvider({ children }: { children: ReactNode }) {
  const [started, setStarted] = useState<{ job: BulkJob; nth: number } | null>(null);
  const start = useCallback(
    (job: BulkJob) => setStarted((before) => ({ job, nth: (before?.nth ?? 0) + 1 })),
    [],
  );
  const close = useCallback(() => setStarted(null), []);
  return (
    <StartContext value={start}>
      {children}
      {started && (
        <BulkDialog key={started.nth} job={started.job} onStart={start} onClose={close} />
      )}
    </StartContext>
  );
}
