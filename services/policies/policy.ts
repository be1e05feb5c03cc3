import type {
  CancellationInput,
  EndorsementInput,
  ReinstatementInput,
  RenewalInput,
} from '@insuremanager/contracts/policies/policyChanges';
import {
  POLICY_COVER_FIELDS,
  POLICY_IDENTITY_FIELDS,
  PolicyCancelled,
  type PolicyCover,
  PolicyDeleted,
  PolicyDetailsChanged,
  PolicyEndorsed,
  type PolicyEvent,
  PolicyExpired,
  PolicyHolderChanged,
  type PolicyIdentity,
  PolicyIssued,
  PolicyReinstated,
  PolicyRenewalWithdrawn,
  PolicyRenewed,
  PolicyStatusCorrected,
} from '@insuremanager/contracts/policies/policyEvents';
import type {
  PolicyInput,
  PolicyPatch,
  PolicyTerm,
} from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { impossibilities } from '@insuremanager/contracts/policies/policyTerm';
import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { type Day, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import type { Decider } from '../platform/commands/command.js';
import { conflict, invalid, notFound } from '../platform/errors.js';
import { evolvePolicy, initialPolicy, type Policy, type PolicyRecord } from './policyState.js';

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

export type PolicyCommand =
  | { type: 'IssuePolicy'; ref: PolicyRef; input: PolicyInput; renews: Predecessor | null }
  | { type: 'UpdatePolicy'; ref: PolicyRef; patch: PolicyPatch }
  | { type: 'EndorsePolicy'; ref: PolicyRef; input: EndorsementInput }
  | { type: 'RenewPolicy'; ref: PolicyRef; successorId: number; input: RenewalInput }
  | { type: 'WithdrawRenewal'; ref: PolicyRef; successorId: number }
  | { type: 'CancelPolicy'; ref: PolicyRef; input: CancellationInput; today: Day }
  | { type: 'ReinstatePolicy'; ref: PolicyRef; input: ReinstatementInput }
  | { type: 'ExpirePolicy'; ref: PolicyRef; today: Day }
  | { type: 'DeletePolicy'; ref: PolicyRef };

const decide = (command: PolicyCommand, policy: Policy): PolicyEvent[] => {
  switch (command.type) {
    case 'IssuePolicy':
      return issue(command, policy);
    case 'UpdatePolicy':
      return update(command.patch, kept(policy, command.ref));
    case 'EndorsePolicy':
      return endorse(command.input, kept(policy, command.ref));
    case 'RenewPolicy':
      return renew(command.successorId, command.input, kept(policy, command.ref));
    case 'WithdrawRenewal':
      return withdrawRenewal(command.successorId, policy);
    case 'CancelPolicy':
      return cancel(command.input, command.today, kept(policy, command.ref));
    case 'ReinstatePolicy':
      return reinstate(command.input, kept(policy, command.ref));
    case 'ExpirePolicy':
      return expire(command.today, policy);
    case 'DeletePolicy':
      return remove(kept(policy, command.ref));
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
  { ref, input, renews }: Extract<PolicyCommand, { type: 'IssuePolicy' }>,
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
      numberKept: renews?.numberKept ?? false,
      status: input.status,
      cover,
      personal: identity,
    }),
  ];
};

/** The form: each field, the holder and the status may be corrected. */
const update = (patch: PolicyPatch, record: PolicyRecord): PolicyEvent[] => {
  const { id: policyId } = record;
  const { customerId: wantedHolder, status, ...wanted } = patch;
  const before = termOf(record);
  const after = { ...before, ...wanted };
  const fields = changedFields(before, after);
  if (fields.length > 0) refuseImpossible(after);
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

/** What the next term says when nothing else is asked for: the same, for the year that follows. */
export const nextTerm = (before: PolicyTerm, input: RenewalInput): PolicyTerm => {
  const startDate = input.startDate ?? addDays(before.endDate, 1);
  return {
    ...before,
    thirdPartyEndDate: null,
    ...input,
    startDate,
    endDate: input.endDate ?? endOfTerm(startDate),
  };
};

/** The next term is gone. Not asked of anybody: what does not fit any more changes nothing. */
const withdrawRenewal = (successorId: number, policy: Policy): PolicyEvent[] => {
  if (policy.phase !== 'kept' || policy.record.successorId !== successorId) return [];
  const { id: policyId, statusBeforeRenewal } = policy.record;
  const status = statusBeforeRenewal ?? 'active';
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

/** @throws Refusal when the holder has been erased: nothing can be said of the term any more. */
const termOf = ({ cover, identity }: PolicyRecord): PolicyTerm => {
  if (identity) return { ...cover, ...identity };
  throw conflict('customer-erased', 'The holder has been erased; nothing can be changed.');
};

const partsOf = (term: PolicyTerm): { cover: PolicyCover; identity: PolicyIdentity } => {
  const { cover, identity } = only([...POLICY_COVER_FIELDS, ...POLICY_IDENTITY_FIELDS], term);
  return { cover: cover as PolicyCover, identity: identity as PolicyIdentity };
};

type Field = keyof PolicyTerm;

const only = (fields: readonly Field[], term: PolicyTerm) => {
  const pick = (some: readonly Field[]) =>
    Object.fromEntries(
      some.filter((field) => fields.includes(field)).map((field) => [field, term[field]]),
    );
  return {
    cover: pick(POLICY_COVER_FIELDS) as Partial<PolicyCover>,
    identity: pick(POLICY_IDENTITY_FIELDS) as Partial<PolicyIdentity>,
  };
};

const changedFields = (before: PolicyTerm, after: PolicyTerm): Field[] =>
  [...POLICY_IDENTITY_FIELDS, ...POLICY_COVER_FIELDS].filter(
    (field) => before[field] !== after[field],
  );

const clamped = (day: Day, { startDate, endDate }: PolicyCover): Day => {
  if (day < startDate) return startDate;
  return day > endDate ? endDate : day;
};

const refuseOutside = (
  { startDate, endDate }: Pick<PolicyCover, 'startDate' | 'endDate'>,
  field: string,
  day: Day,
): void => {
  if (day >= startDate && day <= endDate) return;
  const message = `Choose a day of the term, ${shownDay(startDate)} to ${shownDay(endDate)}`;
  throw invalid([{ field, code: 'outside-term', message }]);
};

const refuseImpossible = (term: PolicyTerm): void => {
  const problems = impossibilities(term);
  if (problems.length > 0) throw invalid(problems);
};

const unreachable = (value: never): never => {
  throw new Error(`No case for ${JSON.stringify(value)}`);
};
