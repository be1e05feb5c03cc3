import type {
  CancellationInput,
  EndorsementInput,
  ReinstatementInput,
  RenewalInput,
} from '@insuremanager/contracts/policies/policyChanges';
import { PolicyHolderChanged } from '@insuremanager/contracts/policies/policyEvents';
import type { PolicyInput, PolicyPatch } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { breakWarning, overlapWarning } from '@insuremanager/contracts/policies/policyWarnings';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import type { Clock } from '../platform/clock.js';
import type { CommandContext } from '../platform/commands/command.js';
import { Refusal } from '../platform/errors.js';
import type { Ids } from '../platform/ids/ids.js';
import type { IdleNumbers } from './idleNumbers.js';
import type { Policies } from './policies.js';
import type { PolicyCommand, PolicyRef } from './policy.js';
import { CHAIN_UNFINISHED, type PolicyChains, type Renewal } from './policyChains.js';
import { debtsOf } from './policyDebts.js';
import type { PolicyHolders } from './policyHolders.js';
import {
  claimOf,
  isOtherNumber,
  type Names,
  namesOfUpdate,
  namingHolder,
} from './policyNumbers.js';
import { policyReceipt } from './policyReceipt.js';
import type { HolderCheck, PolicyResult, PolicyRuns } from './policyRuns.js';
import type { PolicyRecord } from './policyState.js';
import type { PolicyStreams } from './policyStreams.js';
import { issueOf } from './quotedPolicies.js';

interface Parts {
  runs: PolicyRuns;
  streams: PolicyStreams;
  chains: PolicyChains;
  holders: PolicyHolders;
  idle: IdleNumbers;
  ids: Ids;
  clock: Clock;
  /** Such as `Anitha Nair (health policy 12)`; null when it is not known. */
  whoHas(policyNumber: string): Promise<string | null>;
}

type Changes = Pick<
  Policies,
  'issue' | 'update' | 'endorse' | 'renew' | 'cancel' | 'reinstate' | 'delete'
>;

