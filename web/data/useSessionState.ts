import { useCallback, useEffect, useRef } from 'react';
import { useSession } from '../session/SessionProvider';

/** Whether the session is over, so that what is asked waits for the next; and what says that it is. */
export function useSessionState(): { isOver: boolean; markEnded: () => void } {
  const { state, markEnded } = useSession();
  return { isOver: state.phase === 'signedIn' && state.ended, markEnded };
}

/** Whether keys without Ctrl or Cmd do something: who types by voice turns them off. */
export function useSingleKeys(): boolean {
  const { state } = useSession();
  return state.phase === 'signedIn' && state.user.preferences.singleKeyShortcuts;
}

/** Waits for the next sign-in over the running screen. */
export function useSessionRenewed(): () => Promise<void> {
  const { renewals } = useSession();
  const waiting = useRef<(() => void)[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new session wakes who waits
  useEffect(() => {
    for (const wake of waiting.current.splice(0)) wake();
  }, [renewals]);
  return useCallback(() => new Promise((resolve) => waiting.current.push(resolve)), []);
}
