import type { SecurityView } from '@insuremanager/contracts/identity/userViews';
import { useCallback, useEffect, useState } from 'react';
import { useAsk } from '../../session/useAsk';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';

const FAILED = 'Failed to fetch the security settings';

/** How the user comes in. */
export function useSecurity() {
  const ask = useAsk();
  const [security, setSecurity] = useState<SecurityView>();
  const [error, setError] = useState<Error | null>(null);

  const reload = useCallback(async () => {
    setError(null);
    try {
      setSecurity(await ask<SecurityView>('security', { method: 'GET', fallback: FAILED }));
    } catch (error) {
      setError(error instanceof Error ? error : new Error(FAILED));
    }
  }, [ask]);
  const retry = useCallback(() => void reload(), [reload]);
  useEffect(retry, [retry]);
  useRetryAfterSignIn(error, retry);
  return { security, error, reload };
}
