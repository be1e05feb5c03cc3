import { operation, useGatewayQuery } from '../../data/operation';
import {
  NotificationsDocument,
  type NotificationsShownFragment,
} from '../../data/operations.generated';

interface Notifications {
  /** Undefined until the first answer. */
  list: NotificationsShownFragment | undefined;
  error: unknown;
  /** Asks again what there is now. */
  retry: () => void;
}

export const ASKED = operation(NotificationsDocument, {});

/** What the user should look at, and what of it was read. */
export function useNotifications(): Notifications {
  const { data, error, retry } = useGatewayQuery(ASKED, { fetchPolicy: 'cache-and-network' });
  return { list: data?.notifications as NotificationsShownFragment | undefined, error, retry };
}
