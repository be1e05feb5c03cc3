import type { EventOf } from '@insuremanager/contracts/events/eventDefinition';
import type { RenewalInput } from '@insuremanager/contracts/policies/policyChanges';
import {
  PolicyDeleted,
  type PolicyEvent,
  PolicyRenewed,
  policyStream,
} from '@insuremanager/contracts/policies/policyEvents';
import { customerLock } from '../customers/index.js';
import type { Claims } from '../platform/claims/claims.js';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { CommandContext } from '../platform/commands/command.js';
import { Refusal } from '../platform/errors.js';
import { later } from '../platform/eventLog/eventLog.js';
import type { Ids } from '../platform/ids/ids.js';
import type { WithLock } from '../platform/locks/localLocks.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { IdleNumbers } from './idleNumbers.js';
import type { PolicyRef } from './policy.js';
import { debtsOf } from './policyDebts.js';
import type { PolicyHolders } from './policyHolders.js';
import {
  claimOf,
  isNumberTaken,
  nameOf,
  namesOfRenewal,
  namesOfWithdrawal,
  numbersLetGo,
} from './policyNumbers.js';
import type { PolicyResult, PolicyRuns } from './policyRuns.js';
import type { PolicyRecord } from './policyState.js';
import type { PolicyStreams } from './policyStreams.js';

type Renewed = RecordedEvent<EventOf<typeof PolicyRenewed>>;
type Deleted = RecordedEvent<EventOf<typeof PolicyDeleted>>;

/** Both terms of a renewal, after it. */
export interface Renewal {
  readonly ended: PolicyResult;
  readonly begun: PolicyResult;
}

interface Parts {
  runs: PolicyRuns;
  streams: PolicyStreams;
  holders: PolicyHolders;
  idle: IdleNumbers;
  claims: Pick<Claims, 'holderOf'>;
  ids: Pick<Ids, 'allocateId'>;
  withLock: WithLock;
}

/**
 * What writes to two terms of a chain: first to the one that decides, then to the other, which only
 * follows. The first event tells all that the second takes. Whoever follows, the one who asked, a
 * retry of theirs or `mend`, does so by the same command, so that it happens once.
 */
