import type {
  CancellationInput,
  EndorsementInput,
  ReinstatementInput,
  RenewalInput,
} from '@insuremanager/contracts/policies/policyChanges';
import {
  PolicyCancelled,
  PolicyDeleted,
  PolicyDetailsChanged,
  PolicyEndorsed,
  type PolicyEvent,
  PolicyExpired,
  PolicyHolderChanged,
  PolicyIssued,
  PolicyReinstated,
  PolicyRenewalWithdrawn,
  PolicyRenewed,
  PolicyStatusCorrected,
} from '@insuremanager/contracts/policies/policyEvents';
import type { PolicyInput, PolicyPatch } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { type Day, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import type { Decider } from '../platform/commands/command.js';
import { conflict, invalid, notFound } from '../platform/errors.js';
import {
  evolvePolicy,
  initialPolicy,
  numberKeyOf,
  type Policy,
  type PolicyRecord,
} from './policyState.js';
import {
  changedFields,
  clamped,
  nextTerm,
  only,
  partsOf,
  refuseImpossible,
  refuseOutside,
  termOf,
} from './policyTerms.js';

/** A policy as it is addressed: a number of the other kind names nothing. */
export interface PolicyRef {
  readonly kind: PolicyKind;
  readonly id: number;
}

/** The term before, when a term is issued by a renewal. */
export interface Predecessor {
  readonly predecessorId: number;
  readonly chainId: number;
  readonly numberKept: boolean;
}

/**
 * What a command on a policy number was prepared for: the names that it claims and releases follow
 * from the number that the policy bore then, in the form in which it is claimed.
 */
export interface NumberSeen {
  readonly numberSeen: string | null;
}

export type PolicyCommand =
  | {
      type: 'IssuePolicy';
      ref: PolicyRef;
      input: PolicyInput;
      renews: Predecessor | null;
      /** The quotation that it comes from, when there is one. */
      quotationId?: number;
    }
  | ({
      type: 'UpdatePolicy';
      ref: PolicyRef;
      patch: PolicyPatch;
      /** A number that changes is prepared for the next term, too, to which one may be promised. */
      successorSeen: number | null;
    } & NumberSeen)
  | { type: 'EndorsePolicy'; ref: PolicyRef; input: EndorsementInput }
  | ({
      type: 'RenewPolicy';
      ref: PolicyRef;
      successorId: number;
      input: RenewalInput;
    } & NumberSeen)
  | ({
      type: 'WithdrawRenewal';
      ref: PolicyRef;
      successorId: number;
      isHolderGone: boolean;
    } & NumberSeen)
  | { type: 'CancelPolicy'; ref: PolicyRef; input: CancellationInput; today: Day }
  | { type: 'ReinstatePolicy'; ref: PolicyRef; input: ReinstatementInput }
  | { type: 'ExpirePolicy'; ref: PolicyRef; today: Day }
  | ({ type: 'DeletePolicy'; ref: PolicyRef } & NumberSeen);

const decide = (command: PolicyCommand, policy: Policy): PolicyEvent[] => {
  switch (command.type) {
    case 'IssuePolicy':
      return issue(command, policy);
    case 'UpdatePolicy':
      return update(command, keptAsSeen(policy, command));
    case 'EndorsePolicy':
      return endorse(command.input, kept(policy, command.ref));
    case 'RenewPolicy':
      return renew(command.successorId, command.input, keptAsSeen(policy, command));
    case 'WithdrawRenewal':
      return withdrawRenewal(command, policy);
    case 'CancelPolicy':
      return cancel(command.input, command.today, kept(policy, command.ref));
    case 'ReinstatePolicy':
      return reinstate(command.input, kept(policy, command.ref));
    case 'ExpirePolicy':
      return expire(command.today, policy);
    case 'DeletePolicy':
      return remove(keptAsSeen(policy, command));
    default:
      return unreachable(command);
  }
};

export const policyDecider: Decider<Policy, PolicyCommand, PolicyEvent> = {
  initial: initialPolicy,
  evolve: evolvePolicy,
  decide,
};

const issue = (
  { ref, input, renews, quotationId }: Extract<PolicyCommand, { type: 'IssuePolicy' }>,
  policy: Policy,
): PolicyEvent[] => {
  if (policy.phase !== 'unknown') {
    // Whoever renewed and whoever finished the renewal for them mean the same term.
    if (renews && policy.record.predecessorId === renews.predecessorId) return [];
    throw conflict('policy-exists', 'This policy has been issued already.');
  }
  refuseImpossible(input);
  const { cover, identity } = partsOf(input);
  return [
    PolicyIssued({
      policyId: ref.id,
      kind: ref.kind,
      customerId: input.customerId,
      chainId: renews?.chainId ?? ref.id,
      predecessorId: renews?.predecessorId ?? null,
      quotationId: quotationId ?? null,
      numberKept: renews?.numberKept ?? false,
      status: input.status,
      cover,
      personal: identity,
    }),
  ];
};

/** The form: each field, the holder and the status may be corrected. */
const update = (
  { patch, successorSeen }: Extract<PolicyCommand, { type: 'UpdatePolicy' }>,
  record: PolicyRecord,
): PolicyEvent[] => {
  const { id: policyId } = record;
  const { customerId: wantedHolder, status, ...wanted } = patch;
  const before = termOf(record);
  const after = { ...before, ...wanted };
  const fields = changedFields(before, after);
  if (fields.length > 0) refuseImpossible(after);
  if (fields.includes('policyNumber') && record.successorId !== successorSeen) throw numberMoved();
  const customerId = wantedHolder ?? record.customerId;
  const events: PolicyEvent[] = [];
  if (customerId !== record.customerId) {
    const { identity: personal } = partsOf(before);
    const { customerId: formerCustomerId } = record;
    events.push(PolicyHolderChanged({ policyId, customerId, formerCustomerId, personal }));
  }
  if (fields.length > 0) {
    const { cover, identity: personal } = only(fields, after);
    events.push(PolicyDetailsChanged({ policyId, customerId, fields, cover, personal }));
  }
  if (status && status !== record.status) {
    events.push(PolicyStatusCorrected({ policyId, from: record.status, to: status }));
  }
  return events;
};

/** Changes what is covered from a day of the term on, and keeps what was before. */
const endorse = (input: EndorsementInput, record: PolicyRecord): PolicyEvent[] => {
  const { effectiveFrom, reason, changes } = input;
  const { id: policyId, customerId, status } = record;
  if (status === 'cancelled' || status === 'renewed') {
    const message = `A ${status} policy cannot be endorsed. Endorse the term that is in force.`;
    throw conflict('policy-not-in-force', message);
  }
  const before = termOf(record);
  const after = { ...before, ...changes };
  const fields = changedFields(before, after);
  if (fields.length === 0) {
    throw invalid([
      { field: 'changes', code: 'nothing-changes', message: 'Change at least one field' },
    ]);
  }
  refuseImpossible(after);
  refuseOutside(before, 'effectiveFrom', effectiveFrom);
  const [was, is] = [only(fields, before), only(fields, after)];
  return [
    PolicyEndorsed({
      policyId,
      customerId,
      effectiveFrom,
      fields,
      before: was.cover,
      after: is.cover,
      personal: { before: was.identity, after: is.identity, reason },
    }),
  ];
};

/** A term has at most one successor, which starts after it ends. */
const renew = (successorId: number, input: RenewalInput, record: PolicyRecord): PolicyEvent[] => {
  const { id: policyId, customerId, chainId, kind } = record;
  if (record.successorId !== null) {
    throw conflict('already-renewed', 'This policy has already been renewed.');
  }
  if (record.status === 'cancelled') {
    const message = 'A cancelled policy cannot be renewed. Reinstate it first.';
    throw conflict('policy-cancelled', message);
  }
  const before = termOf(record);
  const next = nextTerm(before, input);
  if (next.startDate <= before.endDate) {
    const message = `The new term must start after this one ends, on ${shownDay(before.endDate)}`;
    throw invalid([{ field: 'startDate', code: 'overlaps-term', message }]);
  }
  refuseImpossible(next);
  const numberKept = policyNumberKey(next.policyNumber) === policyNumberKey(before.policyNumber);
  const { cover, identity: personal } = partsOf(next);
  return [
    PolicyRenewed({
      policyId,
      customerId,
      chainId,
      kind,
      successorId,
      numberKept,
      cover,
      personal,
    }),
  ];
};

/** The next term is gone. Not asked of anybody: what does not fit any more changes nothing. */
const withdrawRenewal = (
  command: Extract<PolicyCommand, { type: 'WithdrawRenewal' }>,
  policy: Policy,
): PolicyEvent[] => {
  const { successorId, numberSeen, isHolderGone } = command;
  if (policy.phase !== 'kept' || policy.record.successorId !== successorId) return [];
  const { record } = policy;
  refuseOtherNumber(record, numberSeen);
  const { id: policyId, statusBeforeRenewal } = record;
  // A status that somebody chose meanwhile stays.
  const before = record.status === 'renewed' ? (statusBeforeRenewal ?? 'active') : record.status;
  // Nothing comes into force for somebody who is not there any more.
  const status = before === 'active' && isHolderGone ? 'expired' : before;
  return [PolicyRenewalWithdrawn({ policyId, successorId, status })];
};

const cancel = (input: CancellationInput, today: Day, record: PolicyRecord): PolicyEvent[] => {
  const { id: policyId, customerId, status } = record;
  if (status === 'cancelled') {
    throw conflict('already-cancelled', 'This policy has already been cancelled.');
  }
  if (record.successorId !== null) {
    throw conflict('already-renewed', 'This policy has been renewed. Cancel the new term instead.');
  }
  const { reason, note = null } = input;
  const cancelledOn = input.cancelledOn ?? clamped(today, record.cover);
  refuseOutside(record.cover, 'cancelledOn', cancelledOn);
  return [PolicyCancelled({ policyId, customerId, cancelledOn, reason, personal: { note } })];
};

/** Undoes a cancellation or a lapse. */
const reinstate = ({ note = null }: ReinstatementInput, record: PolicyRecord): PolicyEvent[] => {
  const { id: policyId, customerId, status: from } = record;
  if (from !== 'cancelled' && from !== 'expired') {
    const message = 'Only a cancelled or expired policy can be reinstated.';
    throw conflict('nothing-to-reinstate', message);
  }
  if (record.successorId !== null) {
    const message = 'This policy has been renewed: the new term is in force.';
    throw conflict('already-renewed', message);
  }
  return [PolicyReinstated({ policyId, customerId, from, personal: { note } })];
};

/** By the system. Whatever has changed since it was found due, it is no error. */
const expire = (today: Day, policy: Policy): PolicyEvent[] => {
  if (policy.phase !== 'kept') return [];
  const { id: policyId, status, cover, expiredFor } = policy.record;
  const { endDate } = cover;
  const isDue = status === 'active' && endDate < today && expiredFor !== endDate;
  return isDue ? [PolicyExpired({ policyId, endDate })] : [];
};

/** Terms go from the last one backwards, so that none is left without the one it renewed. */
const remove = (record: PolicyRecord): PolicyEvent[] => {
  if (record.successorId !== null) {
    const message = 'This policy has been renewed. Delete the new term first.';
    throw conflict('already-renewed', message);
  }
  return [PolicyDeleted({ policyId: record.id })];
};

const kept = (policy: Policy, { kind, id }: PolicyRef): PolicyRecord => {
  if (policy.phase !== 'kept' || policy.record.kind !== kind) throw notFound('policy', id);
  return policy.record;
};

const keptAsSeen = (
  policy: Policy,
  { ref, numberSeen }: { ref: PolicyRef } & NumberSeen,
): PolicyRecord => {
  const record = kept(policy, ref);
  refuseOtherNumber(record, numberSeen);
  return record;
};

const refuseOtherNumber = (record: PolicyRecord, numberSeen: string | null): void => {
  if (numberKeyOf(record) !== numberSeen) throw numberMoved();
};

const numberMoved = () =>
  conflict(NUMBER_MOVED, 'The policy number was changed at the same moment. Please try again.');

/** The code of a refusal after which a command is to be prepared anew. */
export const NUMBER_MOVED = 'policy-number-moved';

const unreachable = (value: never): never => {
  throw new Error(`No case for ${JSON.stringify(value)}`);
};
