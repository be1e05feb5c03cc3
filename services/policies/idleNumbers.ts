import {
  PolicyDeleted,
  PolicyDetailsChanged,
} from '@insuremanager/contracts/policies/policyEvents';
import type { Claims } from '../platform/claims/claims.js';
import { folded } from '../platform/commands/loadedStream.js';
import type { Logger } from '../platform/logger.js';
import { policyDecider } from './policy.js';
import { numbersLetGo } from './policyNumbers.js';
import type { PolicyRuns } from './policyRuns.js';
import { numberKeyOf } from './policyState.js';

interface Parts {
  runs: PolicyRuns;
  claims: Pick<Claims, 'release'>;
  logger: Logger;
}

/**
 * Lets go of the numbers that a term still holds and that neither it nor the term before bears.
 * A number that is lent is the concern of two streams: each may be corrected, or the next term be
 * deleted, when the other has been read. Whoever writes last looks again, and sees both.
 */
export const idleNumbers =
  ({ runs, claims, logger }: Parts) =>
  async (id: number): Promise<void> => {
    try {
      const events = await runs.historyOf(id);
      const policy = folded(policyDecider, events);
      // The event that gave them up: they are let go of as its command would have done.
      const gaveUp = events.findLast(
        ({ type }) => type === PolicyDetailsChanged.type || type === PolicyDeleted.type,
      );
      if (policy.phase === 'unknown' || !gaveUp) return;
      const { record } = policy;
      const before = record.predecessorId ? (await runs.load(record.predecessorId)).record : null;
      const own = policy.phase === 'kept' ? numberKeyOf(record) : null;
      const idle = numbersLetGo(record, before).filter(({ value }) => value !== own);
      const { stream, metadata } = gaveUp;
      await claims.release(idle, { owner: stream, ownerEvents: events, metadata });
    } catch (error) {
      // What was asked for stands. The numbers stay taken until the term is changed or deleted.
      logger.warn({ policyId: id }, 'A policy number could not be let go of', error);
    }
  };

export type IdleNumbers = ReturnType<typeof idleNumbers>;
