import { z } from 'zod';
import { instantText } from '../fields/dayFields.js';
import { describeList, type FilterIn, type RequestOf, type SortIn } from '../fields/list.js';
import { batchIdText, HistoryActor } from '../history.js';
import { ALL_RECORDS, type RECORDS } from '../records/records.js';

/** What an entry of the audit log is about, for filtering. */
export const AUDIT_KINDS = [
  'sign_in',
  'security',
  'users',
  'kyc',
  'reveal',
  'reassignment',
  'deletion',
  'settings',
  'export',
  'verification',
  'past_office',
  'replay',
  'privacy',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

type DeletedRecord = {
  [Kind in keyof typeof RECORDS]: 'delete' extends (typeof RECORDS)[Kind]['changes'][number]
    ? Kind
    : never;
}[keyof typeof RECORDS];
export type AuditedRecord = 'user' | DeletedRecord;
/** The kinds of records that entries name by their number: users, and whatever can be deleted. */
export const AUDITED_RECORDS: readonly [AuditedRecord, ...AuditedRecord[]] = [
  'user',
  ...ALL_RECORDS.flatMap(({ one, changes }) =>
    changes.includes('delete') ? [one as DeletedRecord] : [],
  ),
];

/** One entry of the audit log. It holds no personal data: usernames are chosen handles. */
export const AuditEntryView = z.object({
  id: z.string().describe('Names the entry, and says nothing'),
  at: instantText(),
  actor: HistoryActor,
  batchId: batchIdText(),
  kind: z.enum(AUDIT_KINDS),
  type: z.string().describe('The event, such as UserSignedIn'),
  recordKind: z.enum(AUDITED_RECORDS).nullable().describe('What it was done to; null: no record'),
  recordId: z.int().nullable(),
  recordName: z.string().nullable().describe('The username, where the record is a user'),
  summary: z.string().describe('One sentence, such as "Signed in with a passkey"'),
});
export type AuditEntryView = z.infer<typeof AuditEntryView>;

/** How the audit log is listed. */
export const auditList = describeList({
  criteria: {
    userId: {
      kind: 'reference',
      thing: 'user',
      label: 'User',
      description: 'The person who did it, or whose account was changed',
    },
    customerId: {
      kind: 'reference',
      thing: 'customer',
      label: 'Customer',
      description: 'The customer whose data was seen or changed',
    },
    kinds: { kind: 'anyOf', parameter: 'kind', options: AUDIT_KINDS, label: 'Kind' },
    from: { kind: 'dayFrom', of: 'at', label: 'From' },
    to: { kind: 'dayTo', of: 'at', label: 'Until' },
  },
  sorts: ['time'],
  usualSort: 'time',
  descending: ['time'],
});
export type AuditSort = SortIn<typeof auditList>;
export type AuditFilter = FilterIn<typeof auditList>;
export type AuditRequest = RequestOf<typeof auditList>;

/** Entries that users see about their own account. */
export const OWN_ACTIVITY_ENTRIES = 20;
