import { isDeepStrictEqual } from 'node:util';
import type { InsuredRelation } from '@insuremanager/contracts/households/relations';
import { impossibilities } from '@insuremanager/contracts/policies/impossibilities';
import { type DueInstalment, instalmentsOf } from '@insuremanager/contracts/policies/instalments';
import type { PaymentInput, TakenBackInput } from '@insuremanager/contracts/policies/paymentFields';
import type { PaymentMeans } from '@insuremanager/contracts/policies/paymentKinds';
import {
  InstalmentPaid,
  InstalmentTakenBack,
  InsuredMembersChanged,
  POLICY_COVER_FIELDS,
  POLICY_IDENTITY_FIELDS,
  PolicyCancelled,
  type PolicyCover,
  PolicyDetailsChanged,
  PolicyEndorsed,
  type PolicyEvent,
  PolicyExpired,
  PolicyholderChanged,
  type PolicyIdentity,
  PolicyIssued,
  PolicyReinstated,
  PolicyRenewed,
  PolicyStatusCorrected,
  PolicyTermDeleted,
  policyIdOf,
  TERMS_PER_POLICY,
} from '@insuremanager/contracts/policies/policyEvents';
import type {
  CancellationInput,
  EndorsementInput,
  PolicyInput,
  PolicyPatch,
  PolicyTerm,
  ReinstatementInput,
  RenewalInput,
} from '@insuremanager/contracts/policies/policyInputs';
import {
  type PolicyKind,
  type PolicyStatus,
  PREMIUM_PARTS,
} from '@insuremanager/contracts/policies/policyKinds';
import {
  type EarlierPremium,
  endorsedPremiums,
  samePremium,
} from '@insuremanager/contracts/policies/premiums';
import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { pick } from '@insuremanager/contracts/rules/objects';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { conflict, invalid, notFound } from '../platform/errors.js';
import type { UniqueValue } from '../platform/reservations/reservations.js';
import { unreachable } from '../platform/unreachable.js';

/** A contract that lives through several terms: one stream, named by the id of its first term. */
export interface Policy {
  readonly id: number;
  readonly kind: PolicyKind;
  /** The quotation that it came from. */
  readonly quotationId: number | null;
  /** In the order in which they were entered, deleted ones included: their history stays. */
  readonly terms: readonly Term[];
}

/** One period of cover, as people address it: every id that they know is a term's. */
export interface Term {
  readonly id: number;
  readonly customerId: number;
  /** The term that this one renewed. */
  readonly previousId: number | null;
  readonly isDeleted: boolean;
  readonly status: PolicyStatus;
  /** To go back to when the term that renewed this one is deleted. */
  readonly statusBeforeRenewal: PolicyStatus | null;
  readonly cover: PolicyCover;
  /** Null once the policyholder has been erased. */
  readonly identity: PolicyIdentity | null;
  /** The end date for which the system has expired it: it does so once for each. */
  readonly expiredFor: Day | null;
  /** Of the first instalments of the premium, in order: those that are paid. */
  readonly payments: readonly Payment[];
  /** Whom it covers, where somebody has said so. */
  readonly members: readonly Insured[];
  /** Before the premium was endorsed, the oldest first. */
  readonly earlierPremiums: readonly EarlierPremium[];
  readonly issuedAt: Date;
  readonly changedAt: Date;
  /**
   * Revision of the last event that touched it: an edit of one term leaves the others' views
   * current.
   */
  readonly version: number;
}

export interface Payment extends DueInstalment {
  readonly paidOn: Day;
  readonly means: PaymentMeans;
  /** Null also once the policyholder has been erased. */
  readonly reference: string | null;
}

/** A customer, or a person by name. */
export interface Insured {
  readonly customerId: number | null;
  readonly relation: InsuredRelation;
  /** Null of a customer; both also once the policyholder has been erased. */
  readonly name: string | null;
  readonly dateOfBirth: Day | null;
}

/** What stands where a term's identity was before its policyholder was erased. */
export const ERASED_IDENTITY: PolicyIdentity = {
  policyNumber: 'Erased',
  vehicleNumber: null,
  engineNumber: null,
  chassisNumber: null,
  nomineeName: null,
  nomineeRelation: null,
  nomineeBirthDate: null,
  appointeeName: null,
  appointeeRelation: null,
};

