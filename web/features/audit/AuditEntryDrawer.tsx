import { Shield } from '@blueprintjs/icons';
import { useRef } from 'react';
import { Link } from 'react-router';
import { RecordLink } from '../../records/RecordLink';
import { Drawer } from '../../ui/Drawer';
import { formatInstant } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { EmptyState } from '../../ui/list/EmptyState';
import { type DetailGroup, Details } from '../../ui/record/Details';
import { isReplayed, replayAddress } from '../../ui/record/replayAddress';
import { addressedBy } from './addressedBy';
import { type AuditEntry, recordOf } from './auditListDesign';

interface AuditEntryDrawerProps {
  /** Undefined: not among the rows that are loaded. */
  entry: AuditEntry | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** All that an entry of the log says. */
export function AuditEntryDrawer({ entry, isOpen, onClose }: AuditEntryDrawerProps) {
  // What was open stays as it was while the drawer slides out.
  const shown = useRef(entry);
  if (isOpen) shown.current = entry;
  const { current } = shown;
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      title={current?.summary ?? 'Entry'}
      subtitle={current && <span className="muted">{formatInstant(current.at)}</span>}
    >
      {current ? (
        <Details groups={[groupOf(current)]} />
      ) : (
        <EmptyState icon={<Shield size={20} />} text="This entry is not in the list" />
      )}
    </Drawer>
  );
}

function groupOf(entry: AuditEntry): DetailGroup {
  const { actor } = entry;
  const record = addressedBy(entry);
  const name = recordOf(entry);
  return {
    heading: 'Entry',
    rows: [
      { label: 'What', value: entry.summary },
      { label: 'Who', value: actor.username },
      { label: 'Role at the time', value: labelOf(actor.role) },
      { label: 'When', value: formatInstant(entry.at) },
      { label: 'Kind', value: labelOf(entry.kind) },
      {
        label: 'Record',
        value:
          record && name ? (
            <RecordLink record={record}>{`Open ${name.toLowerCase()}`}</RecordLink>
          ) : (
            name
          ),
      },
      {
        label: 'History',
        value: isReplayed(entry.recordKind) && entry.recordId !== null && (
          <Link to={replayAddress(entry.recordKind, entry.recordId)}>Replay event by event</Link>
        ),
      },
      { label: 'Bulk change', value: entry.batchId && 'Part of one' },
      { label: 'Event', value: <code>{entry.type}</code> },
    ],
  };
}
