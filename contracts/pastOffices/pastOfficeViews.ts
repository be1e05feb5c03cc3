import { z } from 'zod';
import { instantText } from '../fields/dayFields.js';

/** So many are kept at once: each takes the room of all lists. */
export const MOST_PAST_OFFICES = 3;

export const PAST_OFFICE_STATES = ['building', 'ready', 'failed'] as const;
export type PastOfficeState = (typeof PAST_OFFICE_STATES)[number];

/** The whole office as it was at the end of a day. */
export const PastOffice = z.object({
  day: z.string().describe('YYYY-MM-DD, in Kolkata'),
  state: z.enum(PAST_OFFICE_STATES),
  percent: z.int().describe('How much of the log has been read for it'),
  events: z.int().describe('Events until the end of that day, of which it is made, so far'),
  usedAt: instantText().describe('When somebody last looked at it'),
});
export type PastOffice = z.infer<typeof PastOffice>;