/** A term as it is addressed: a number of the other kind names nothing. */
export interface TermRef {
  readonly kind: PolicyKind;
  readonly id: number;
}

export type PolicyCommand =
  | { type: 'IssuePolicy'; ref: TermRef; input: PolicyInput; quotationId: number | null }
  | { type: 'UpdatePolicy'; ref: TermRef; patch: PolicyPatch }
  | { type: 'EndorsePolicy'; ref: TermRef; input: EndorsementInput }
  | { type: 'RenewPolicy'; ref: TermRef; input: RenewalInput }
  | { type: 'CancelPolicy'; ref: TermRef; input: CancellationInput; today: Day }
  | { type: 'ReinstatePolicy'; ref: TermRef; input: ReinstatementInput }
  | { type: 'ExpirePolicy'; ref: TermRef; today: Day }
  | { type: 'SetInsuredMembers'; ref: TermRef; members: readonly Insured[] }
  | { type: 'PayInstalments'; ref: TermRef; input: PaymentInput; today: Day }
  | { type: 'TakeBackInstalment'; ref: TermRef; input: TakenBackInput }
  | DeleteTerm;

export interface DeleteTerm {
  type: 'DeleteTerm';
  ref: TermRef;
  /**
   * Whether the customer of the term before has been deleted: nothing comes into force for them.
   */
  isPolicyholderDeleted: boolean;
  /** Also a term that was renewed: its policyholder is erased, and the next may be another's. */
  evenIfRenewed: boolean;
}

/** Null before it is issued. */
type State = Policy | null;

/** What happened, as what is. */
const evolve = (policy: State, event: RecordedEvent<PolicyEvent>): State => {
  const { at, revision } = event;
  const touched = { changedAt: at, version: Number(revision) };
  const begun = (term: Begun): Term => ({ ...NEW_TERM, ...term, issuedAt: at, ...touched });
  if (event.type === 'PolicyIssued') {
    const { policyId: id, kind, quotationId, customerId, status, cover, personal } = event.data;
    const first = begun({ id, customerId, previousId: null, status, cover, identity: personal });
    return { id, kind, quotationId, terms: [first] };
  }
  if (policy === null) return null;
  const changed = (change: (term: Term) => Partial<Term>, termId = event.data.termId): Policy =>
    withTerm(policy, termId, (term) => ({ ...term, ...change(term), ...touched }));
  switch (event.type) {
    case 'PolicyDetailsChanged': {
      const { cover, personal } = event.data;
      return changed((term) => ({
        cover: { ...term.cover, ...cover },
        identity: term.identity && personal && { ...term.identity, ...personal },
        ...earlierPremiumsAfter(event.data),
      }));
    }
    case 'PolicyholderChanged': {
      const { customerId, personal: identity } = event.data;
      return changed(() => ({ customerId, identity }));
    }
    case 'PolicyEndorsed': {
      const { after, personal } = event.data;
      return changed((term) => ({
        cover: { ...term.cover, ...after },
        identity: term.identity && personal && { ...term.identity, ...personal.after },
        ...earlierPremiumsAfter(event.data),
      }));
    }
    case 'PolicyRenewed': {
      const { termId: previousId, nextTermId: id, customerId, cover, personal } = event.data;
      const renewed = changed(({ status }) => ({ status: 'renewed', statusBeforeRenewal: status }));
      const status = 'active';
      const next = begun({ id, customerId, previousId, status, cover, identity: personal });
      return { ...renewed, terms: [...renewed.terms, next] };
    }
    case 'PolicyCancelled':
      return changed(() => ({ status: 'cancelled' }));
    case 'PolicyReinstated':
      return changed(() => ({ status: 'active' }));
    case 'PolicyExpired': {
      const { endDate: expiredFor } = event.data;
      return changed(() => ({ status: 'expired', expiredFor }));
    }
    case 'PolicyStatusCorrected': {
      const { to: status } = event.data;
      return changed(() => ({ status }));
    }
    case 'InsuredMembersChanged': {
      const { members, personal } = event.data;
      const NOBODY = { name: null, dateOfBirth: null };
      return changed(() => ({
        members: members.map((one, nth) => ({ ...one, ...(personal?.persons[nth] ?? NOBODY) })),
      }));
    }
    case 'InstalmentPaid': {
      const { number, dueDate, amount, paidOn, means, personal } = event.data;
      const reference = personal?.reference ?? null;
      const payment = { number, dueDate, amount, paidOn, means, reference };
      return changed(({ payments }) => ({ payments: [...payments, payment] }));
    }
    case 'InstalmentTakenBack': {
      const { number: takenBack } = event.data;
      return changed(({ payments }) => ({
        payments: payments.filter(({ number }) => number !== takenBack),
      }));
    }
    case 'PolicyTermDeleted': {
      const { previous } = event.data;
      const deleted = changed(() => ({ isDeleted: true }));
      if (!previous) return deleted;
      const restored = { status: previous.status, statusBeforeRenewal: null, ...touched };
      return withTerm(deleted, previous.termId, (term) => ({ ...term, ...restored }));
    }
    default:
      return unreachable(event);
  }
};

