import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import {
  AgencySettingsDocument,
  type AgencySettingsFieldsFragment,
  type AgencySettingsInput,
  ChangeAgencySettingsDocument,
} from '../../data/operations.generated';
import type { Failure } from '../../data/problems';
import type { HistoryEntry } from '../../ui/record/recordType';

export type AgencySettings = AgencySettingsFieldsFragment;

/** The settings as they were loaded, and what happened to them. */
export interface LoadedSettings {
  readonly settings: AgencySettings;
  readonly history: readonly HistoryEntry[];
}

export const SAVE_FAILED = 'Failed to save the settings';

/** What a person reads of a failure; null where the sign-in that opens says enough. */
export function sentenceOfFailure({ code, problem }: Failure): string | null {
  return code === 'UNAUTHENTICATED' ? null : (problem?.error ?? `${SAVE_FAILED}. Try again.`);
}

/** Asks again for whatever shows something of the agency; null where the settings do not come. */
export function useReloadAgency(): () => Promise<LoadedSettings | null> {
  const client = useApolloClient();
  return useCallback(async () => {
    // What nobody shows now is asked for when somebody does.
    client.cache.evict({ fieldName: 'agency' });
    await client.refetchQueries({ include: 'active' });
    const { data } = await client
      .query(operation(AgencySettingsDocument, {}))
      .catch(() => ({ data: undefined }));
    return data ? { settings: data.agencySettings, history: data.history } : null;
  }, [client]);
}

export type SaveSettings = (
  input: AgencySettingsInput,
  expectedVersion: number,
) => Promise<Failure | null>;

/** Saves some settings; null, or what failed. */
export function useSaveSettings(): SaveSettings {
  const send = useCommands();
  return useCallback(
    async (input, expectedVersion) => {
      const { failure = null } = await send(
        (commandId) =>
          operation(ChangeAgencySettingsDocument, { input, expectedVersion, commandId }),
        { content: JSON.stringify([input, expectedVersion]) },
      );
      return failure;
    },
    [send],
  );
}
