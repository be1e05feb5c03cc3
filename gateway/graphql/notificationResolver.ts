import {
  NOTIFICATION_KINDS,
  NOTIFIED_RECORDS,
  Notification,
  NotificationCount,
  NotificationList,
  NotificationMarks,
  TO_DO_KINDS,
} from '@insuremanager/contracts/notifications/notificationViews';
import { validated } from '../validated.js';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { LOOKUP_COST } from './queryCosts.js';
import { mutation, query, rootFields } from './rootFields.js';

enumType('NotificationKind', NOTIFICATION_KINDS);
enumType('ToDoKind', TO_DO_KINDS);
enumType('NotifiedRecord', NOTIFIED_RECORDS);

objectType('Notification', Notification, {
  description: 'Something that somebody must do.',
});
objectType('NotificationCount', NotificationCount);
const List = objectType('NotificationList', NotificationList);

export const notificationResolvers = rootFields({
  notifications: query(
    List,
    {
      description: 'What the user must do now, and what of it was read.',
      complexity: 10 * LOOKUP_COST,
    },
    (_, { notifications, user }) => notifications.list(user, user.preferences.mutedNotifications),
  ),

  markNotifications: mutation(
    List,
    {
      description: 'Keeps for the user which notifications were read.',
      complexity: 10 * LOOKUP_COST,
      args: { keys: [String], isRead: Boolean },
    },
    async (given, { notifications, user }) => {
      const { keys, isRead } = validated(NotificationMarks, given);
      await notifications.mark(user.userId, keys, isRead);
      return notifications.list(user, user.preferences.mutedNotifications);
    },
  ),
});