type Begun = Pick<Term, 'id' | 'customerId' | 'previousId' | 'status' | 'cover' | 'identity'>;
const NEW_TERM = {
  ...{ isDeleted: false, statusBeforeRenewal: null, expiredFor: null },
  ...{ payments: [], members: [], earlierPremiums: [] },
} as const;

type Change = RecordedEvent<Extract<PolicyEvent, { type: ChangeType }>>['data'];
type ChangeType = 'PolicyDetailsChanged' | 'PolicyEndorsed';

/**
 * What was due before the premium was endorsed, by a change of the cover that touches it. A premium
 * is corrected as it stands: what was due before an endorsement stays. How often one is due is a
 * matter of the whole term, so by another frequency the premium is what it is from the start.
 */
export function earlierPremiumsAfter(
  change: Change,
): { earlierPremiums: readonly EarlierPremium[] } | undefined {
  const changed = 'after' in change ? change.after : change.cover;
  if (changed.premiumFrequency !== undefined) return { earlierPremiums: [] };
  if (!('after' in change)) return undefined;
  const { earlierPremiums, before, effectiveFrom: until } = change;
  if (earlierPremiums) return { earlierPremiums };
  // Endorsements of long ago do not say it.
  const { premiumAmount, ...parts } = before;
  if (premiumAmount === undefined) return undefined;
  return {
    earlierPremiums: [{ until, ...UNKNOWN_PARTS, ...pick(parts, PREMIUM_PARTS), premiumAmount }],
  };
}
const UNKNOWN_PARTS = { ownDamagePremium: null, thirdPartyPremium: null, premiumGst: null };

const withTerm = (policy: Policy, termId: number, change: (term: Term) => Term): Policy => ({
  ...policy,
  terms: policy.terms.map((term) => (term.id === termId ? change(term) : term)),
});

const decide = (command: PolicyCommand, policy: State): PolicyEvent[] => {
  switch (command.type) {
    case 'IssuePolicy':
      return issue(command, policy);
    case 'ExpirePolicy':
      return expire(command, policy);
    default:
      return change(command, requireTerm(policy, command.ref));
  }
};

const change = (
  command: Exclude<PolicyCommand, { type: 'IssuePolicy' | 'ExpirePolicy' }>,
  of: TermOfPolicy,
): PolicyEvent[] => {
  switch (command.type) {
    case 'UpdatePolicy':
      return update(command.patch, of);
    case 'EndorsePolicy':
      return endorse(command.input, of);
    case 'RenewPolicy':
      return renew(command.input, of);
    case 'CancelPolicy':
      return cancel(command.input, command.today, of);
    case 'ReinstatePolicy':
      return reinstate(command.input, of);
    case 'SetInsuredMembers':
      return setMembers(command.members, of);
    case 'PayInstalments':
      return pay(command.input, command.today, of);
    case 'TakeBackInstalment':
      return takeBack(command.input, of);
    case 'DeleteTerm':
      return remove(command, of);
    default:
      return unreachable(command);
  }
};

/** A policy number is one policy's alone, over both kinds, for as long as a term has it. */
const uniqueValues = (policy: State): UniqueValue[] =>
  (policy?.terms ?? [])
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ identity }) => ({
      kind: 'policyNumber',
      value: identity && policyNumberKey(identity.policyNumber),
      message: 'This policy number is already used by another policy.',
    }));

