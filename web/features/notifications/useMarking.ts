import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import {
  MarkNotificationsDocument,
  type NotificationsShownFragment,
} from '../../data/operations.generated';
import { useToast } from '../../ui/toaster/Toaster';
import { ASKED } from './useNotifications';

export interface Marking {
  /** Whether it was kept. */
  mark: (keys: readonly string[], isRead: boolean) => Promise<boolean>;
  /** Marks all as read, which can be taken back for as long as the toast says so. */
  markAll: () => Promise<void>;
}

/** Marks notifications as read or not. */
export function useMarking(list: NotificationsShownFragment | undefined): Marking {
  const client = useApolloClient();
  const showToast = useToast();
  const mark = useCallback(
    async (keys: readonly string[], isRead: boolean) => {
      const show = (change: (before: NotificationsShownFragment) => NotificationsShownFragment) =>
        client.cache.updateQuery(ASKED, (before) =>
          before ? { ...before, notifications: change(before.notifications) } : before,
        );
      // At once; and back, when it cannot be kept.
      show((before) => marked(before, keys, isRead));
      try {
        const { data: answer } = await client.mutate({
          mutation: MarkNotificationsDocument,
          variables: { keys: [...keys], isRead },
        });
        if (answer) show(() => answer.marked);
        return true;
      } catch {
        show((before) => marked(before, keys, !isRead));
        showToast({
          title: 'Error',
          description: 'Failed to mark notifications. Please try again.',
          tone: 'destructive',
        });
        return false;
      }
    },
    [client, showToast],
  );
  const markAll = async () => {
    const unread = list?.unreadKeys ?? [];
    if (!(await mark(unread, true))) return;
    showToast({
      title: unread.length === 1 ? '1 Notification Read' : `${unread.length} Notifications Read`,
      action: { text: 'Undo', onAction: () => void mark(unread, false) },
    });
  };
  return { mark, markAll };
}

function marked(
  list: NotificationsShownFragment,
  keys: readonly string[],
  isRead: boolean,
): NotificationsShownFragment {
  const changed = new Set(keys);
  const others = list.unreadKeys.filter((key) => !changed.has(key));
  return {
    ...list,
    items: list.items.map((item) => (changed.has(item.key) ? { ...item, isRead } : item)),
    unreadKeys: isRead ? others : [...others, ...keys],
  };
}
