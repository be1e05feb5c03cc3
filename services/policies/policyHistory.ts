import { ERASED, type FieldChange, type HistoryEntry } from '@insuremanager/contracts/history';
import { PAYMENT_MEANS_LABELS } from '@insuremanager/contracts/policies/paymentKinds';
import {
  POLICY_COVER_FIELDS,
  POLICY_IDENTITY_FIELDS,
  type PolicyEvent,
  type PolicyTermField,
} from '@insuremanager/contracts/policies/policyEvents';
import {
  policyFieldNames,
  policyFields,
  policyFieldsOf,
} from '@insuremanager/contracts/policies/policyFields';
import type { PolicyTerm } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { TermHistory } from '@insuremanager/contracts/policies/policyViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatMoney } from '@insuremanager/contracts/rules/money';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { folded } from '../platform/commands/foldedStream.js';
import { describeHistory, type EventDescription, fieldChange } from '../platform/history.js';
import { inSentence, listed } from '../platform/listed.js';
import {
  ERASED_IDENTITY,
  findTerm,
  type Insured,
  policyDecider,
  type Term,
  type TermRef,
} from './policy.js';

/** Every event of a term in words, oldest first, each with what it changed from and to. */
export const termHistory = (
  events: readonly RecordedEvent<PolicyEvent>[],
  { kind, id }: TermRef,
): HistoryEntry[] =>
  describeHistory(events, policyDecider, (event, before, policy) => {
    const after = findTerm(policy, id);
    if (policy?.kind !== kind || !after || !termsOf(event).includes(id)) return null;
    const numberOf = (termId: number) => findTerm(policy, termId)?.identity?.policyNumber ?? ERASED;
    return describeEvent(event, { kind, before: findTerm(before, id), after, numberOf });
  });

/** The terms of a term's policy, oldest first, deleted ones too, each with its history. */
export const policyHistory = (
  events: readonly RecordedEvent<PolicyEvent>[],
  { kind, id }: TermRef,
): TermHistory[] => {
  const policy = folded(policyDecider, events);
  if (policy?.kind !== kind || !findTerm(policy, id)) return [];
  const terms = policy.terms.map(({ id: termId, isDeleted, cover, identity }) => {
    const { policyNumber } = identity ?? ERASED_IDENTITY;
    const { startDate, endDate } = cover;
    const entries = termHistory(events, { kind, id: termId });
    return { termId, policyNumber, startDate, endDate, isDeleted, entries };
  });
  return terms.toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.termId - b.termId);
};

/** The terms that an event touched. */
const termsOf = ({ type, data }: PolicyEvent): number[] => {
  switch (type) {
    case 'PolicyIssued':
      return [data.policyId];
    case 'PolicyRenewed':
      return [data.termId, data.nextTermId];
    case 'PolicyTermDeleted':
      return data.previous ? [data.termId, data.previous.termId] : [data.termId];
    default:
      return [data.termId];
  }
};

/** A term around an event. */
interface Around {
  readonly kind: PolicyKind;
  readonly before: Term | null;
  readonly after: Term;
  /** Of a term of the same policy, as it is by then. */
  numberOf(termId: number): string;
}

