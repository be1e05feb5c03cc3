import { useCallback } from 'react';
import { useToast } from '../ui/toaster/Toaster';
import { ask, isSignedOut } from './requests';
import { useSession } from './SessionProvider';

/** `ask` for a running screen: where the session is over, the sign-in opens over it. */
export function useAsk(): typeof ask {
  const { markEnded } = useSession();
  return useCallback(
    async (path, asked) => {
      try {
        return await ask(path, asked);
      } catch (error) {
        if (isSignedOut(error)) markEnded();
        throw error;
      }
    },
    [markEnded],
  );
}

/** Says as a notification what failed, for what has no form to say it in. */
export function useShowFailure(): (error: unknown, fallback: string) => void {
  const showToast = useToast();
  return useCallback(
    (error, fallback) => {
      // The sign-in that opens says enough.
      if (isSignedOut(error)) return;
      const description = error instanceof Error ? error.message : fallback;
      showToast({ title: 'Error', description, tone: 'destructive' });
    },
    [showToast],
  );
}
