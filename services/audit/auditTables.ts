import type { AuditedRecord, AuditKind } from '@insuremanager/contracts/audit/auditViews';
import type { Table } from '../platform/readModels/projector.js';

/** One row for each event that auditors look for. None is ever changed. */
export const auditTable: Table = {
  name: 'audit_entries',
  book: 'none',
  key: 'id',
  columns: {
    /** The place of its event in the log, as text that sorts as the log does. */
    id: { type: 'text' },
    at: { type: 'timestamptz' },
    type: { type: 'text' },
    kind: { type: 'text' },
    actor_id: { type: 'integer' },
    actor_name: { type: 'text' },
    actor_role: { type: 'text' },
    record_kind: { type: 'text', nullable: true },
    record_id: { type: 'integer', nullable: true },
    /** The bulk change that it was part of. */
    batch_id: { type: 'text', nullable: true },
    /** What its sentence says beyond that; nothing personal. */
    details: { type: 'jsonb' },
  },
  indexes: [
    '(at, id, kind)',
    '(kind, at, id)',
    '(actor_id, at, id, kind)',
    `(record_id, at, id, kind) WHERE record_kind = 'user'`,
    `(record_id, at, id, kind) WHERE record_kind = 'customer'`,
    `(record_kind, record_id) WHERE type IN ('DossierMade', 'RecordReplayed', 'RawEventsRead')`,
    `USING gin (details jsonb_path_ops) WHERE type = 'IdentityNumberLookedUp'`,
  ],
};

/** What users are called: entries name them by their numbers. */
export const usernamesTable: Table = {
  name: 'usernames',
  book: 'none',
  key: 'user_id',
  columns: {
    user_id: { type: 'integer' },
    username: { type: 'text' },
  },
  indexes: [],
};

export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly kind: AuditKind;
  readonly actor_id: number;
  readonly actor_name: string;
  readonly actor_role: string;
  readonly record_kind: AuditedRecord | null;
  readonly record_id: number | null;
  readonly batch_id: string | null;
  readonly details: object;
}
