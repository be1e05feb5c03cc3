export type { ChannelState } from './channelStates.js';
export { createNotices, type NoticeSender } from './createNotices.js';
export {
  emailChannel,
  type NoticeChannel,
  type TextChannel,
  textChannel,
} from './noticeChannels.js';
export {
  NOTIFIER_GROUP,
  NOTIFIER_TOPICS,
  type Notifier,
  type NotifierStatus,
  startNotifier,
} from './notifier.js';
export {
  MESSAGE_VARIABLES,
  type RegisteredTexts,
  type ShortTexts,
  shortTextsOf,
} from './shortTexts.js';
