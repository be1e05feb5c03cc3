import { Shield } from '@blueprintjs/icons';
import { type AuditSort, auditList } from '@insuremanager/contracts/audit/auditViews';
import {
  type AuditEntryWithActorFragment as AuditEntry,
  AuditEntryListDocument,
} from '../../data/operations.generated';
import { formatInstant } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { textColumn, wholeColumn } from '../../ui/list/columns';
import type { Column, PagedDesign } from '../../ui/list/listDesign';
import { Badge } from '../../ui/StatusBadge';
import './auditTable.css';

export type { AuditEntry };

type AuditColumn = Column<AuditEntry, AuditSort>;

/** A user by their username, others by what they are: their panel, which the entry leads to, says more. */
export const recordOf = ({ recordKind, recordName }: AuditEntry): string | null =>
  recordKind === null ? null : (recordName ?? labelOf(recordKind));

const time: AuditColumn = wholeColumn({
  key: 'time',
  label: 'Time',
  sort: 'time',
  className: 'quiet',
  text: ({ at }) => formatInstant(at),
});
const who = textColumn<AuditEntry, AuditSort>({
  key: 'who',
  label: 'Who',
  className: 'record-name',
  text: ({ actor }) => actor.username,
});
const what = textColumn<AuditEntry, AuditSort>({
  key: 'what',
  label: 'What',
  least: 180,
  text: ({ summary }) => summary,
});
const kind: AuditColumn = {
  key: 'kind',
  label: 'Kind',
  room: { badges: (entry) => [labelOf(entry.kind)] },
  render: (entry) => <Badge tone="ended">{labelOf(entry.kind)}</Badge>,
};
const record = textColumn<AuditEntry, AuditSort>({
  key: 'record',
  label: 'Record',
  className: 'quiet',
  text: recordOf,
});

export type AuditCriteria = typeof auditList.criteria;

export const AUDIT_LIST: PagedDesign<AuditEntry, AuditSort, AuditCriteria> = {
  type: { one: 'entry', many: 'entries', nameOf: ({ summary }) => summary },
  label: 'Audit log',
  names: { one: 'entry', many: 'entries' },
  className: 'audit-table',
  columns: [time, who, what, kind, record],
  list: auditList,
  document: AuditEntryListDocument,
  views: 'audit_log',
  exported: 'audit-log',
  rowHeights: { wide: 44, medium: 60 },
  stacks: [['what', 'who'], ['record', 'kind'], ['time']],
  card: [['what'], ['who', 'kind'], ['time', 'record']],
  icon: <Shield size={20} />,
  nothing: 'Nothing has been recorded yet',
};
