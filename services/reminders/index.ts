export { createReminders, type ReminderTies } from './createReminders.js';
export {
  type ChannelState,
  emailChannel,
  type NoticeChannel,
  type TextChannel,
  textChannel,
} from './noticeChannels.js';
export { createNotices, type NoticeSender, type Notices } from './notices.js';
export { type Notifier, type NotifierStatus, startNotifier } from './notifier.js';
export { reminderProjector } from './reminderProjector.js';
export type { Reminders, RemindersOfBook, SendingProgress } from './reminders.js';
export {
  MESSAGE_VARIABLES,
  type RegisteredTexts,
  type ShortTexts,
  shortTextsOf,
} from './shortTexts.js';
