import type { EventOf } from '@insuremanager/contracts/events/eventDefinition';
import type { RenewalInput } from '@insuremanager/contracts/policies/policyChanges';
import {
  PolicyDeleted,
  type PolicyEvent,
  PolicyRenewed,
} from '@insuremanager/contracts/policies/policyEvents';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { CommandContext } from '../platform/commands/command.js';
import { Refusal } from '../platform/errors.js';
import { comparePositions, type LogPosition } from '../platform/eventLog/eventLog.js';
import type { Ids } from '../platform/ids/ids.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { IdleNumbers } from './idleNumbers.js';
import type { PolicyRef } from './policy.js';
import {
  claimOf,
  isNumberTaken,
  namesOfRenewal,
  namesOfWithdrawal,
  numbersLetGo,
} from './policyNumbers.js';
import type { PolicyResult, PolicyRuns } from './policyRuns.js';
import type { PolicyRecord } from './policyState.js';

type Renewed = RecordedEvent<EventOf<typeof PolicyRenewed>>;
type Deleted = RecordedEvent<EventOf<typeof PolicyDeleted>>;

/** Both terms of a renewal, after it. */
export interface Renewal {
  readonly ended: PolicyResult;
  readonly begun: PolicyResult;
}

/**
 * What writes to two terms of a chain: first to the one that decides, then to the other, which only
 * follows. The first event tells all that the second takes. Whoever follows, the one who asked, a
 * retry of theirs or `mend`, does so by the same command, so that it happens once.
 */
export const policyChains = (
  runs: PolicyRuns,
  ids: Pick<Ids, 'allocateId'>,
  letGoOfIdleNumbers: IdleNumbers,
) => {
  const { load, run, runWithNumber, historyOf } = runs;

  const termBefore = async (record: PolicyRecord | null): Promise<PolicyRecord | null> =>
    record?.predecessorId ? (await load(record.predecessorId)).record : null;

  /** @throws Refusal `renewal-unfinished` when the next term cannot have its number yet. */
  const issueNext = (
    { data, metadata, stream, revision }: Renewed,
    personal: NonNullable<Renewed['data']['personal']>,
  ): Promise<PolicyResult> => {
    const { policyId, successorId, kind, customerId, chainId, numberKept, cover } = data;
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
        },
      ),
    );
  };

  /** @param next the term that is gone; its version is null when it never came. */
  const withdraw = (
    { kind, id }: PolicyRef,
    next: { id: number; version: number | null },
    metadata: Pick<CommandContext, 'actor' | 'correlationId'>,
  ): Promise<PolicyResult> => {
    return finishing(
      runWithNumber(id, async (record, numberSeen) => [
        { type: 'WithdrawRenewal', ref: { kind, id }, successorId: next.id, numberSeen },
        // Another command for another number: a claim of the one before is then nobody's.
        onBehalfOf(metadata, namedUuid('withdraw-renewal', id, next.id, numberSeen ?? '')),
        record ? namesOfWithdrawal(record, next) : {},
      ]),
    );
  };

  const remove = async (ref: PolicyRef, context: CommandContext) => {
    const removed = await runWithNumber(ref.id, async (record, numberSeen) => [
      { type: 'DeletePolicy', ref, numberSeen },
      context,
      { releases: record ? numbersLetGo(record, await termBefore(record)) : [] },
    ]);
    const { state, version, position, repeated } = removed;
    const predecessorId = state.phase === 'unknown' ? null : state.record.predecessorId;
    if (predecessorId === null) return { position, repeated };
    const before = { kind: ref.kind, id: predecessorId };
    const withdrawn = await withdraw(before, { id: ref.id, version }, context);
    await letGoOfIdleNumbers(ref.id);
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
    // The holder was erased before the next term came: nobody knows any more what it was to be.
    const { repeated } = personal
      ? await issueNext(renewed, personal)
      : await withdraw(ref, { id: successorId, version: null }, renewed.metadata);
    return !repeated;
  };

  return {
    /**
     * @param mayHold refuses a holder for whom nothing new may be entered
     */
    async renew(
      ref: PolicyRef,
      input: RenewalInput,
      context: CommandContext,
      mayHold: (customerId: number) => Promise<unknown>,
    ): Promise<Renewal> {
      const successorId = await ids.allocateId('policy', context.commandId);
      const ended = await runWithNumber(ref.id, async (record, numberSeen) => {
        if (record?.successorId === null) await mayHold(record.customerId);
        return [
          { type: 'RenewPolicy', ref, successorId, input, numberSeen },
          context,
          record ? namesOfRenewal(record, input.policyNumber) : {},
        ];
      });
      const renewed = renewedIn(ended.events);
      const { personal } = renewed.data;
      if (!personal) throw unfinished('The holder has been erased meanwhile.');
      return { ended, begun: await issueNext(renewed, personal) };
    },

    /** Deleting a term gives the one that it renewed its place and its number back. */
    remove,

    /** The term before, as far as a number that it lent is concerned. */
    termBefore,

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

const unfinished = (why: string, cause?: unknown) =>
  new Refusal('unavailable', {
    code: 'chain-unfinished',
    message: `${why} What you asked for is written down and will be finished within a minute.`,
    retryAfterSeconds: 15,
    cause,
  });

export const later = (a: LogPosition | null, b: LogPosition | null): LogPosition | null =>
  a && b && comparePositions(a, b) < 0 ? b : (a ?? b);
