import { z } from 'zod';
import { defineEvent, type EventOf } from '../events/eventDefinition.js';

/**
 * What the value is: `username`, `policyNumber`. The value itself is only in the stream's name, as
 * a fingerprint.
 */
const kind = z.string();
/** The stream of the record that the value is reserved for. */
const owner = z.string();

/**
 * A value that may exist once in the whole system is `owner`'s, as soon as its own stream says so.
 */
export const ValueReserved = defineEvent('ValueReserved', 1, {
  schema: z.object({ kind, owner }),
});

/** The owner has released the value. */
export const ValueReleased = defineEvent('ValueReleased', 1, {
  schema: z.object({ kind, owner }),
});

/**
 * A fence in the stream of an owner whose command reserved a value and never came: the append of
 * that command, should it still be under way, fails at its expected revision.
 */
export const ReservationVoided = defineEvent('ReservationVoided', 1, {
  schema: z.object({ kind, reservationStream: z.string() }),
});

export type ReservationEvent = EventOf<typeof ValueReserved> | EventOf<typeof ValueReleased>;

export const reservationEventDefinitions = [
  ValueReserved,
  ValueReleased,
  ReservationVoided,
] as const;
