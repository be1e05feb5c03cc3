import { useEffect, useRef } from 'react';
import { useSession } from './SessionProvider';

/** What failed for want of a session asks again once there is one. */
export function useRetryAfterSignIn(error: unknown, retry: () => void): void {
  const { renewals } = useSession();
  const handled = useRef(renewals);
  useEffect(() => {
    if (handled.current === renewals) return;
    handled.current = renewals;
    if (error) retry();
  }, [renewals, error, retry]);
}
