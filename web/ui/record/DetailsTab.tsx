import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { type Day, formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { ReactNode } from 'react';
import type { Operation } from '../../data/operation';
import { useAllowed } from '../allowed';
import { DayInput } from '../DayInput';
import { FormField } from '../FormField';
import { Loaded } from './Loaded';
import type { RecordType, SavedRecord } from './recordType';
import './details.css';

interface DetailsTabProps<Saved extends SavedRecord> {
  type: RecordType<Saved>;
  id: number;
  /** As of now; null when it is in no list. */
  record: Saved | null;
  /** The day whose end is looked at; null for now. */
  day: Day | null;
  onDay: (day: Day | null) => void;
  children: (record: Saved) => ReactNode;
}

/** A record as it is, or as it was at the end of a day. */
export function DetailsTab<Saved extends SavedRecord>(props: DetailsTabProps<Saved>) {
  const { type, id, record, day, onDay, children } = props;
  const now = record && children(record);
  const canLookBack = useAllowed('history.read');
  if (!type.asOf || !canLookBack) {
    return now ?? <p className="muted">This {type.one} has been deleted.</p>;
  }
  return (
    <>
      <AsOfSwitch day={day} onDay={onDay} />
      {day ? (
        <PastRecord one={type.one} day={day} query={type.asOf(id, day)}>
          {children}
        </PastRecord>
      ) : (
        (now ?? <p className="muted">This {type.one} is not in the lists now. See its history.</p>)
      )}
    </>
  );
}

const AsOfSwitch = ({ day, onDay }: Pick<DetailsTabProps<never>, 'day' | 'onDay'>) => (
  <FormField label="As of">
    {(field) => (
      <div className="as-of">
        <DayInput {...field} day={day} onChange={onDay} latest={kolkataDay(new Date())} />
        {day && (
          <Button variant="minimal" onClick={() => onDay(null)}>
            Back to today
          </Button>
        )}
      </div>
    )}
  </FormField>
);

interface PastRecordProps<Saved> {
  one: string;
  day: Day;
  query: Operation<{ record: Saved | null }>;
  children: (record: Saved) => ReactNode;
}

/** The past must not reach the cache: there the same record is what it is now. */
const PastRecord = <Saved,>({ one, day, query, children }: PastRecordProps<Saved>) => (
  <Loaded query={query} fetchPolicy="no-cache" what={`the ${one}`} rowHeight={44}>
    {({ record }) => (
      <>
        <p className="as-of-note" role="status">
          <History size={14} />
          {record
            ? `As it was at the end of ${formatDay(day)}`
            : `There was no such ${one} on ${formatDay(day)}`}
        </p>
        {record && children(record)}
      </>
    )}
  </Loaded>
);
