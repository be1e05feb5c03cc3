import type { Role } from '@insuremanager/contracts/identity/permissions';
import type {
  NewView,
  SavedView,
  ViewedList,
  ViewPatch,
} from '@insuremanager/contracts/savedViews/savedViews';

export interface ViewUser {
  readonly userId: number;
  readonly role: Role;
}

/**
 * The capability "saved views". A view is a matter of taste and no fact of the trade, so none of
 * this is an event. Whoever has `views.share` shares views, and changes and deletes those that are
 * shared, whose ever they are; all others are their owner's alone, and do not exist for anybody else.
 */
export interface SavedViews {
  /** The user's own and those that are shared, by name. */
  list(list: ViewedList, user: ViewUser): Promise<readonly SavedView[]>;
  /**
   * Saved again as it is, a view is answered as it is.
   * @throws conflict `view-name-taken`, `too-many-views`; `forbidden` to share
   */
  create(view: NewView, user: ViewUser): Promise<SavedView>;
  /** The list that it is of. @throws not-found `view-not-found` */
  listOf(id: number, user: ViewUser): Promise<ViewedList>;
  /**
   * @throws not-found `view-not-found`; `forbidden`; `stale-version`; conflict `view-name-taken`
   */
  update(id: number, patch: ViewPatch, expectedVersion: number, user: ViewUser): Promise<SavedView>;
  /** @throws not-found `view-not-found`; `forbidden` */
  delete(id: number, user: ViewUser): Promise<void>;

  /**
   * Views, whosever they are, in whose name one of the texts stands, whole. A single word, or fewer
   * than seven digits, counts only where nothing else is there.
   */
  thatName(texts: readonly string[]): Promise<number[]>;
  deleteAll(ids: readonly number[]): Promise<void>;
}