export const policyChains = ({ runs, streams, holders, idle, claims, ids, withLock }: Parts) => {
  const { run, runWithNumber } = runs;
  const { load, historyOf } = streams;

  /**
   * The next term is its holder's who holds the one before by now, be it that this one was moved
   * after it was renewed.
   * @throws Refusal `chain-unfinished` when the next term cannot have its number yet.
   */
  const issueNext = async (
    { data, metadata, stream, revision }: Renewed,
    personal: NonNullable<Renewed['data']['personal']>,
  ): Promise<PolicyResult> => {
    const { policyId, successorId, kind, chainId, numberKept, cover } = data;
    const { customerId } = (await load(policyId)).record ?? data;
    const heldBy = { owner: stream, version: Number(revision) };
    return finishing(
      run(
        {
          type: 'IssuePolicy',
          ref: { kind, id: successorId },
          input: { ...cover, ...personal, customerId, status: 'active' },
          renews: { predecessorId: policyId, chainId, numberKept },
        },
        onBehalfOf(metadata, namedUuid('next-term', stream, successorId)),
        {
          request: { type: 'IssueNextTerm', policyId, successorId },
          claims: [claimOf(personal.policyNumber, heldBy)],
          holder: holders.ofTerm({ customerId }),
        },
      ),
    );
  };

  /** Numbers of terms before this one that its next term holds. */
  const heldForEarlier = async (record: PolicyRecord, nextId: number): Promise<string[]> => {
    const held: string[] = [];
    for (const number of (await debtsOf(streams, record)).borneBefore) {
      const holder = await claims.holderOf(nameOf(number));
      if (holder?.owner === policyStream(nextId)) held.push(number);
    }
    return held;
  };

  /** @param next the term that is gone; its version is null when it never came. */
  const withdraw = async (
    { kind, id }: PolicyRef,
    next: { id: number; version: number | null },
    metadata: Pick<CommandContext, 'actor' | 'correlationId'>,
  ): Promise<PolicyResult> => {
    const successorId = next.id;
    const ref = { kind, id };
    const withdrawing = () =>
      runWithNumber(id, async (record, numberSeen) => {
        const isHolderGone = record !== null && (await holders.isGone(record.customerId));
        return [
          { type: 'WithdrawRenewal', ref, successorId, isHolderGone, numberSeen },
          // Another command for another number: a claim of the one before is then nobody's.
          onBehalfOf(metadata, namedUuid('withdraw-renewal', id, successorId, numberSeen ?? '')),
          record ? namesOfWithdrawal(record, next, await heldForEarlier(record, successorId)) : {},
        ];
      });
    const { record } = await load(id);
    const lock = customerLock(record?.customerId ?? 0);
    return finishing(record ? withLock(lock, withdrawing) : withdrawing());
  };

  const remove = async (ref: PolicyRef, context: CommandContext) => {
    const removed = await runWithNumber(ref.id, async (record, numberSeen) => [
      { type: 'DeletePolicy', ref, numberSeen },
      context,
      { releases: record ? numbersLetGo(record, await debtsOf(streams, record)) : [] },
    ]);
    const { state, version, position, repeated } = removed;
    const predecessorId = state.phase === 'unknown' ? null : state.record.predecessorId;
    if (predecessorId === null) return { position, repeated };
    const before = { kind: ref.kind, id: predecessorId };
    const withdrawn = await withdraw(before, { id: ref.id, version }, context);
    await idle.letGo(ref.id);
    return { position: later(position, withdrawn.position), repeated };
  };

  const mend = async (ref: PolicyRef): Promise<boolean> => {
    const { record } = await load(ref.id);
    const successorId = record?.successorId;
    if (!successorId) return false;
    const next = await load(successorId);
    if (next.phase === 'deleted') {
      const history = await historyOf(successorId);
      const deleted = history.findLast((event) => event.type === PolicyDeleted.type) as Deleted;
      const { actor, correlationId, commandId } = deleted.metadata;
      await remove({ kind: ref.kind, id: successorId }, { actor, correlationId, commandId });
      return true;
    }
    if (next.phase === 'kept') return false;
    const renewed = renewedIn(await historyOf(ref.id));
    const { personal } = renewed.data;
    // The holder is gone since. Was it by erasure, nobody knows any more what the term was to be.
    const isHeld = personal !== null && (await holders.isKept(record.customerId));
    const { repeated } = isHeld
      ? await issueNext(renewed, personal)
      : await withdraw(ref, { id: successorId, version: null }, renewed.metadata);
    return !repeated;
  };

  return {
    /** @throws invalid `customer-unknown` or `customer-erased`: nobody would hold the next term. */
    async renew(ref: PolicyRef, input: RenewalInput, context: CommandContext): Promise<Renewal> {
      // The same key for another policy, or for a new one, is another term.
      const nextOf = namedUuid('next-term', context.commandId, ref.kind, ref.id);
      const successorId = await ids.allocateId('policy', nextOf);
      const ended = await runWithNumber(ref.id, async (record, numberSeen) => {
        const holder = record && holders.ofTerm(record);
        return [
          { type: 'RenewPolicy', ref, successorId, input, numberSeen },
          context,
          { holder, ...(record && namesOfRenewal(record, input.policyNumber)) },
        ];
      });
      const renewed = renewedIn(ended.events);
      const { personal } = renewed.data;
      if (!personal) throw unfinished('The holder has been erased meanwhile.');
      return { ended, begun: await issueNext(renewed, personal) };
    },

    /** Deleting a term gives the one that it renewed its place and its number back. */
    remove,

    /** Finishes what broke off after this term; false when there was nothing to finish. */
    mend,
  };
};

export type PolicyChains = ReturnType<typeof policyChains>;

/** Who asked for the first step has asked for the second. A version that they saw was the first's. */
const onBehalfOf = (
  { actor, correlationId }: Pick<CommandContext, 'actor' | 'correlationId'>,
  commandId: string,
): CommandContext => ({ commandId, actor, correlationId });

const renewedIn = (events: readonly RecordedEvent<PolicyEvent>[]): Renewed => {
  const renewed = events.findLast((event) => event.type === PolicyRenewed.type);
  if (!renewed) throw new Error('No renewal is told here');
  return renewed as Renewed;
};

/**
 * The second step can be kept waiting for its number: another process that lost the race for the
 * first one may have left a claim behind, which counts for nothing after ten seconds.
 */
const finishing = async (step: Promise<PolicyResult>): Promise<PolicyResult> => {
  try {
    return await step;
  } catch (error) {
    throw isNumberTaken(error) ? unfinished('The policy number is not free yet.', error) : error;
  }
};

export const CHAIN_UNFINISHED = 'chain-unfinished';

const unfinished = (why: string, cause?: unknown) =>
  new Refusal('unavailable', {
    code: CHAIN_UNFINISHED,
    message: `${why} What you asked for is written down and will be finished within a minute.`,
    retryAfterSeconds: 15,
    cause,
  });
