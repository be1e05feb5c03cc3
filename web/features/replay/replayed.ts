import {
  Calculator,
  Clipboard,
  Document,
  Inbox,
  People,
  Shield,
  TickCircle,
} from '@blueprintjs/icons';
import { claimFields } from '@insuremanager/contracts/claims/claimFields';
import { consentFields } from '@insuremanager/contracts/customers/consentFields';
import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import { documentFields } from '@insuremanager/contracts/documents/documentFields';
import type { Fields } from '@insuremanager/contracts/fields/field';
import { leadFields } from '@insuremanager/contracts/leads/leadFields';
import { policyFields } from '@insuremanager/contracts/policies/policyFields';
import { CANCELLATION_REASONS } from '@insuremanager/contracts/policies/policyKinds';
import { quotationFields } from '@insuremanager/contracts/quotations/quotationFields';
import { taskFields } from '@insuremanager/contracts/tasks/taskFields';
import type { ComponentType } from 'react';
import type { ReplayedRecord, ReplayQuery } from '../../data/operations.generated';
import { formatDays } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { formatText } from '../../ui/record/fieldsForm';

export type ReplayOf = ReplayQuery['replay'];
export type ReplayEvent = ReplayOf['events'][number];

export interface ReplayKey {
  readonly record: ReplayedRecord;
  readonly id: number;
}

export const RECORD_ICONS: Readonly<Record<ReplayedRecord, ComponentType<{ size?: number }>>> = {
  customer: People,
  policy: Shield,
  document: Document,
  quotation: Calculator,
  claim: Clipboard,
  lead: Inbox,
  task: TickCircle,
};

const FIELDS: Readonly<Record<ReplayedRecord, Fields>> = {
  customer: { ...customerFields, ...consentFields },
  policy: policyFields,
  document: documentFields,
  quotation: quotationFields,
  claim: claimFields,
  lead: leadFields,
  task: taskFields,
};

/** A value of a record's field, as people read it. */
export const formatterOf = (record: ReplayedRecord) => (field: string, text: string) =>
  CANCELLATION_REASONS.some((reason) => reason === text)
    ? labelOf(text)
    : formatText(FIELDS[record], field, text);

/** The fields that hold the number of another record. */
const REFERENCES: Readonly<Record<string, ReplayedRecord>> = {
  customerId: 'customer',
  kycDocumentId: 'document',
  policyId: 'policy',
  predecessorId: 'policy',
  successorId: 'policy',
  quotationId: 'quotation',
};

/** The record that a value names. */
export const referenceIn = (field: string, value: string): ReplayKey | null => {
  const record = REFERENCES[field];
  return record && /^\d+$/.test(value) ? { record, id: Number(value) } : null;
};

/** By which an address names an event of a record: its revision; of one who looked, `a` before it. */
export const keyOf = ({ isAccess, revision }: Pick<ReplayEvent, 'isAccess' | 'revision'>) =>
  `${isAccess ? 'a' : ''}${revision}`;

/** How long after the status before: "the same day", "after 12 days"; null: it is the first. */
export const afterInWords = (days: number | null): string => {
  if (days === null) return 'from the beginning';
  if (days <= 0) return 'the same day';
  return `after ${formatDays(days)}`;
};

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** An instant by the clocks of Kolkata, as inputs of the browser have one: `2026-03-12T16:05:07`. */
export const kolkataClock = (instant: string): string =>
  clock.format(new Date(instant)).replace(' ', 'T');

/** The last event that had happened by a time of Kolkata's clocks; the first one before all. */
export function indexBy(events: readonly ReplayEvent[], time: string): number {
  const until = time.length === 16 ? `${time}:59` : time;
  const index = events.findLastIndex(({ at }) => kolkataClock(at) <= until);
  return Math.max(index, 0);
}
