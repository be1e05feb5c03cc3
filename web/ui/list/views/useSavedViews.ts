import type { ViewedList } from '@insuremanager/contracts/savedViews/savedViews';
import { operation, useGatewayQuery } from '../../../data/operation';
import {
  type SavedViewShownFragment,
  SavedViewsDocument,
} from '../../../data/operations.generated';

export type SavedView = SavedViewShownFragment;

export interface SavedViews {
  /** Undefined until the first answer. */
  views: readonly SavedView[] | undefined;
  isFailed: boolean;
  /** Asks again which there are. */
  reload: () => void;
}

/** The views that the user has of a list; asked for once `isWanted`. */
export function useSavedViews(list: ViewedList, isWanted: boolean): SavedViews {
  const { data, error, retry } = useGatewayQuery(operation(SavedViewsDocument, { list }), {
    skip: !isWanted,
  });
  const { savedViews } = (data ?? {}) as { savedViews?: readonly SavedView[] };
  return { views: savedViews, isFailed: error !== undefined, reload: retry };
}
