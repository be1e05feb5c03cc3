import type {
  AuditEntryView,
  AuditedRecord,
  AuditFilter,
  AuditRequest,
} from '@insuremanager/contracts/audit/auditViews';
import type { BoundedCount, Page } from '@insuremanager/contracts/lists';

/** A record that is no user and no customer. */
export interface LookedAt {
  readonly kind: Exclude<AuditedRecord, 'user' | 'customer'>;
  readonly id: number;
}

/** The capability "audit": who signed in, who was let do what, who looked at what. */
export interface Audit {
  /** @throws invalid when the cursor is none of this list. */
  list(request: AuditRequest): Promise<Page<AuditEntryView>>;
  /** Stops counting at 10,000, or at so many. */
  count(filter: AuditFilter, most?: number): Promise<BoundedCount>;
  /** Dossiers and replays of some records, by whomever; the oldest first. */
  looksAt(records: readonly LookedAt[]): Promise<AuditEntryView[]>;
  /** The newest entries about the account of a user, the newest first. */
  about(userId: number): Promise<AuditEntryView[]>;
}
