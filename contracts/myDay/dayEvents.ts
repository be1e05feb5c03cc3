import { z } from 'zod';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';

/** `quotation:12:2026-12-01` is in `day-quotation-12`: whatever becomes of one item is one stream. */
export const dayStream = (key: string): string => `day-${key.split(':').slice(0, 2).join('-')}`;

/** An item of a day is done, or put off. For all who have it: the work is the agency’s. */
export const DayItemSetAside = defineEvent('DayItemSetAside', 1, {
  schema: z.object({
    /** Names what there was to do: kind, record, and the day or what else makes it another one. */
    key: z.string(),
    /** YYYY-MM-DD in Asia/Kolkata; null: it is done. */
    until: z.string().nullable(),
  }),
});

export const DayItemPutBack = defineEvent('DayItemPutBack', 1, {
  schema: z.object({ key: z.string() }),
});

export const dayEventDefinitions = [DayItemSetAside, DayItemPutBack] as const;
export type DayEvent = EventIn<typeof dayEventDefinitions>;
