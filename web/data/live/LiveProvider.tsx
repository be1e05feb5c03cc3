import { useApolloClient } from '@apollo/client/react';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { followChanges } from './changeStream';
import { type AskedTimes, createLiveData, type LiveData } from './liveData';

/** Whether changes of others arrive. */
export type Liveness = 'live' | 'connecting' | 'lost';

interface Live {
  data: LiveData;
  liveness: Liveness;
}

const LiveContext = createContext<Live | null>(null);

interface LiveProviderProps {
  asked: AskedTimes;
  /** False while the session has ended: whoever signs in again sees what changed meanwhile. */
  isOn: boolean;
  onSessionEnded: () => void;
  children: ReactNode;
}

/** What others change appears on the screen by itself. */
export function LiveProvider({ asked, isOn, onSessionEnded, children }: LiveProviderProps) {
  const client = useApolloClient();
  const [data, setData] = useState<LiveData | null>(null);
  const [liveness, setLiveness] = useState<Liveness>('connecting');
  const hasStood = useRef(false);

  useEffect(() => {
    const made = createLiveData(client, asked);
    setData(made);
    return made.stop;
  }, [client, asked]);

  useEffect(() => {
    if (!data || !isOn) return;
    return followChanges({
      onConnected() {
        setLiveness('live');
        // The first comes with the screen itself; before any other one, something was missed.
        if (hasStood.current) data.report({ everything: true, records: [] });
        hasStood.current = true;
      },
      onReport: data.report,
      onLost: () => setLiveness('lost'),
      onSessionEnded,
    });
  }, [data, isOn, onSessionEnded]);

  const live = useMemo(() => data && { data, liveness }, [data, liveness]);
  return live && <LiveContext value={live}>{children}</LiveContext>;
}

function useLive(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error('useLive needs a LiveProvider');
  return live;
}

export const useLiveness = (): Liveness => useLive().liveness;
export const useLiveData = (): LiveData => useLive().data;
