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
import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { shownMoney } from '@insuremanager/contracts/rules/money';
import { shownPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { ERASED, type Telling, toldHistory } from '../platform/history.js';
import { inSentence, listed } from '../platform/listed.js';
import { policyDecider } from './policy.js';
import type { Policy, PolicyRecord } from './policyState.js';

/** Every event of a policy in words, oldest first, each with what it changed from and to. */
export const policyHistory = (events: readonly RecordedEvent<PolicyEvent>[]): HistoryEntry[] =>
  toldHistory(events, policyDecider, (event, before, after) =>
    tellingOf(event, recordOf(before), recordOf(after)),
  );

const recordOf = (policy: Policy): PolicyRecord | null =>
  policy.phase === 'unknown' ? null : policy.record;

function tellingOf(
  event: PolicyEvent,
  before: PolicyRecord | null,
  after: PolicyRecord | null,
): Telling {
  const changes = (fields: readonly PolicyTermField[]) => termChanges(fields, before, after);
  const status = () =>
    before && after ? [changed(after, 'status', before.status, after.status)] : [];
  switch (event.type) {
    case 'PolicyIssued': {
      const { predecessorId } = event.data;
      const summary =
        predecessorId === null
          ? 'Policy issued'
          : `Issued as the renewal of policy ${predecessorId}`;
      const all = termChanges(allFields(after), null, after).filter((one) => one.after !== null);
      return { summary, changes: all };
    }
    case 'PolicyDetailsChanged': {
      const fields = changes(event.data.fields);
      return { summary: `${listed(fields.map(({ label }) => label))} corrected`, changes: fields };
    }
    case 'PolicyHolderChanged': {
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
      const { successorId, cover } = event.data;
      const until = shownDay(cover.endDate);
      return { summary: `Renewed until ${until} as policy ${successorId}`, changes: status() };
    }
    case 'PolicyRenewalWithdrawn':
      return {
        summary: `Renewal withdrawn: policy ${event.data.successorId} was deleted`,
        changes: status(),
      };
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
    case 'PolicyDeleted':
      return { summary: 'Policy deleted', changes: [] };
  }
}

const noted = (personal: { note: string | null } | null): FieldChange[] => {
  if (personal && personal.note === null) return [];
  return [{ field: 'note', label: 'Note', before: null, after: personal?.note ?? ERASED }];
};

const isTermField = (field: string): field is PolicyTermField =>
  [...POLICY_COVER_FIELDS, ...POLICY_IDENTITY_FIELDS].some((one) => one === field);

const allFields = (record: PolicyRecord | null): PolicyTermField[] =>
  record ? policyFields(record.kind).filter(isTermField) : [];

const termChanges = (
  fields: readonly PolicyTermField[],
  before: PolicyRecord | null,
  after: PolicyRecord | null,
): FieldChange[] =>
  after
    ? fields.map((field) =>
        changed(after, field, before && shownValue(before, field), shownValue(after, field)),
      )
    : [];

const changed = (
  { kind }: PolicyRecord,
  field: PolicyField,
  before: string | null,
  after: string | null,
): FieldChange => ({ field, label: policyLabel(kind, field), before, after });

/** A value as people read it. */
function shownValue({ cover, identity }: PolicyRecord, field: PolicyTermField): string | null {
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
