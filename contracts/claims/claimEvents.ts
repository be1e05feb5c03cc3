import { z } from 'zod';
import { defineEvent, type EventOf } from '../events/eventDefinition.js';

const thing = z.string();
/** The stream of the record that holds, or held, the name. */
const owner = z.string();

/** A value that may be taken once in the whole system now belongs to `owner`; its stream's name is a fingerprint. */
export const NameClaimed = defineEvent('NameClaimed', 1, {
  schema: z.object({ thing, owner }),
});

export const NameReleased = defineEvent('NameReleased', 1, {
  schema: z.object({ thing, owner }),
});

/**
 * Written to the stream of an owner whose command never came: whatever claim it had in
 * `claimStream` up to `claimRevision` no longer counts. The append fences out the late command.
 */
export const ClaimAbandoned = defineEvent('ClaimAbandoned', 1, {
  schema: z.object({
    thing,
    claimStream: z.string(),
    claimRevision: z.int().nonnegative(),
  }),
});

export type ClaimEvent = EventOf<typeof NameClaimed> | EventOf<typeof NameReleased>;

export const claimEventDefinitions = [NameClaimed, NameReleased, ClaimAbandoned] as const;
