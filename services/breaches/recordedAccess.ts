import type { AccessKind, DataKind } from '@insuremanager/contracts/privacy/breachKinds';
import { ownedRecords } from '@insuremanager/contracts/records/records';

// What the entries of the audit log say about access to the data of persons.

/** Which entries are of a kind of access, by the types of their events. */
export const ENTRIES_OF: Readonly<Record<Exclude<AccessKind, 'everybody'>, readonly string[]>> = {
  numbers_revealed: ['CustomerIdentityNumberRevealed'],
  numbers_looked_up: ['IdentityNumberLookedUp'],
  files_opened: ['DeletedCustomerFileOpened'],
  lists_exported: ['DataExported', 'ExportDownloaded', 'RejectedRowsDownloaded'],
  records_replayed: ['RecordReplayed', 'RawEventsRead', 'DossierMade', 'HeldDataReported'],
  past_offices: ['PastOfficeOpened'],
  // With every deletion of theirs.
  changes: ['CustomerKycStatusChanged', 'CustomerReassigned'],
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

/** What is seen of a customer by whoever looks at them, or at a record of theirs. */
export const recordData = (): Readonly<Record<string, DataKind>> => ({
  customer: 'details',
  ...Object.fromEntries(ownedRecords().map(({ one, owned }) => [one, owned.seenAs])),
});

interface ListedRecords {
  readonly record: string;
  readonly kind: string | null;
}

/**
 * The records of a list that is exported; null: it names nobody, such as figures, numbers of
 * customers, and events without what is personal.
 */
export function listedIn(list: string): ListedRecords | null {
  const [, kind = null] = /^(health|vehicle)-policies$/.exec(list) ?? [];
  if (kind) return { record: 'policy', kind };
  if (list === 'customers') return { record: 'customer', kind };
  // Whoever has a policy: whether a premium of it was paid is known of none.
  if (list === 'payments') return { record: 'policy', kind };
  const found = ownedRecords().find(({ many }) => many === list);
  return found ? { record: found.one, kind } : null;
}
