import type {
  CancellationInput,
  EndorsementInput,
  ReinstatementInput,
  RenewalInput,
} from '@insuremanager/contracts/policies/policyChanges';
import { PolicyHolderChanged } from '@insuremanager/contracts/policies/policyEvents';
import type { PolicyInput, PolicyPatch } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { breakWarning, kycWarning } from '@insuremanager/contracts/policies/policyWarnings';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import type { Customers } from '../customers/index.js';
import type { Clock } from '../platform/clock.js';
import type { CommandContext } from '../platform/commands/command.js';
import { invalid } from '../platform/errors.js';
import type { Ids } from '../platform/ids/ids.js';
import type { IdleNumbers } from './idleNumbers.js';
import type { Policies } from './policies.js';
import type { PolicyCommand, PolicyRef } from './policy.js';
import type { PolicyChains, Renewal } from './policyChains.js';
import {
  claimOf,
  isOtherNumber,
  type Names,
  namesOfUpdate,
  namingHolder,
} from './policyNumbers.js';
import { policyReceipt } from './policyReceipt.js';
import type { PolicyResult, PolicyRuns } from './policyRuns.js';
import type { PolicyRecord } from './policyState.js';

interface Parts {
  runs: PolicyRuns;
  chains: PolicyChains;
  letGoOfIdleNumbers: IdleNumbers;
  ids: Ids;
  clock: Clock;
  customers: Pick<Customers, 'standing'>;
  /** Such as `Anitha Nair (health policy 12)`; null when it is not known. */
  whoHas(policyNumber: string): Promise<string | null>;
}

type Changes = Pick<
  Policies,
  'issue' | 'update' | 'endorse' | 'renew' | 'cancel' | 'reinstate' | 'delete'
>;

/** What the gateway, the import and the demo call to change policies. */
export function policyCommands(parts: Parts): Changes {
  const { runs, chains, letGoOfIdleNumbers, ids, clock, customers, whoHas } = parts;
  const today = (): Day => kolkataDay(clock.now());

  /**
   * For whom a policy is to be in force is kept, and known.
   * @throws invalid `customer-unknown` or `customer-erased`.
   */
  const mayHold = async (customerId: number): Promise<Warning | null> => {
    const standing = await customers.standing(customerId);
    if (!standing) throw unknownCustomer(customerId);
    if (standing.isErased) throw erasedCustomer();
    return kycWarning(standing.kycStatus);
  };

  /** Asked after the command, so that a retry of it is warned as well. */
  const kycOf = async ({ customerId }: { customerId: number }): Promise<Warning | null> => {
    const standing = await customers.standing(customerId);
    return standing && kycWarning(standing.kycStatus);
  };

  const carryOut = async (command: PolicyCommand, context: CommandContext) =>
    policyReceipt(await runs.run(command, context), today());

  const namesFor = async (
    record: PolicyRecord,
    policyNumber: string | undefined,
  ): Promise<Names> => {
    if (policyNumber === undefined || !isOtherNumber(record, policyNumber)) return {};
    // What was promised to the next term must be there for it when its number changes here. One
    // that was deleted gives this one its number back first.
    const isMended = record.successorId !== null && (await chains.mend(record));
    const current = isMended ? ((await runs.load(record.id)).record ?? record) : record;
    return namesOfUpdate(current, await chains.termBefore(current), policyNumber);
  };

  /** A number that one term lent another is let go of when neither bears it any more. */
  const letGoInChain = async ({ state, events }: PolicyResult): Promise<void> => {
    if (state.phase === 'unknown' || events.length === 0) return;
    const { id, predecessorId, successorId } = state.record;
    if (predecessorId !== null) await letGoOfIdleNumbers(id);
    if (successorId !== null) await letGoOfIdleNumbers(successorId);
  };

  return {
    async issue(kind: PolicyKind, input: PolicyInput, context: CommandContext) {
      const id = await ids.allocateId('policy', context.commandId);
      const kyc = await mayHold(input.customerId).catch(async (refusal) => {
        // A retry of what was issued when the customer was still there answers the same.
        if ((await runs.load(id)).phase === 'unknown') throw refusal;
        return null;
      });
      const command: PolicyCommand = {
        type: 'IssuePolicy',
        ref: { kind, id },
        input,
        renews: null,
      };
      const { policyNumber } = input;
      const issuing = runs.run(command, context, { claims: [claimOf(policyNumber)] });
      const issued = await namingHolder(issuing, () => whoHas(policyNumber));
      return policyReceipt(issued, today(), [kyc]);
    },

    async update(ref: PolicyRef, patch: PolicyPatch, context: CommandContext) {
      const { policyNumber, customerId, status } = patch;
      const updating = runs.runWithNumber(ref.id, async (record, numberSeen) => {
        const holder = customerId ?? record?.customerId;
        const isMoved = record !== null && holder !== record.customerId;
        const isRevived = status === 'active' && record !== null && record.status !== 'active';
        if (holder !== undefined && (isMoved || isRevived)) await mayHold(holder);
        const names = record ? await namesFor(record, policyNumber) : {};
        return [{ type: 'UpdatePolicy', ref, patch, numberSeen }, context, names];
      });
      const updated = await namingHolder(updating, () => whoHas(policyNumber ?? ''));
      if (policyNumber !== undefined) await letGoInChain(updated);
      const moved = updated.events.find((event) => event.type === PolicyHolderChanged.type);
      return policyReceipt(updated, today(), [moved ? await kycOf(moved.data) : null]);
    },

    endorse: (ref: PolicyRef, input: EndorsementInput, context: CommandContext) =>
      carryOut({ type: 'EndorsePolicy', ref, input }, context),

    async renew(ref: PolicyRef, input: RenewalInput, context: CommandContext) {
      const renewing = chains.renew(ref, input, context, mayHold);
      const renewal = await namingHolder(renewing, () => whoHas(input.policyNumber ?? ''));
      const { state } = renewal.begun;
      const kyc = state.phase === 'unknown' ? null : await kycOf(state.record);
      const receipt = policyReceipt(renewal.begun, today(), [kyc, gapWarning(renewal)]);
      return { ...receipt, repeated: renewal.ended.repeated };
    },

    cancel: (ref: PolicyRef, input: CancellationInput, context: CommandContext) =>
      carryOut({ type: 'CancelPolicy', ref, input, today: today() }, context),

    async reinstate(ref: PolicyRef, input: ReinstatementInput, context: CommandContext) {
      const { record } = await runs.load(ref.id);
      const isOff = record?.status === 'cancelled' || record?.status === 'expired';
      if (isOff) await mayHold(record.customerId);
      return carryOut({ type: 'ReinstatePolicy', ref, input }, context);
    },

    delete: (ref: PolicyRef, context: CommandContext) => chains.remove(ref, context),
  };
}

const gapWarning = ({ ended, begun }: Renewal): Warning | null => {
  if (ended.state.phase === 'unknown' || begun.state.phase === 'unknown') return null;
  const { kind, cover } = begun.state.record;
  return breakWarning(kind, ended.state.record.cover.endDate, cover.startDate);
};

const unknownCustomer = (id: number) => {
  const message = `There is no customer with the number ${id}. Choose another one.`;
  return invalid([{ field: 'customerId', code: 'customer-unknown', message }]);
};

const erasedCustomer = () => {
  const message = 'This customer has been erased. Choose another one.';
  return invalid([{ field: 'customerId', code: 'customer-erased', message }]);
};
