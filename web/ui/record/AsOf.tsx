import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { type Day, kolkataDay, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { ReactNode } from 'react';
import { DayInput } from '../DayInput';
import { FormField } from '../FormField';
import { SkeletonRows } from '../list/SkeletonRows';
import { LoadFailure } from './LoadFailure';
import './details.css';

interface AsOfSwitchProps {
  /** The day whose end is looked at; null for now. */
  day: Day | null;
  onDay: (day: Day | null) => void;
}

export const AsOfSwitch = ({ day, onDay }: AsOfSwitchProps) => (
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
  /** What a record is called, such as "customer". */
  one: string;
  day: Day;
  /** Undefined until it has come, null when there was none. Must not reach the cache of now. */
  record: Saved | null | undefined;
  error: unknown;
  onRetry: () => unknown;
  children: (record: Saved) => ReactNode;
}

/** A record as it was at the end of a day. */
export function PastRecord<Saved>(props: PastRecordProps<Saved>) {
  const { one, day, record, error, onRetry, children } = props;
  if (error) return <LoadFailure what={`the ${one}`} error={error} onRetry={onRetry} />;
  if (record === undefined) return <SkeletonRows height={44} what="that day" />;
  return (
    <>
      <p className="as-of-note" role="status">
        <History size={14} />
        {record
          ? `As it was at the end of ${shownDay(day)}`
          : `There was no such ${one} on ${shownDay(day)}`}
      </p>
      {record && children(record)}
    </>
  );
}
