import { Code } from '@blueprintjs/icons';
import { useRef } from 'react';
import { operation } from '../../data/operation';
import { RawEventDocument, type RawEventQuery } from '../../data/operations.generated';
import { CopyButton } from '../../ui/CopyButton';
import { Drawer } from '../../ui/Drawer';
import { formatInstant } from '../../ui/format';
import { EmptyState } from '../../ui/list/EmptyState';
import { Details } from '../../ui/record/Details';
import { Loaded } from '../../ui/record/Loaded';
import type { ReplayEvent, ReplayKey } from './replayed';

type RawEvent = RawEventQuery['rawEvents']['items'][number];

interface RawEventDrawerProps extends ReplayKey {
  /** Null: closed. */
  event: ReplayEvent | null;
  onClose: () => void;
}

/** An event as the log holds it, and as it is read today. */
export function RawEventDrawer({ record, id, event, onClose }: RawEventDrawerProps) {
  // What was open stays as it was while the drawer slides out.
  const shown = useRef(event);
  if (event) shown.current = event;
  const { current } = shown;
  return (
    <Drawer
      isOpen={event !== null}
      onClose={onClose}
      title={current?.summary ?? 'Raw event'}
      subtitle={current && <code className="muted">{current.type}</code>}
    >
      {current && (
        <Loaded
          key={`${current.isAccess} ${current.revision}`}
          query={operation(RawEventDocument, {
            ...{ record, id, from: current.revision, isAccess: current.isAccess },
          })}
          fetchPolicy="no-cache"
          what="the event"
          rowHeight={40}
        >
          {({ rawEvents: { items } }) =>
            items[0] ? (
              <Raw raw={items[0]} event={current} />
            ) : (
              <EmptyState icon={<Code size={20} />} text="There is no such event" />
            )
          }
        </Loaded>
      )}
    </Drawer>
  );
}

function Raw({ raw, event }: { raw: RawEvent; event: ReplayEvent }) {
  const { stream, revision, position, eventId, storedAt, schemaVersion, hash, stored } = raw;
  const place = {
    heading: 'In the log',
    rows: [
      { label: 'Stream', value: <code>{stream}</code> },
      { label: 'Revision', value: String(revision) },
      { label: 'Position', value: position },
      { label: 'Stored', value: formatInstant(storedAt) },
      { label: 'Version of its data', value: schemaVersion },
      { label: 'Event', value: <code>{eventId}</code> },
      { label: 'Command', value: <code>{event.commandId}</code> },
      { label: 'Hash', value: <code>{hash}</code> },
    ],
  };
  return (
    <>
      <Details groups={[place]} />
      <div className="raw-event">
        <div className="section-card-head">
          <h3>As stored</h3>
          <CopyButton text={stored} what="event as stored" />
        </div>
        <p className="muted">What is personal is one sealed text.</p>
        <pre>{stored}</pre>
        <h3>As it is read today</h3>
        {raw.today === null ? (
          <p>{raw.problem}</p>
        ) : (
          <>
            <p className="muted">In its current version, unsealed, masked for your role.</p>
            <pre>{raw.today}</pre>
          </>
        )}
      </div>
    </>
  );
}
