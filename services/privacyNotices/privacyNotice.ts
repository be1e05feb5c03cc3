import {
  type PrivacyNoticeEvent,
  PrivacyNoticePublished,
} from '@insuremanager/contracts/privacyNotices/noticeEvents';
import {
  NOTICE_FIELDS,
  type NoticeText,
} from '@insuremanager/contracts/privacyNotices/noticeFields';
import type { Decider } from '../platform/commands/command.js';
import { BUILT_IN_NOTICE } from './builtInNotice.js';

export interface PublishedNotice {
  readonly version: number;
  readonly text: NoticeText;
  /** When and by whom; null: it is built in. */
  readonly published: { readonly at: Date; readonly by: string } | null;
}

export interface PublishNotice {
  readonly type: 'PublishNotice';
  readonly text: NoticeText;
}

/** The newest, which is the one that is shown now, and those before it; never empty. */
export type PrivacyNotices = readonly [PublishedNotice, ...PublishedNotice[]];

const BUILT_IN: PublishedNotice = { version: 1, text: BUILT_IN_NOTICE, published: null };

/** Versions of one text: what was published never changes, and consents go on to rest on it. */
export const privacyNoticeDecider: Decider<PrivacyNotices, PublishNotice, PrivacyNoticeEvent> = {
  initial: [BUILT_IN],

  evolve: (notices, { data: { version, text }, at, metadata }) => [
    { version, text, published: { at, by: metadata.actor.username } },
    ...notices,
  ],

  /** Nothing where the text is the newest already. */
  decide: ({ text }, [newest]) =>
    NOTICE_FIELDS.every((field) => text[field] === newest.text[field])
      ? []
      : [PrivacyNoticePublished({ version: newest.version + 1, text })],
};
