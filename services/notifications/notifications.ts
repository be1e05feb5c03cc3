import type { Role } from '@insuremanager/contracts/identity/permissions';
import type { NotificationList } from '@insuremanager/contracts/notifications/notificationViews';
import type { Book } from '../platform/readModels/readTables.js';

export interface NotifiedUser {
  readonly userId: number;
  readonly role: Role;
}

/** The capability "notifications". Every method may raise a Refusal. */
export interface Notifications {
  /**
   * What somebody must do now, but for kinds that their role may not read and those that they have
   * muted. Follow-ups and quotations are the user's own and those of nobody.
   */
  list(user: NotifiedUser, muted?: readonly string[]): Promise<NotificationList>;
  /** Keeps for a user which were read. It is no fact of the trade, and so no event. */
  mark(userId: number, keys: readonly string[], isRead: boolean): Promise<void>;

  /** The same for whom only the customers of a book, and what is theirs, exist. */
  within(book: Book): NotificationsOfBook;
}

export type NotificationsOfBook = Omit<Notifications, 'within'>;
