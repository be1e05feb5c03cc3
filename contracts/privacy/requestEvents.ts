import { z } from 'zod';
import { customerStream } from '../customers/customerEvents.js';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { REQUEST_CHANNELS, REQUEST_OUTCOMES, REQUESTED_RIGHTS } from './requestKinds.js';

const RequestId = z.int().positive();
const CustomerId = z.int().positive();
/** YYYY-MM-DD in Asia/Kolkata. */
const CalendarDay = z.string();

/** One stream for each request of a person. */
export const personRequestStream = (requestId: number): string => `personRequest-${requestId}`;

/** What a person wrote or said is theirs, and so is what they were answered. */
const subject = (data: { customerId: number }): string => customerStream(data.customerId);

/** A person asks for a right of theirs. That they did, and when, outlives their erasure. */
export const PersonRequestReceived = defineEvent('PersonRequestReceived', 1, {
  schema: z.object({
    requestId: RequestId,
    customerId: CustomerId,
    right: z.enum(REQUESTED_RIGHTS),
    channel: z.enum(REQUEST_CHANNELS),
    receivedOn: CalendarDay,
    /** The last day for an answer, by the days that the agency allowed itself then. */
    dueOn: CalendarDay,
  }),
  personal: { schema: z.object({ words: z.string() }), subject },
});

export const PersonRequestClosed = defineEvent('PersonRequestClosed', 1, {
  schema: z.object({
    requestId: RequestId,
    customerId: CustomerId,
    outcome: z.enum(REQUEST_OUTCOMES),
    closedOn: CalendarDay,
  }),
  personal: { schema: z.object({ answer: z.string().nullable() }), subject },
});

/** It was not answered after all. */
export const PersonRequestReopened = defineEvent('PersonRequestReopened', 1, {
  schema: z.object({ requestId: RequestId, customerId: CustomerId }),
});

export const personRequestEventDefinitions = [
  PersonRequestReceived,
  PersonRequestClosed,
  PersonRequestReopened,
] as const;
export type PersonRequestEvent = EventIn<typeof personRequestEventDefinitions>;
