import { reminderEventDefinitions } from '@insuremanager/contracts/reminders/reminderEvents';
import { defineSlice } from '../platform/slice.js';
import { createReminders, type ReminderTies } from './createReminders.js';
import type { NoticeChannel } from './noticeChannels.js';
import { createNotices, type NoticeDependencies } from './notices.js';
import { reminderProjector } from './reminderProjector.js';

export {
  type ChannelState,
  emailChannel,
  type NoticeChannel,
  type TextChannel,
  textChannel,
} from './noticeChannels.js';
export type { NoticeSender, Notices } from './notices.js';
export { type Notifier, type NotifierStatus, startNotifier } from './notifier.js';
export type { Reminders, RemindersOfBook, SendingProgress } from './reminders.js';
export {
  MESSAGE_VARIABLES,
  type RegisteredTexts,
  type ShortTexts,
  shortTextsOf,
  type TextSubject,
} from './shortTexts.js';
export { createReminders, type ReminderTies };

/** What sends reminders; nothing where there are no channels. */
export const noticesSlice = defineSlice({
  open: (platform, _tables, { channels, ...others }: Unsent) =>
    channels && createNotices(platform, { ...others, channels }),
});
type Unsent = Omit<NoticeDependencies, 'channels'> & { channels?: readonly NoticeChannel[] };

export const remindersSlice = defineSlice({
  events: reminderEventDefinitions,
  projectors: [reminderProjector],
  open: createReminders,
});
