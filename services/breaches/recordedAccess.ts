import type { AuditedRecord } from '@insuremanager/contracts/audit/auditViews';
import type { ExportedList } from '@insuremanager/contracts/exports/exportedLists';
import type { AccessKind, DataKind } from '@insuremanager/contracts/privacy/breachKinds';

// What the entries of the audit log say about access to the data of persons.

/** Which entries are of a kind of access, by the types of their events. */
export const ENTRIES_OF: Readonly<Record<Exclude<AccessKind, 'everybody'>, readonly string[]>> = {
  numbers_revealed: ['CustomerIdentityNumberRevealed'],
  numbers_looked_up: ['IdentityNumberLookedUp'],
  files_opened: ['DeletedCustomerFileOpened'],
  lists_exported: ['DataExported', 'ExportDownloaded', 'RejectedRowsDownloaded'],
  records_replayed: ['RecordReplayed', 'RawEventsRead', 'DossierMade', 'HeldDataReported'],
  past_offices: ['PastOfficeOpened'],
  changes: [
    ...['CustomerKycStatusChanged', 'CustomerReassigned', 'CustomerDeleted', 'CustomerErased'],
    ...['PolicyTermDeleted', 'QuotationDeleted', 'DocumentDeleted', 'ClaimDeleted'],
  ],
};

/** The kinds under which the audit log has them: by these it has an index. */
export const AUDIT_KINDS_OF_ACCESS = [
  ...['reveal', 'export', 'replay', 'past_office', 'kyc', 'reassignment', 'deletion'],
];

/** What was seen where a customer is named. */
export const NAMED_DATA: Readonly<Record<string, DataKind>> = {
  CustomerIdentityNumberRevealed: 'identity_numbers',
  IdentityNumberLookedUp: 'identity_numbers',
  DeletedCustomerFileOpened: 'documents',
  HeldDataReported: 'everything',
};

/** What rows of a sheet may say of a customer. */
export const ROWS_DATA: readonly DataKind[] = ['details', 'identity_numbers', 'policies'];

/** What is seen of a customer who has a record that was looked at. */
export const RECORD_DATA: Readonly<Partial<Record<AuditedRecord, DataKind>>> = {
  customer: 'details',
  policy: 'policies',
  quotation: 'quotations',
  document: 'documents',
  claim: 'policies',
};

interface ListedRecords {
  readonly record: 'customer' | 'policy' | 'quotation' | 'document' | 'claim';
  readonly kind: string | null;
}

/** The records of a list that is exported; null: it names nobody. */
export const LISTED: Readonly<Record<string, ListedRecords | null>> = {
  customers: { record: 'customer', kind: null },
  'health-policies': { record: 'policy', kind: 'health' },
  'vehicle-policies': { record: 'policy', kind: 'vehicle' },
  quotations: { record: 'quotation', kind: null },
  documents: { record: 'document', kind: null },
  claims: { record: 'claim', kind: null },
  // Numbers of customers, figures, and events without what is personal.
  'audit-log': null,
  reports: null,
  events: null,
} satisfies Record<ExportedList | 'reports' | 'events', ListedRecords | null>;