function describeEvent(event: PolicyEvent, around: Around): EventDescription {
  const { kind, before, after, numberOf } = around;
  const changes = (fields: readonly PolicyTermField[]) => termChanges(fields, around);
  const status = () =>
    before ? [fieldChange(policyFields, 'status', before.status, after.status)] : [];
  const begun = (summary: string): EventDescription => {
    const fields = policyFieldNames(kind).filter(isTermField);
    return { summary, changes: changes(fields).filter((one) => one.after !== null) };
  };
  switch (event.type) {
    case 'PolicyIssued':
      return begun('Policy issued');
    case 'PolicyDetailsChanged': {
      const fields = changes(event.data.fields);
      return { summary: `${listed(fields.map(({ label }) => label))} corrected`, changes: fields };
    }
    case 'PolicyholderChanged': {
      const { formerCustomerId, customerId } = event.data;
      return {
        summary: 'Policyholder changed',
        changes: [fieldChange(policyFields, 'customerId', formerCustomerId, customerId)],
      };
    }
    case 'PolicyEndorsed': {
      const { effectiveFrom, fields, personal } = event.data;
      const made = changes(fields);
      const labels = inSentence(listed(made.map(({ label }) => label)));
      const reason = personal ? personal.reason : ERASED;
      return {
        summary: `Endorsed from ${formatDay(effectiveFrom)}: ${labels} changed`,
        changes: [...made, { field: 'reason', label: 'Reason', before: null, after: reason }],
      };
    }
    case 'PolicyRenewed': {
      const { termId, nextTermId, cover } = event.data;
      if (after.id === nextTermId)
        return begun(`Issued as the renewal of policy ${numberOf(termId)}`);
      const until = formatDay(cover.endDate);
      return {
        summary: `Renewed until ${until} as policy ${numberOf(nextTermId)}`,
        changes: status(),
      };
    }
    case 'PolicyCancelled': {
      const { cancelledOn, reason, personal } = event.data;
      const why = reason.replaceAll('_', ' ');
      return {
        summary: `Cancelled from ${formatDay(cancelledOn)} (${why})`,
        changes: [...status(), ...noteChange(personal)],
      };
    }
    case 'PolicyReinstated':
      return { summary: 'Reinstated', changes: [...status(), ...noteChange(event.data.personal)] };
    case 'PolicyExpired':
      return {
        summary: `Expired: it ended on ${formatDay(event.data.endDate)}`,
        changes: status(),
      };
    case 'PolicyStatusCorrected':
      return {
        summary: `Status set to ${event.data.to} manually (was ${event.data.from})`,
        changes: status(),
      };
    case 'InsuredMembersChanged': {
      const [was, is] = [before, after].map((term) => listedInsured(term?.members ?? []) || null);
      const summary = !is ? 'Insured members removed' : 'Insured members recorded';
      return {
        summary,
        changes: [{ field: INSURED, label: 'Insured', before: was ?? null, after: is ?? null }],
      };
    }
    case 'InstalmentPaid': {
      const { number, amount, paidOn, means, personal } = event.data;
      const by = PAYMENT_MEANS_LABELS[means];
      return {
        summary: `Instalment ${number} paid on ${formatDay(paidOn)}: ${formatMoney(amount)} (${by})`,
        changes: textChange('reference', 'Reference', personal?.reference),
      };
    }
    case 'InstalmentTakenBack': {
      const { number, personal } = event.data;
      return {
        summary: `Payment of instalment ${number} taken back`,
        changes: textChange('reason', 'Reason', personal?.reason),
      };
    }
    case 'PolicyTermDeleted': {
      const { termId } = event.data;
      if (after.id === termId) return { summary: 'Policy deleted', changes: [] };
      return {
        summary: `Renewal withdrawn: policy ${numberOf(termId)} was deleted`,
        changes: status(),
      };
    }
  }
}

/** The field of a change that says whom a policy covers, and how its customers are called there. */
export const INSURED = 'insured';
export const NUMBERED = /Customer (\d+)/g;

/** `Customer 12 (self), Anu Nair (child, born 02/05/2015)`; customers keep their names themselves. */
export const listedInsured = (members: readonly Insured[]): string =>
  members
    .map(({ customerId, name, relation, dateOfBirth }) => {
      const who = customerId === null ? (name ?? ERASED) : `Customer ${customerId}`;
      const born = dateOfBirth ? [`born ${formatDay(dateOfBirth)}`] : [];
      return `${who} (${[relation.replaceAll('_', ' '), ...born].join(', ')})`;
    })
    .join(', ');

const noteChange = (personal: { note: string | null } | null): FieldChange[] =>
  textChange('note', 'Note', personal?.note);

/** @param text undefined after an erasure, null where nothing was said. */
const textChange = (
  field: string,
  label: string,
  text: string | null | undefined,
): FieldChange[] => (text === null ? [] : [{ field, label, before: null, after: text ?? ERASED }]);

const isTermField = (field: string): field is PolicyTermField =>
  [...POLICY_COVER_FIELDS, ...POLICY_IDENTITY_FIELDS].some((one) => one === field);

const termChanges = (
  fields: readonly PolicyTermField[],
  { kind, before, after }: Around,
): FieldChange[] =>
  fields.map((field) =>
    fieldChange(
      { ...policyFields, ...policyFieldsOf(kind) },
      field,
      before && valueIn(before, field),
      valueIn(after, field),
    ),
  );

const valueIn = ({ cover, identity }: Term, field: PolicyTermField): unknown => {
  const isSealed = POLICY_IDENTITY_FIELDS.some((one) => one === field);
  return isSealed && !identity ? ERASED : ({ ...cover, ...identity } as PolicyTerm)[field];
};
