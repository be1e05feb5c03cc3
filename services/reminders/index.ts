export type { ChannelState } from './channelStates.js';
export { createNotices, type NoticeSender } from './createNotices.js';
export { createReminders, type ReminderTies } from './createReminders.js';
export {
  emailChannel,
  type NoticeChannel,
  type TextChannel,
  textChannel,
} from './noticeChannels.js';
export type { Notices } from './notices.js';
export {
  NOTIFIER_GROUP,
  NOTIFIER_TOPICS,
  type Notifier,
  type NotifierStatus,
  startNotifier,
} from './notifier.js';
export { reminderProjector } from './reminderProjector.js';
export type { Reminders, RemindersOfBook, SendingProgress } from './reminders.js';
export {
  MESSAGE_VARIABLES,
  type RegisteredTexts,
  type ShortTexts,
  shortTextsOf,
} from './shortTexts.js';
