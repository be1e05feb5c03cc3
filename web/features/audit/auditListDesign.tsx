import { Shield } from '@blueprintjs/icons';
import { type AuditSort, auditList } from '@insuremanager/contracts/audit/auditViews';
import {
  type AuditEntryWithActorFragment as AuditEntry,
  AuditEntryListDocument,
} from '../../data/operations.generated';
import { formatInstant } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { columnsOf, QUIET } from '../../ui/list/columns';
import type { PagedDesign } from '../../ui/list/listDesign';
import './auditTable.css';

export type { AuditEntry };

const column = columnsOf<AuditEntry, AuditSort>();

/** A user by their username, others by what they are: their panel, which the entry leads to, says more. */
export const recordOf = ({ recordKind, recordName }: AuditEntry): string | null =>
  recordKind === null ? null : (recordName ?? labelOf(recordKind));

const time = column.whole('time', 'Time', ({ at }) => formatInstant(at), {
  ...QUIET,
  sort: 'time',
});
const who = column.text('who', 'Who', ({ actor }) => actor.username, { className: 'record-name' });
const what = column.text('what', 'What', ({ summary }) => summary, { least: 180 });
const kind = column.badge('kind', 'Kind', (entry) => ['ended', labelOf(entry.kind)]);
const record = column.text('record', 'Record', recordOf, QUIET);

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
