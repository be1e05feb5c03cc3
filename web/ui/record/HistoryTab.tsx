import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { today } from '../../data/pastDay';
import { useAllowed } from '../allowed';
import { DayInput } from '../DayInput';
import { FormField } from '../FormField';
import { SkeletonRows } from '../list/SkeletonRows';
import { DossierButton } from './DossierButton';
import { HistoryPanel } from './HistoryPanel';
import { LoadFailure } from './Loaded';
import type { FormatValue, RecordType, SavedRecord } from './recordType';
import { isReplayed, replayAddress } from './replayAddress';
import type { PastRecord } from './usePastRecord';
import './details.css';

interface HistoryTabProps<Saved extends SavedRecord> {
  type: RecordType<Saved>;
  id: number;
  formatValue: FormatValue;
  /** The record as of the day that is looked at; null: all that happened is shown. */
  past: PastRecord<Saved> | null;
  onDay: (day: Day | null) => void;
  children: (record: Saved) => ReactNode;
}

/** All that happened to a record, or how it stood at the end of a day. */
export function HistoryTab<Saved extends SavedRecord>(props: HistoryTabProps<Saved>) {
  const { type, id, formatValue, past, onDay, children } = props;
  return (
    <>
      {type.asOf && <AsOfSwitch day={past?.day ?? null} onDay={onDay} />}
      {past ? (
        <Past one={type.one} past={past}>
          {children}
        </Past>
      ) : (
        <>
          <HistoryPanel {...{ type, id, formatValue }} />
          <AuditorsButtons record={type.one} id={id} />
        </>
      )}
    </>
  );
}

/** For auditors: the same event by event, and with the proof that nobody has touched it. */
function AuditorsButtons({ record, id }: { record: string; id: number }) {
  const isAuditor = useAllowed('audit.read');
  if (!isAuditor || !isReplayed(record)) return null;
  return (
    <div className="auditors-buttons">
      <Link className="bp6-button" to={replayAddress(record, id)}>
        <History size={16} />
        <span>Replay Event by Event</span>
      </Link>
      <DossierButton record={record} id={id} />
    </div>
  );
}

interface AsOfSwitchProps {
  day: Day | null;
  onDay: (day: Day | null) => void;
}

const AsOfSwitch = ({ day, onDay }: AsOfSwitchProps) => (
  <FormField label="As of">
    {(field) => (
      <div className="as-of">
        <DayInput {...field} day={day} onChange={onDay} latest={today()} />
        {day && (
          <Button variant="minimal" onClick={() => onDay(null)}>
            All history
          </Button>
        )}
      </div>
    )}
  </FormField>
);

interface PastProps<Saved> {
  one: string;
  past: PastRecord<Saved>;
  children: (record: Saved) => ReactNode;
}

function Past<Saved>({ one, past, children }: PastProps<Saved>) {
  const { day, record, error, retry } = past;
  if (error) return <LoadFailure what={`the ${one}`} error={error} onRetry={retry} />;
  if (record === undefined) return <SkeletonRows height={44} what={`the ${one}`} />;
  return (
    <>
      <p className="as-of-note" role="status">
        <History size={14} />
        {record
          ? `As it was at the end of ${formatDay(day)}`
          : `There was no such ${one} on ${formatDay(day)}`}
      </p>
      {record && children(record)}
    </>
  );
}
