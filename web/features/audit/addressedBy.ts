import { hasPlace, type RecordKey } from '../../records/addresses';
import type { AuditEntry } from './auditListDesign';

/** The record that an entry is about, where it has a screen that the number alone leads to. */
export const addressedBy = ({ recordKind, recordId }: AuditEntry): RecordKey | null =>
  recordKind !== null && hasPlace(recordKind) && recordId !== null
    ? { kind: recordKind, id: recordId }
    : null;