export const policyDecider: Decider<State, PolicyCommand, PolicyEvent> = {
  initial: null,
  evolve,
  decide,
  uniqueValues,
  versionOf: ({ ref }, policy) => {
    const term = policy?.kind === ref.kind ? findTerm(policy, ref.id) : null;
    return term && !term.isDeleted ? term.version : null;
  },
};

const issue = (
  { ref, input, quotationId }: Extract<PolicyCommand, { type: 'IssuePolicy' }>,
  policy: State,
): PolicyEvent[] => {
  if (policy) throw conflict('policy-exists', 'This policy has been issued already.');
  refuseImpossible(input);
  const { cover, identity: personal } = partsOf(input);
  const { kind, id: policyId } = ref;
  const { customerId, status } = input;
  return [PolicyIssued({ policyId, kind, customerId, quotationId, status, cover, personal })];
};

/** The form: each field, the policyholder and the status may be corrected. */
const update = (patch: PolicyPatch, { policyId, term }: TermOfPolicy): PolicyEvent[] => {
  const { customerId: wantedPolicyholder, status, ...wanted } = patch;
  const before = termFields(term);
  const after = { ...before, ...wanted };
  const fields = changedFields(before, after);
  if (fields.length > 0) refuseImpossible(after);
  refuseMovedInstalments(term, after);
  const { id: termId, customerId: formerCustomerId } = term;
  const customerId = wantedPolicyholder ?? formerCustomerId;
  const of = { policyId, termId };
  const events: PolicyEvent[] = [];
  if (customerId !== formerCustomerId) {
    const { identity: personal } = partsOf(before);
    events.push(PolicyholderChanged({ ...of, customerId, formerCustomerId, personal }));
    events.push(...insured({ ...of, customerId }, term.members));
  }
  if (fields.length > 0) {
    const { cover, identity: personal } = only(fields, after);
    events.push(PolicyDetailsChanged({ ...of, customerId, fields, cover, personal }));
  }
  if (status && status !== term.status) {
    events.push(PolicyStatusCorrected({ ...of, from: term.status, to: status }));
  }
  return events;
};

/** Changes what is covered from a day of the term on, and keeps what was before. */
const endorse = (input: EndorsementInput, { policyId, term }: TermOfPolicy): PolicyEvent[] => {
  const { effectiveFrom, reason, changes } = input;
  const { id: termId, customerId, status } = term;
  if (status === 'cancelled' || status === 'renewed') {
    const message = `A ${status} policy cannot be endorsed. Endorse the term that is in force.`;
    throw conflict('policy-not-in-force', message);
  }
  const before = termFields(term);
  const after = { ...before, ...changes };
  const fields = changedFields(before, after);
  if (fields.length === 0) {
    throw invalid([
      { field: 'changes', code: 'nothing-changes', message: 'Change at least one field' },
    ]);
  }
  refuseImpossible(after);
  refuseMovedInstalments(term, after);
  refuseOutside(before, 'effectiveFrom', effectiveFrom);
  const [was, is] = [only(fields, before), only(fields, after)];
  const isPremiumKept =
    samePremium(before, after) || before.premiumFrequency !== after.premiumFrequency;
  const earlierPremiums = isPremiumKept
    ? null
    : endorsedPremiums(term.earlierPremiums, before, after, effectiveFrom);
  return [
    PolicyEndorsed({
      policyId,
      termId,
      customerId,
      effectiveFrom,
      fields,
      before: was.cover,
      after: is.cover,
      earlierPremiums,
      personal: { before: was.identity, after: is.identity, reason },
    }),
  ];
};

