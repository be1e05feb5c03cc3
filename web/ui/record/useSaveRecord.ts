import { useCallback, useRef } from 'react';
import { newCommandId } from '../../data/commandId';
import { type Failure, failureOf, isDecided } from '../../data/problems';
import type { HistoryEntry } from './history';

export interface SavedRecord {
  id: number;
  version: number;
}

export type SaveOutcome<Saved> =
  | { kind: 'saved'; record: Saved }
  /** Others changed the record meanwhile: how it is now, and how it came so. */
  | { kind: 'stale'; now: Saved; history: readonly HistoryEntry[] }
  | { kind: 'deleted' }
  | { kind: 'signedOut' }
  | { kind: 'refused'; failure: Failure };

export type Save<Saved, Changes> = (
  base: Saved | null,
  changes: Changes,
) => Promise<SaveOutcome<Saved>>;

/** Both are memoised by the feature. */
export interface SaveRequests<Saved, Changes> {
  /** Creates when `base` is null, else updates it at its version. */
  send: (base: Saved | null, changes: Changes, commandId: string) => Promise<Saved | undefined>;
  /** From the gateway, not from the cache; `now` null when it is in no list any more. */
  loadNow: (id: number) => Promise<{ now: Saved | null; history: readonly HistoryEntry[] }>;
  /**
   * Whether other changes than were sent last are a command of their own, as a letter to somebody
   * else is another letter, whatever became of the first.
   */
  othersAreNew?: boolean;
}

/**
 * Saves a new record (`base` null) or changes to one. One form is one command: trying again after
 * a lost answer repeats it under the same id; after an answer the next attempt is a new one.
 */
export function useSaveRecord<Saved extends SavedRecord, Changes>({
  send,
  loadNow,
  othersAreNew = false,
}: SaveRequests<Saved, Changes>): Save<Saved, Changes> {
  const commandId = useRef('');
  const sentLast = useRef('');

  const explain = useCallback(
    async (id: number): Promise<SaveOutcome<Saved>> => {
      try {
        const { now, history } = await loadNow(id);
        return now ? { kind: 'stale', now, history } : { kind: 'deleted' };
      } catch (error) {
        return { kind: 'refused', failure: failureOf(error) };
      }
    },
    [loadNow],
  );

  return useCallback(
    async (base, changes) => {
      const sent = JSON.stringify(changes);
      if (othersAreNew && sent !== sentLast.current) commandId.current = '';
      sentLast.current = sent;
      try {
        commandId.current ||= newCommandId();
        const record = await send(base, changes, commandId.current);
        commandId.current = '';
        if (!record) throw new Error('The answer held no record');
        return { kind: 'saved', record };
      } catch (error) {
        const failure = failureOf(error);
        if (isDecided(failure)) commandId.current = '';
        if (failure.code === 'UNAUTHENTICATED') return { kind: 'signedOut' };
        if (failure.code === 'NOT_FOUND') return { kind: 'deleted' };
        const isStale = failure.code === 'STALE_VERSION' && base !== null;
        return isStale ? explain(base.id) : { kind: 'refused', failure };
      }
    },
    [send, explain, othersAreNew],
  );
}