/** What the gateway, the import and the demo call to change policies. */
export function policyCommands(parts: Parts): Changes {
  const { runs, streams, chains, holders, idle, ids, clock, whoHas } = parts;
  const today = (): Day => kolkataDay(clock.now());

  /** A form may move days past those of the next term, which is said and not refused. */
  const overlapOf = async ({ state }: PolicyResult): Promise<Warning | null> => {
    if (state.phase === 'unknown' || state.record.successorId === null) return null;
    const next = await streams.load(state.record.successorId);
    if (next.phase !== 'kept' || !next.record) return null;
    return overlapWarning(state.record.cover.endDate, next.record.cover.startDate);
  };

  /** What was promised to the next term must be there for it when its number changes here. */
  const isChainMended = async (record: PolicyRecord): Promise<boolean> => {
    if (record.successorId === null) return false;
    try {
      return await chains.mend(record);
    } catch (error) {
      const isUnfinished = error instanceof Refusal && error.code === CHAIN_UNFINISHED;
      // A next term that is gone may wait for another number here: this one is somebody else's.
      const next = isUnfinished ? await streams.load(record.successorId) : null;
      if (next?.phase === 'deleted') return false;
      throw error;
    }
  };

  const namesFor = async (
    record: PolicyRecord,
    policyNumber: string | undefined,
  ): Promise<Names> => {
    if (policyNumber === undefined || !isOtherNumber(record, policyNumber)) return {};
    // A next term that was deleted gives this one its number back first.
    const isMended = await isChainMended(record);
    const current = isMended ? ((await streams.load(record.id)).record ?? record) : record;
    return namesOfUpdate(current, await debtsOf(streams, current), policyNumber);
  };

  /** Whoever gets a policy, or gets one into force, may hold it. */
  const holderFor = (
    { id, customerId: current }: PolicyRecord,
    { customerId = current, status }: PolicyPatch,
  ): HolderCheck | null => {
    if (customerId === current && status !== 'active') return null;
    const check = async () => {
      const { record } = await streams.load(id);
      const isMoved = record?.customerId !== customerId;
      const isRevived = status === 'active' && record?.status !== 'active';
      if (isMoved || isRevived) await holders.mayHold(customerId);
    };
    return { customerId, check };
  };

  /** A number that one term lent another is let go of when neither bears it any more. */
  const letGoInChain = async ({ state, events, repeated }: PolicyResult): Promise<void> => {
    if (state.phase === 'unknown' || events.length === 0) return;
    const { id, predecessorId, successorId } = state.record;
    // Whoever asked first may have died before letting go.
    if (predecessorId !== null || repeated) await idle.letGo(id);
    if (successorId !== null) await idle.letGo(successorId);
  };

  const carryOut = async (
    command: PolicyCommand,
    context: CommandContext,
    holder: HolderCheck | null = null,
  ) => policyReceipt(await runs.run(command, context, { holder }), today());

  return {
    async issue(
      kind: PolicyKind,
      input: PolicyInput,
      context: CommandContext,
      quotationId?: number,
    ) {
      const isQuoted = quotationId !== undefined;
      const id = await ids.allocateId(
        'policy',
        isQuoted ? issueOf(quotationId) : context.commandId,
      );
      const { policyNumber, customerId } = input;
      let kyc: Warning | null = null;
      const check = async () => {
        kyc = await holders.mayHold(customerId);
      };
      const command: PolicyCommand = {
        type: 'IssuePolicy',
        ref: { kind, id },
        input,
        renews: null,
        ...(isQuoted && { quotationId }),
      };
      const issuing = runs.run(command, context, {
        claims: [claimOf(policyNumber)],
        holder: { customerId, check },
      });
      const issued = await namingHolder(issuing, () => whoHas(policyNumber));
      return policyReceipt(issued, today(), [kyc]);
    },

    async update(ref: PolicyRef, patch: PolicyPatch, context: CommandContext) {
      const { policyNumber } = patch;
      const updating = runs.runWithNumber(ref.id, async (record, numberSeen) => {
        const names = record && (await namesFor(record, policyNumber));
        const holder = record && holderFor(record, patch);
        const successorSeen = record?.successorId ?? null;
        return [
          { type: 'UpdatePolicy', ref, patch, numberSeen, successorSeen },
          context,
          { ...names, holder },
        ];
      });
      const updated = await namingHolder(updating, () => whoHas(policyNumber ?? ''));
      if (policyNumber !== undefined) await letGoInChain(updated);
      const moved = updated.events.find((event) => event.type === PolicyHolderChanged.type);
      return policyReceipt(updated, today(), [
        moved ? await holders.kycOf(moved.data) : null,
        await overlapOf(updated),
      ]);
    },

    endorse: (ref: PolicyRef, input: EndorsementInput, context: CommandContext) =>
      carryOut({ type: 'EndorsePolicy', ref, input }, context),

    async renew(ref: PolicyRef, input: RenewalInput, context: CommandContext) {
      const renewing = chains.renew(ref, input, context);
      const renewal = await namingHolder(renewing, () => whoHas(input.policyNumber ?? ''));
      const { state } = renewal.begun;
      const kyc = state.phase === 'unknown' ? null : await holders.kycOf(state.record);
      const receipt = policyReceipt(renewal.begun, today(), [kyc, gapWarning(renewal)]);
      const { policy: renewed } = policyReceipt(renewal.ended, today());
      return { ...receipt, renewed, repeated: renewal.ended.repeated };
    },

    cancel: (ref: PolicyRef, input: CancellationInput, context: CommandContext) =>
      carryOut({ type: 'CancelPolicy', ref, input, today: today() }, context),

    async reinstate(ref: PolicyRef, input: ReinstatementInput, context: CommandContext) {
      const { phase, record } = await streams.load(ref.id);
      const holder = phase === 'kept' && record ? holders.ofTerm(record) : null;
      return carryOut({ type: 'ReinstatePolicy', ref, input }, context, holder);
    },

    delete: (ref: PolicyRef, context: CommandContext) => chains.remove(ref, context),
  };
}

const gapWarning = ({ ended, begun }: Renewal): Warning | null => {
  if (ended.state.phase === 'unknown' || begun.state.phase === 'unknown') return null;
  const { kind, cover } = begun.state.record;
  return breakWarning(kind, ended.state.record.cover.endDate, cover.startDate);
};