/** A term has at most one successor, which starts after it ends. */
const renew = (
  input: RenewalInput,
  { policyId, kind, term, next, nextTermId }: TermOfPolicy,
): PolicyEvent[] => {
  if (next) throw conflict('already-renewed', 'This policy has already been renewed.');
  if (term.status === 'cancelled') {
    const message = 'A cancelled policy cannot be renewed. Reinstate it first.';
    throw conflict('policy-cancelled', message);
  }
  const before = termFields(term);
  const after = nextTerm(before, input);
  if (after.startDate <= before.endDate) {
    const message = `The new term must start after this one ends, on ${formatDay(before.endDate)}`;
    throw invalid([{ field: 'startDate', code: 'overlaps-term', message }]);
  }
  refuseImpossible(after);
  if (policyIdOf(nextTermId) !== policyId) {
    const message = `This policy has had ${TERMS_PER_POLICY} terms and can have no more. Issue a new one.`;
    throw conflict('policy-terms-exhausted', message);
  }
  const { cover, identity: personal } = partsOf(after);
  const { id: termId, customerId, members } = term;
  return [
    PolicyRenewed({ policyId, kind, termId, nextTermId, customerId, cover, personal }),
    ...insured({ policyId, termId: nextTermId, customerId }, members),
  ];
};

const cancel = (
  { reason, note = null, cancelledOn: wanted }: CancellationInput,
  today: Day,
  { policyId, term, next }: TermOfPolicy,
): PolicyEvent[] => {
  const { id: termId, customerId, status, cover } = term;
  if (status === 'cancelled') {
    throw conflict('already-cancelled', 'This policy has already been cancelled.');
  }
  if (next) {
    throw conflict('already-renewed', 'This policy has been renewed. Cancel the new term instead.');
  }
  const cancelledOn = wanted ?? clamped(today, cover);
  refuseOutside(cover, 'cancelledOn', cancelledOn);
  const personal = { note };
  return [PolicyCancelled({ policyId, termId, customerId, cancelledOn, reason, personal })];
};

/** Undoes a cancellation or a lapse. */
const reinstate = (
  { note = null }: ReinstatementInput,
  { policyId, term, next }: TermOfPolicy,
): PolicyEvent[] => {
  const { id: termId, customerId, status: from } = term;
  if (from !== 'cancelled' && from !== 'expired') {
    const message = 'Only a cancelled or expired policy can be reinstated.';
    throw conflict('nothing-to-reinstate', message);
  }
  if (next) {
    const message = 'This policy has been renewed: the new term is in force.';
    throw conflict('already-renewed', message);
  }
  return [PolicyReinstated({ policyId, termId, customerId, from, personal: { note } })];
};

/** By the system. Whatever has changed since it was found due, it is no error. */
const expire = (
  { ref, today }: Extract<PolicyCommand, { type: 'ExpirePolicy' }>,
  policy: State,
): PolicyEvent[] => {
  const term = findTerm(policy, ref.id);
  if (!policy || !term || term.isDeleted) return [];
  const { id: termId, status, cover, expiredFor } = term;
  const { endDate } = cover;
  const isDue = status === 'active' && endDate < today && expiredFor !== endDate;
  return isDue ? [PolicyExpired({ policyId: policy.id, termId, endDate })] : [];
};

/**
 * Terms go from the last one backwards; the one before gets its status back, unless a later one
 * stays in force.
 */
const remove = (
  { isPolicyholderDeleted, evenIfRenewed }: DeleteTerm,
  { policyId, term, previous, next }: TermOfPolicy,
): PolicyEvent[] => {
  if (next && !evenIfRenewed) {
    const message = 'This policy has been renewed. Delete the new term first.';
    throw conflict('already-renewed', message);
  }
  if (!previous || next) {
    return [PolicyTermDeleted({ policyId, termId: term.id, previous: null })];
  }
  const status = statusAgain(previous, isPolicyholderDeleted);
  const before = { termId: previous.id, status };
  return [PolicyTermDeleted({ policyId, termId: term.id, previous: before })];
};

const statusAgain = (
  { status: now, statusBeforeRenewal }: Term,
  isPolicyholderDeleted: boolean,
): PolicyStatus => {
  // A status that somebody chose meanwhile stays.
  const status = now === 'renewed' ? (statusBeforeRenewal ?? 'active') : now;
  return status === 'active' && isPolicyholderDeleted ? 'expired' : status;
};

