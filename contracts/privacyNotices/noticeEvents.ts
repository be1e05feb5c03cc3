import { z } from 'zod';
import { defineEvent, type EventOf } from '../events/eventDefinition.js';
import { NOTICE_FIELDS, type NoticeField } from './noticeFields.js';

/** One for the brokerage. */
export const NOTICE_STREAM = 'privacyNotices-1';

/** A version of the text that is shown before consent is asked for. It never changes. */
export const PrivacyNoticePublished = defineEvent('PrivacyNoticePublished', 1, {
  schema: z.object({
    /** From 2 on: the first one is built in. */
    version: z.int().min(2),
    /** By language and part. */
    text: z.object(
      Object.fromEntries(NOTICE_FIELDS.map((field) => [field, z.string()])) as Record<
        NoticeField,
        z.ZodString
      >,
    ),
  }),
});

export type PrivacyNoticeEvent = EventOf<typeof PrivacyNoticePublished>;
export const privacyNoticeEventDefinitions = [PrivacyNoticePublished] as const;
