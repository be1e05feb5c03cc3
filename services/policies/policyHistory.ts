import type { FieldChange, HistoryEntry } from '@insuremanager/contracts/history';
import {
  POLICY_COVER_FIELDS,
  POLICY_IDENTITY_FIELDS,
  type PolicyEvent,
  type PolicyTermField,
} from '@insuremanager/contracts/policies/policyEvents';
import {
  type PolicyField,
  type PolicyTerm,
  policyFields,
  policyLabel,
} from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { TermHistory } from '@insuremanager/contracts/policies/policyViews';
import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { shownMoney } from '@insuremanager/contracts/rules/money';
import { shownPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { folded } from '../platform/commands/loadedStream.js';
import { ERASED, type Telling, toldHistory } from '../platform/history.js';
import { inSentence, listed } from '../platform/listed.js';
import { findTerm, policyDecider, type Term } from './policy.js';
import { ERASED_IDENTITY } from './policyView.js';

/** Every event of a term in words, oldest first, each with what it changed from and to. */
export const termHistory = (
  events: readonly RecordedEvent<PolicyEvent>[],
  termId: number,
): HistoryEntry[] =>
  toldHistory(events, policyDecider, (event, before, policy) => {
    const after = findTerm(policy, termId);
    if (!policy || !after || !termsOf(event).includes(termId)) return null;
    return tellingOf(event, { kind: policy.kind, before: findTerm(before, termId), after });
  });

/** Every term of a policy, oldest first, deleted ones too, each with its history. */
export const policyHistory = (events: readonly RecordedEvent<PolicyEvent>[]): TermHistory[] => {
  const policy = folded(policyDecider, events);
  const terms = (policy?.terms ?? []).map(({ id: termId, isDeleted, cover, identity }) => {
    const { policyNumber } = identity ?? ERASED_IDENTITY;
    const { startDate, endDate } = cover;
    const entries = termHistory(events, termId);
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
}

function tellingOf(event: PolicyEvent, around: Around): Telling {
  const { kind, before, after } = around;
  const changes = (fields: readonly PolicyTermField[]) => termChanges(fields, around);
  const status = () => (before ? [changed(kind, 'status', before.status, after.status)] : []);
  const begun = (summary: string): Telling => {
    const fields = policyFields(kind).filter(isTermField);
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
      const holder = { field: 'customerId', label: 'Customer' };
      return {
        summary: `Holder changed from customer ${formerCustomerId} to customer ${customerId}`,
        changes: [{ ...holder, before: `${formerCustomerId}`, after: `${customerId}` }],
      };
    }
    case 'PolicyEndorsed': {
      const { effectiveFrom, fields, personal } = event.data;
      const made = changes(fields);
      const labels = inSentence(listed(made.map(({ label }) => label)));
      const reason = personal ? personal.reason : ERASED;
      return {
        summary: `Endorsed from ${shownDay(effectiveFrom)}: ${labels} changed`,
        changes: [...made, { field: 'reason', label: 'Reason', before: null, after: reason }],
      };
    }
    case 'PolicyRenewed': {
      const { termId, nextTermId, cover } = event.data;
      if (after.id === nextTermId) return begun(`Issued as the renewal of policy ${termId}`);
      const until = shownDay(cover.endDate);
      return { summary: `Renewed until ${until} as policy ${nextTermId}`, changes: status() };
    }
    case 'PolicyCancelled': {
      const { cancelledOn, reason, personal } = event.data;
      const why = reason.replaceAll('_', ' ');
      return {
        summary: `Cancelled from ${shownDay(cancelledOn)} (${why})`,
        changes: [...status(), ...noted(personal)],
      };
    }
    case 'PolicyReinstated':
      return { summary: 'Reinstated', changes: [...status(), ...noted(event.data.personal)] };
    case 'PolicyExpired':
      return { summary: `Expired: it ended on ${shownDay(event.data.endDate)}`, changes: status() };
    case 'PolicyStatusCorrected':
      return {
        summary: `Status set to ${event.data.to} by hand (was ${event.data.from})`,
        changes: status(),
      };
    case 'PolicyTermDeleted': {
      const { termId } = event.data;
      if (after.id === termId) return { summary: 'Policy deleted', changes: [] };
      return { summary: `Renewal withdrawn: policy ${termId} was deleted`, changes: status() };
    }
  }
}

const noted = (personal: { note: string | null } | null): FieldChange[] => {
  if (personal && personal.note === null) return [];
  return [{ field: 'note', label: 'Note', before: null, after: personal?.note ?? ERASED }];
};

const isTermField = (field: string): field is PolicyTermField =>
  [...POLICY_COVER_FIELDS, ...POLICY_IDENTITY_FIELDS].some((one) => one === field);

const termChanges = (
  fields: readonly PolicyTermField[],
  { kind, before, after }: Around,
): FieldChange[] =>
  fields.map((field) =>
    changed(kind, field, before && shownValue(before, field), shownValue(after, field)),
  );

const changed = (
  kind: PolicyKind,
  field: PolicyField,
  before: string | null,
  after: string | null,
): FieldChange => ({ field, label: policyLabel(kind, field), before, after });

/** A value as people read it. */
function shownValue({ cover, identity }: Term, field: PolicyTermField): string | null {
  const isPersonal = POLICY_IDENTITY_FIELDS.some((one) => one === field);
  if (isPersonal && !identity) return ERASED;
  const value = ({ ...cover, ...identity } as PolicyTerm)[field];
  if (value === null) return null;
  switch (field) {
    case 'sumAssured':
    case 'premiumAmount':
      return shownMoney(Number(value));
    case 'startDate':
    case 'endDate':
    case 'thirdPartyEndDate':
      return shownDay(String(value));
    case 'vehicleNumber':
      return shownPlate(String(value));
    case 'ncbPercent':
      return `${value} %`;
    case 'coverType':
      return String(value).replaceAll('_', ' ');
    default:
      return String(value);
  }
}