/** All whom the term covers. */
const setMembers = (
  members: readonly Insured[],
  { policyId, kind, term }: TermOfPolicy,
): PolicyEvent[] => {
  if (kind !== 'health') {
    throw conflict('not-health', 'Only health policies have insured members.');
  }
  termFields(term);
  const { id: termId, customerId } = term;
  const linked = members.flatMap((one) => one.customerId ?? []);
  if (new Set(linked).size < linked.length) {
    const message = 'This customer is insured by this policy already.';
    throw invalid([{ field: 'customerId', code: 'insured-twice', message }]);
  }
  if (members.some((one) => one.relation === 'self' && one.customerId !== customerId)) {
    const message = 'Only the policyholder is self. Choose another relation.';
    throw invalid([{ field: 'relation', code: 'not-self', message }]);
  }
  const of = { policyId, termId, customerId };
  const changed = membersChanged(of, members);
  return isDeepStrictEqual(changed, membersChanged(of, term.members)) ? [] : [changed];
};

type OfTerm = Record<'policyId' | 'termId' | 'customerId', number>;

/** Who is covered by a term that begins, or that is another policyholder's now; nobody is no news. */
const insured = (of: OfTerm, members: readonly Insured[]): PolicyEvent[] =>
  members.length === 0 ? [] : [membersChanged(of, members)];

/** The policyholder is self, and nobody else is: a policy may have come to another one. */
const membersChanged = (of: OfTerm, members: readonly Insured[]): PolicyEvent =>
  InsuredMembersChanged({
    ...of,
    members: members.map(({ customerId, relation }) => {
      const isOther = relation === 'self' ? 'other' : relation;
      return { customerId, relation: customerId === of.customerId ? 'self' : isOther };
    }),
    personal: {
      persons: members.map(({ name, dateOfBirth }) =>
        name === null ? null : { name, dateOfBirth },
      ),
    },
  });

/** Premiums are paid in their order, as insurers book them: one, or all up to one. */
const pay = (
  { number: wanted, paidOn, means, amount, reference = null }: PaymentInput,
  today: Day,
  { policyId, term }: TermOfPolicy,
): PolicyEvent[] => {
  const { id: termId, customerId, status, cover, payments, earlierPremiums } = term;
  if (status === 'cancelled') {
    const message = 'The premium of a cancelled policy cannot be paid. Reinstate it first.';
    throw conflict('policy-cancelled', message);
  }
  const due = instalmentsOf(cover, earlierPremiums);
  if (due.length === 0) {
    const message = 'The premium of this policy is paid once a year: it has no instalments.';
    throw conflict('no-instalments', message);
  }
  const last = wanted ?? payments.length + 1;
  if (last <= payments.length || payments.length === due.length) {
    const number = Math.min(last, payments.length);
    throw conflict('instalment-paid', `Instalment ${number} has already been marked as paid.`);
  }
  if (last > due.length) {
    const message = `This term has ${due.length} instalments`;
    throw invalid([{ field: 'number', code: 'instalment-unknown', message }]);
  }
  if (paidOn > today) {
    const message = 'A premium cannot be paid on a day that is still to come';
    throw invalid([{ field: 'paidOn', code: 'paid-in-future', message }]);
  }
  const paid = due.slice(payments.length, last);
  return paid.map((instalment) =>
    InstalmentPaid({
      ...{ policyId, termId, customerId, ...instalment, paidOn, means },
      ...(amount > 0 && paid.length === 1 && { amount }),
      personal: { reference },
    }),
  );
};

const takeBack = (
  { number: wanted, reason = null }: TakenBackInput,
  { policyId, term }: TermOfPolicy,
): PolicyEvent[] => {
  const { id: termId, customerId, payments } = term;
  const last = payments.length;
  const number = wanted ?? last;
  if (number > last || last === 0) {
    throw conflict('instalment-not-paid', 'This instalment is not marked as paid.');
  }
  if (number < last) {
    const message = `Instalment ${last} was paid after this one. Take that back first.`;
    throw conflict('later-instalment-paid', message);
  }
  return [InstalmentTakenBack({ policyId, termId, customerId, number, personal: { reason } })];
};

/** What was paid stays what it was paid for: neither its number nor its day may become another. */
const refuseMovedInstalments = ({ cover, payments }: Term, after: PolicyTerm): void => {
  if (payments.length === 0) return;
  const isMoved =
    after.startDate !== cover.startDate || after.premiumFrequency !== cover.premiumFrequency;
  if (!isMoved && instalmentsOf(after).length >= payments.length) return;
  const message =
    'Instalments of this term are marked as paid. Take them back before its start, its frequency or an earlier end is changed.';
  throw conflict('instalments-paid', message);
};

