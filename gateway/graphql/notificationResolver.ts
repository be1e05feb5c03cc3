import {
  NOTIFICATION_KINDS,
  NOTIFIED_RECORDS,
  Notification,
  NotificationCount,
  NotificationList,
  NotificationMarks,
  TO_DO_KINDS,
} from '@insuremanager/contracts/notifications/notificationViews';
import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import type { GraphqlContext } from './graphqlContext.js';
import { LOOKUP_COST } from './queryCosts.js';

enumType('NotificationKind', NOTIFICATION_KINDS);
enumType('ToDoKind', TO_DO_KINDS);
enumType('NotifiedRecord', NOTIFIED_RECORDS);

objectType('Notification', Notification, {
  description: 'Something that somebody must do.',
});
objectType('NotificationCount', NotificationCount);
const List = objectType('NotificationList', NotificationList);

@Resolver()
export class NotificationResolver {
  @Query(() => List, {
    description: 'What the user must do now, and what of it was read.',
    complexity: 10 * LOOKUP_COST,
  })
  notifications(@Ctx() { notifications, user }: GraphqlContext): Promise<NotificationList> {
    return notifications.list(user, user.preferences.mutedNotifications);
  }

  @Mutation(() => List, {
    description: 'Keeps for the user which notifications were read.',
    complexity: 10 * LOOKUP_COST,
  })
  async markNotifications(
    @Arg('keys', () => [String]) keys: string[],
    @Arg('isRead', () => Boolean) isRead: boolean,
    @Ctx() { notifications, user }: GraphqlContext,
  ): Promise<NotificationList> {
    const marks = validated(NotificationMarks, { keys, isRead });
    await notifications.mark(user.userId, marks.keys, marks.isRead);
    return notifications.list(user, user.preferences.mutedNotifications);
  }
}
