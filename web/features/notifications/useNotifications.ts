import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  MarkNotificationsDocument,
  NotificationsDocument,
  type NotificationsShownFragment,
} from '../../data/operations.generated';
import { useToast } from '../../ui/toaster/Toaster';

export type Notification = NotificationsShownFragment['items'][number];

interface Notifications {
  /** Undefined until the first answer. */
  list: NotificationsShownFragment | undefined;
  error: unknown;
  /** Asks again what there is now. */
  retry: () => void;
  mark: (notifications: readonly Notification[], isRead: boolean) => Promise<void>;
}

const ASKED = operation(NotificationsDocument, {});

/** What the user should look at, and what of it was read. */
export function useNotifications(): Notifications {
  const client = useApolloClient();
  const showToast = useToast();
  const { data, error, retry } = useGatewayQuery(ASKED, { fetchPolicy: 'cache-and-network' });
  const list = data?.notifications as NotificationsShownFragment | undefined;

  const mark = useCallback(
    async (notifications: readonly Notification[], isRead: boolean) => {
      const keys = notifications.filter((one) => one.isRead !== isRead).map(({ key }) => key);
      if (keys.length === 0) return;
      const show = (change: (before: NotificationsShownFragment) => NotificationsShownFragment) =>
        client.cache.updateQuery(ASKED, (before) =>
          before ? { ...before, notifications: change(before.notifications) } : before,
        );
      // At once; and back, when it cannot be kept.
      show((before) => marked(before, new Set(keys), isRead));
      try {
        const { data: answer } = await client.mutate({
          mutation: MarkNotificationsDocument,
          variables: { keys, isRead },
        });
        if (answer) show(() => answer.marked);
      } catch {
        show((before) => marked(before, new Set(keys), !isRead));
        showToast({
          title: 'Error',
          description: 'Failed to mark notifications. Please try again.',
          tone: 'destructive',
        });
      }
    },
    [client, showToast],
  );
  return { list, error, retry, mark };
}

function marked(
  list: NotificationsShownFragment,
  keys: ReadonlySet<string>,
  isRead: boolean,
): NotificationsShownFragment {
  const items = list.items.map((item) => (keys.has(item.key) ? { ...item, isRead } : item));
  return { ...list, items, unread: items.filter((item) => !item.isRead).length };
}