/** What the next term says when nothing else is asked for: the same, for the year that follows. */
export const nextTerm = (before: PolicyTerm, input: RenewalInput): PolicyTerm => {
  const startDate = input.startDate ?? addDays(before.endDate, 1);
  const { thirdPartyEndDate, premiumAmount } = before;
  const isSplitAnew = PREMIUM_PARTS.some((part) => input[part] !== undefined);
  const isOtherPremium = (input.premiumAmount ?? premiumAmount) !== premiumAmount;
  return {
    ...before,
    // Of another premium the parts are others, too.
    ...((isSplitAnew || isOtherPremium) && UNKNOWN_PARTS),
    // Third-party cover is sold for three and five years: it goes on while its day is still to come.
    thirdPartyEndDate:
      thirdPartyEndDate !== null && thirdPartyEndDate >= startDate ? thirdPartyEndDate : null,
    ...input,
    startDate,
    endDate: input.endDate ?? endOfTerm(startDate),
  };
};

/** @throws Refusal when the policyholder has been erased: nothing can be said of the term any more. */
const termFields = ({
  cover,
  identity,
}: {
  readonly cover: PolicyCover;
  readonly identity: PolicyIdentity | null;
}): PolicyTerm => {
  if (identity) return { ...cover, ...identity };
  throw conflict(
    'customer-erased',
    'The customer of this policy has been erased; the policy cannot be changed.',
  );
};

/** What of some fields is sealed, and what is not. */
const partsOf = (term: PolicyTerm): { cover: PolicyCover; identity: PolicyIdentity } => ({
  cover: pick(term, POLICY_COVER_FIELDS),
  identity: pick(term, POLICY_IDENTITY_FIELDS),
});

type Field = keyof PolicyTerm;

const only = (
  fields: readonly Field[],
  term: PolicyTerm,
): { cover: Partial<PolicyCover>; identity: Partial<PolicyIdentity> } => ({
  cover: pick(
    term,
    POLICY_COVER_FIELDS.filter((field) => fields.includes(field)),
  ),
  identity: pick(
    term,
    POLICY_IDENTITY_FIELDS.filter((field) => fields.includes(field)),
  ),
});

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
  const message = `Choose a date within the term, ${formatDay(startDate)} to ${formatDay(endDate)}`;
  throw invalid([{ field, code: 'outside-term', message }]);
};

const refuseImpossible = (term: PolicyTerm): void => {
  const problems = impossibilities(term);
  if (problems.length > 0) throw invalid(problems);
};

/** A term that exists, between its neighbours that exist. */
interface TermOfPolicy {
  readonly policyId: number;
  readonly kind: PolicyKind;
  readonly term: Term;
  readonly previous: Term | null;
  readonly next: Term | null;
  /** Of a term that is yet to come: deleted ones keep theirs. */
  readonly nextTermId: number;
}

const requireTerm = (policy: State, { kind, id }: TermRef): TermOfPolicy => {
  const term = findTerm(policy, id);
  if (!policy || policy.kind !== kind || !term || term.isDeleted) throw notFound('policy', id);
  const before = term.previousId === null ? null : findTerm(policy, term.previousId);
  const previous = before?.isDeleted ? null : before;
  const nextTermId = policy.id + policy.terms.length;
  return { policyId: policy.id, kind, term, previous, next: nextOf(policy, term), nextTermId };
};

/** A term, deleted or not; null when the policy has none with this id. */
export const findTerm = (policy: State, id: number): Term | null =>
  policy?.terms.find((term) => term.id === id) ?? null;

/** The term that renewed this one. */
export const nextOf = ({ terms }: Policy, { id }: Term): Term | null =>
  terms.find((term) => term.previousId === id && !term.isDeleted) ?? null;

/**
 * The customer who must exist for what was decided: whoever gets a term, or one that comes into
 * force. Null when nobody does.
 */
export const policyholderNeeded = (before: State, after: State): number | null => {
  const isGiven = (term: Term): boolean => {
    const was = findTerm(before, term.id);
    const isInForceAgain = term.status === 'active' && was?.status !== 'active';
    return was?.customerId !== term.customerId || isInForceAgain;
  };
  return after?.terms.find((term) => !term.isDeleted && isGiven(term))?.customerId ?? null;
};
