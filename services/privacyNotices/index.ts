import { privacyNoticeEventDefinitions } from '@insuremanager/contracts/privacyNotices/noticeEvents';
import { defineSlice } from '../platform/slice.js';
import { createPrivacyNotices } from './createPrivacyNotices.js';

export { newestNoticeOf, type PrivacyNoticeVersions } from './createPrivacyNotices.js';

export const privacyNoticesSlice = defineSlice({
  events: privacyNoticeEventDefinitions,
  open: createPrivacyNotices,
});
