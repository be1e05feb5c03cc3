import {
  PolicyDeleted,
  PolicyDetailsChanged,
  policyStream,
} from '@insuremanager/contracts/policies/policyEvents';
import type { Claims, Name } from '../platform/claims/claims.js';
import { folded } from '../platform/commands/loadedStream.js';
import type { Logger } from '../platform/logger.js';
import { policyDecider } from './policy.js';
import { debtsOf } from './policyDebts.js';
import { numbersLetGo } from './policyNumbers.js';
import { numberKeyOf, type Policy } from './policyState.js';
import type { PolicyStreams } from './policyStreams.js';

interface Parts {
  streams: PolicyStreams;
  claims: Pick<Claims, 'release' | 'holderOf'>;
  logger: Logger;
}

/** Numbers that are held and that nobody bears. */
export const idleNumbers = ({ streams, claims, logger }: Parts) => ({
  /**
   * Lets go of the numbers that a term still holds and that neither it nor one before it bears.
   * A number that is lent is the concern of two streams: each may be corrected, or the next term
   * be deleted, when the other has been read. Whoever writes last looks again, and sees both.
   */
  async letGo(id: number): Promise<void> {
    try {
      const events = await streams.historyOf(id);
      const policy = folded(policyDecider, events);
      // The event that gave them up: they are let go of as its command would have done.
      const gaveUp = events.findLast(
        ({ type }) => type === PolicyDetailsChanged.type || type === PolicyDeleted.type,
      );
      if (policy.phase === 'unknown' || !gaveUp) return;
      const own = numberBorneBy(policy);
      const letGo = numbersLetGo(policy.record, await debtsOf(streams, policy.record));
      const idle = letGo.filter(({ value }) => value !== own);
      const { stream, metadata } = gaveUp;
      await claims.release(idle, { owner: stream, ownerEvents: events, metadata });
    } catch (error) {
      // What was asked for stands. Whoever wants the number has it let go of then.
      logger.warn({ policyId: id }, 'A policy number could not be let go of', error);
    }
  },

  /**
   * Frees a number that somebody wants and that is held by a policy which was deleted or bears
   * another one, and owes it to no other term: whoever should have let go of it died before.
   * False when it is rightly held.
   */
  async free(name: Name): Promise<boolean> {
    const holder = await claims.holderOf(name);
    // A command that is about to take it is not disturbed.
    if (!holder?.isSettled) return false;
    const id = policyIdOf(holder.owner);
    if (id === null) return false;
    const events = await streams.historyOf(id);
    const policy = folded(policyDecider, events);
    const last = events.at(-1);
    if (policy.phase === 'unknown' || !last) return false;
    if (policy.phase === 'kept' && [null, name.value].includes(numberBorneBy(policy))) return false;
    const { borneBefore, isAllKnown, isNextPending } = await debtsOf(streams, policy.record);
    if (isNextPending || !isAllKnown || borneBefore.has(name.value)) return false;
    const { stream, metadata } = last;
    await claims.release([name], { owner: stream, ownerEvents: events, metadata });
    return true;
  },
});

export type IdleNumbers = ReturnType<typeof idleNumbers>;

const numberBorneBy = (policy: Policy): string | null =>
  policy.phase === 'kept' ? numberKeyOf(policy.record) : null;

const policyIdOf = (stream: string): number | null => {
  const id = Number(stream.slice(stream.lastIndexOf('-') + 1));
  return policyStream(id) === stream ? id : null;
};
