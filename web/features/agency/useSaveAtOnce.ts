import type { AgencySettingsInput } from '../../data/operations.generated';
import { useToast } from '../../ui/toaster/Toaster';
import {
  SAVE_FAILED,
  sentenceOfFailure,
  useReloadAgency,
  useSaveSettings,
} from './useAgencySettings';

/** Saves what was chosen without further ado; whether it was saved. */
export function useSaveAtOnce(): (input: AgencySettingsInput, version: number) => Promise<boolean> {
  const send = useSaveSettings();
  const reload = useReloadAgency();
  const showToast = useToast();
  return async (input, version) => {
    const failure = await send(input, version);
    const description = failure && sentenceOfFailure(failure);
    if (description) showToast({ title: SAVE_FAILED, description, tone: 'destructive' });
    if (failure === null) showToast({ title: 'Settings Saved' });
    if (failure === null || failure.code === 'STALE_VERSION') await reload();
    return failure === null;
  };
}
