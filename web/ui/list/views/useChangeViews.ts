import type { TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { ViewedList, ViewPatch } from '@insuremanager/contracts/savedViews/savedViews';
import { useCallback } from 'react';
import { type Operation, operation } from '../../../data/operation';
import {
  CreateSavedViewDocument,
  DeleteSavedViewDocument,
  SavedViewsDocument,
  UpdateSavedViewDocument,
} from '../../../data/operations.generated';
import { sentenceOf } from '../../../data/problems';
import { useToast } from '../../toaster/Toaster';
import type { SavedView } from './useSavedViews';

type NewView = { name: string; address: string; isShared: boolean };

/** How views are saved, changed and deleted. What failed is said, and which views there are now. */
export function useChangeViews(list: ViewedList) {
  const client = useApolloClient();
  const showToast = useToast();

  const send = useCallback(
    async <Data>({ query, variables }: Operation<Data>): Promise<Data> => {
      const mutation = query as TypedDocumentNode<Data, typeof variables>;
      try {
        const { data } = await client.mutate({ mutation, variables });
        if (!data) throw new Error('The answer held nothing');
        return data as Data;
      } finally {
        // The sentence of what failed here stands already.
        await client.refetchQueries({ include: [SavedViewsDocument] }).catch(() => undefined);
      }
    },
    [client],
  );
  /** @throws what the gateway refused */
  const create = useCallback(
    async (view: NewView): Promise<SavedView> =>
      (await send(operation(CreateSavedViewDocument, { input: { list, ...view } }))).saved,
    [send, list],
  );
  /** @throws what the gateway refused */
  const rename = useCallback(
    ({ id, version }: SavedView, name: string) =>
      send(operation(UpdateSavedViewDocument, { id, input: { name }, expectedVersion: version })),
    [send],
  );
  /** Does it and says so, or what failed; answers whether it was done. */
  const said = useCallback(
    async (asked: Promise<unknown>, { name }: SavedView, done: string, failed: string) => {
      try {
        await asked;
        showToast({ title: done, description: name });
        return true;
      } catch (error) {
        const description = sentenceOf(error, failed);
        showToast({ title: 'Error', description, tone: 'destructive' });
        return false;
      }
    },
    [showToast],
  );
  const update = useCallback(
    (view: SavedView, input: ViewPatch, done: string) => {
      const { id, version: expectedVersion } = view;
      const asked = send(operation(UpdateSavedViewDocument, { id, input, expectedVersion }));
      return said(asked, view, done, 'Failed to change the view. Please try again.');
    },
    [send, said],
  );
  const remove = useCallback(
    (view: SavedView) => {
      const asked = send(operation(DeleteSavedViewDocument, { id: view.id }));
      return said(asked, view, 'View Deleted', 'Failed to delete the view. Please try again.');
    },
    [send, said],
  );
  return { create, rename, update, remove };
}
