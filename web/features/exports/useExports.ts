import type { ExportState, ExportView } from '@insuremanager/contracts/exports/exportViews';
import { useCallback, useEffect, useState } from 'react';
import { awaitExports, exportsAwaited, onExportsAwaited } from '../../data/exportsHere';
import { useSessionState } from '../../data/useSessionState';
import { cancelExport } from '../../ui/list/exports/exportFile';
import { useToast } from '../../ui/toaster/Toaster';

export interface Exports {
  /** Undefined until the first answer. */
  exports: readonly ExportView[] | undefined;
  isFailed: boolean;
  reload: () => void;
  /** Cancels one that is under way, or removes its file. */
  cancel: (id: number) => Promise<void>;
}

/** How often it is asked how far exports are. */
const POLL_MS = 1_000;

const UNDER_WAY: readonly ExportState[] = ['waiting', 'running'];
export const isUnderWay = ({ state }: Pick<ExportView, 'state'>): boolean =>
  UNDER_WAY.includes(state);

/** The user's exports in the background, as they are while some are under way. */
export function useExports(onLoaded?: (exports: readonly ExportView[]) => void): Exports {
  const showToast = useToast();
  const { isOver, markEnded } = useSessionState();
  const [exports, setExports] = useState<readonly ExportView[]>();
  const [isFailed, setFailed] = useState(false);

  const load = useCallback(async () => {
    const answer = await fetch('/api/exports', { credentials: 'same-origin' }).catch(() => null);
    if (answer?.status === 401) return markEnded();
    setFailed(!answer?.ok);
    if (!answer?.ok) return;
    const loaded = (await answer.json()) as readonly ExportView[];
    setExports(loaded);
    onLoaded?.(loaded);
  }, [markEnded, onLoaded]);
  const reload = useCallback(() => void load(), [load]);

  useEffect(() => {
    if (isOver) return undefined;
    reload();
    return onExportsAwaited(reload);
  }, [isOver, reload]);
  const isPolled = !isOver && exports?.some(isUnderWay) === true;
  useEffect(() => {
    if (!isPolled) return undefined;
    const timer = setInterval(reload, POLL_MS);
    return () => clearInterval(timer);
  }, [isPolled, reload]);

  const cancel = async (id: number) => {
    const description = await cancelExport(id);
    if (description) showToast({ title: 'Error', description, tone: 'destructive' });
    else awaitExports((exportsAwaited() ?? []).filter((one) => one !== id));
    await load();
  };
  return { exports, isFailed, reload, cancel };
}
