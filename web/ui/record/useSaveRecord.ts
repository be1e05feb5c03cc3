import type { ApolloClient, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { useCommands } from '../../data/commands';
import { type Operation, operation } from '../../data/operation';
import { type Failure, failureOf } from '../../data/problems';
import { type HistoryEntry, type RecordType, type SavedRecord, target } from './recordType';

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

/** Creates when `base` is null, else changes it at its version. */
export type SaveOperation<Base, Saved, Changes> = (
  base: Base,
  changes: Changes,
  commandId: string,
) => Operation<{ saved: { record: Saved } }>;

type Saves<Saved, Variables> = TypedDocumentNode<{ saved: { record: Saved } }, Variables>;
interface Sent<Input> {
  input: Input;
  commandId: string;
}

/** Adds and changes records by their standard documents; `own` is what both need beside. */
export const saveBy =
  <Saved extends SavedRecord, Input, Own extends object = object>(
    create: Saves<Saved, NoInfer<Own> & Sent<Input>>,
    update: Saves<Saved, NoInfer<Own> & Sent<Input> & { id: number; expectedVersion: number }>,
    own: Own = {} as Own,
  ): SaveOperation<Saved | null, Saved, Input> =>
  (base, input, commandId) =>
    base
      ? operation(update, { ...own, ...target(base), input, commandId })
      : operation(create, { ...own, input, commandId });

/** The record as others have left it, null when it is in no list any more, and how it came so. */
export async function loadNow<Saved extends SavedRecord>(
  client: ApolloClient,
  type: RecordType<Saved>,
  id: number,
) {
  const fetchPolicy = 'network-only';
  const [details, history] = await Promise.all([
    client.query({ ...type.details(id), fetchPolicy }),
    client.query({ ...type.history(id), fetchPolicy }),
  ]);
  return { now: details.data?.record ?? null, history: history.data?.history ?? [] };
}

interface SaveOptions {
  /**
   * Whether other changes than were sent last are a command of their own, as a letter to somebody
   * else is another letter, whatever became of the first.
   */
  othersAreNew?: boolean;
}

/**
 * Saves a new record (`base` null) or changes to one. One form is one command: trying again after
 * a lost answer repeats it under the same id; after an answer the next attempt is a new one.
 * `toSave` is made once, or memoised.
 */
export function useSaveRecord<Saved extends SavedRecord, Changes>(
  type: RecordType<Saved>,
  toSave: SaveOperation<Saved | null, Saved, Changes>,
  { othersAreNew = false }: SaveOptions = {},
): Save<Saved, Changes> {
  const client = useApolloClient();
  const send = useCommands();

  const explain = useCallback(
    async (id: number): Promise<SaveOutcome<Saved>> => {
      try {
        const { now, history } = await loadNow(client, type, id);
        return now ? { kind: 'stale', now, history } : { kind: 'deleted' };
      } catch (error) {
        return { kind: 'refused', failure: failureOf(error) };
      }
    },
    [client, type],
  );

  return useCallback(
    async (base, changes) => {
      const content = othersAreNew ? JSON.stringify(changes) : '';
      const answer = await send((commandId) => toSave(base, changes, commandId), { content });
      const { failure } = answer;
      if (!failure) return { kind: 'saved', record: answer.data.saved.record };
      if (failure.code === 'UNAUTHENTICATED') return { kind: 'signedOut' };
      if (failure.code === 'NOT_FOUND') return { kind: 'deleted' };
      const isStale = failure.code === 'STALE_VERSION' && base !== null;
      return isStale ? explain(base.id) : { kind: 'refused', failure };
    },
    [send, toSave, explain, othersAreNew],
  );
}

/**
 * A change of a record that is there, which others may have made impossible: what the gateway
 * refused is then shown as it is now.
 */
export function useChangeRecord<Saved extends SavedRecord, Changes>(
  type: RecordType<Saved>,
  toChange: SaveOperation<Saved, Saved, Changes>,
  options?: SaveOptions,
): Save<Saved, Changes> {
  const client = useApolloClient();
  const toSave = useCallback(
    (base: Saved | null, changes: Changes, commandId: string) => {
      if (!base) throw new Error(`A change needs a ${type.one}`);
      return toChange(base, changes, commandId);
    },
    [type, toChange],
  );
  const save = useSaveRecord(type, toSave, options);
  return useCallback(
    async (base, changes) => {
      const outcome = await save(base, changes);
      const isConflict = outcome.kind === 'refused' && outcome.failure.code === 'CONFLICT';
      if (base && isConflict) await loadNow(client, type, base.id).catch(() => null);
      return outcome;
    },
    [client, type, save],
  );
}
