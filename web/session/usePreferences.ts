import type { UserPreferences } from '@insuremanager/contracts/identity/userInputs';
import { useCallback } from 'react';
import { chooseTheme } from '../ui/theme';
import { useCurrentUser, useSession } from './SessionProvider';
import { useAsk, useShowFailure } from './useAsk';

const FAILED = 'Failed to save the preferences';

/** What the user has chosen, shown at once and saved at the server; what failed is taken back. */
export function usePreferences() {
  const { preferences } = useCurrentUser();
  const { update } = useSession();
  const ask = useAsk();
  const showFailure = useShowFailure();

  const show = useCallback(
    (shown: UserPreferences) => {
      chooseTheme(shown.theme);
      update({ preferences: shown });
    },
    [update],
  );
  /** Answers whether it was saved. */
  const save = useCallback(
    async (changed: Partial<UserPreferences>): Promise<boolean> => {
      const body = { ...preferences, ...changed };
      show(body);
      try {
        await ask<UserPreferences>('preferences', { method: 'PUT', body, fallback: FAILED });
        return true;
      } catch (error) {
        show(preferences);
        showFailure(error, FAILED);
        return false;
      }
    },
    [preferences, show, ask, showFailure],
  );
  return { preferences, save };
}
