import type { RecordKey } from '../../records/addresses';
import type { AuditEntry } from './auditListDesign';

/** The record that an entry is about, where it has a screen that the number alone leads to. */
export const addressedBy = ({ recordKind, recordId }: AuditEntry): RecordKey | null => {
  const hasScreen =
    recordKind === 'customer' || recordKind === 'quotation' || recordKind === 'document';
  return hasScreen && recordId !== null ? { kind: recordKind, id: recordId } : null;
};
