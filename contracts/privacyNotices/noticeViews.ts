import { z } from 'zod';
import { instantText } from '../fields/dayFields.js';
import { viewShapeOf } from '../fields/fields.js';
import { noticeFields } from './noticeFields.js';

/** A published version of the privacy notice, in every language. */
export const PrivacyNotice = z.object({
  version: z.int(),
  publishedAt: instantText().nullable().describe('Null: it is built in'),
  publishedBy: z.string().nullable().describe('The username; null: it is built in'),
  ...viewShapeOf(noticeFields),
});
export type PrivacyNotice = z.infer<typeof PrivacyNotice>;
