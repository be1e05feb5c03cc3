import { Button, InputGroup } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import { type Day, dayFrom, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Flyout } from './Flyout';
import type { FieldProps } from './FormField';

const DayCalendar = lazy(() => import('./DayCalendar'));

interface DayInputProps extends Partial<FieldProps> {
  day: Day | null;
  onChange: (day: Day | null) => void;
  /** The last day that may be chosen. */
  latest?: Day;
}

const WHOLE = /^\d{2}\/\d{2}\/\d{4}$/;

/** A day, typed as DD/MM/YYYY or chosen from a calendar. */
export function DayInput({ day, onChange, latest, ...field }: DayInputProps) {
  const [text, setText] = useState(day ? shownDay(day) : '');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setText(day ? shownDay(day) : ''), [day]);

  const take = (next: Day | null) => {
    setOpen(false);
    setText(next ? shownDay(next) : '');
    if (next !== day) onChange(next);
  };
  // What is whole counts at once: a change on leaving could move a button from under the pointer.
  const type = (next: string) => {
    setText(next);
    const typed = WHOLE.test(next) ? dayFrom(next) : null;
    const isAllowed = typed !== null && (latest === undefined || typed <= latest);
    if (isAllowed || next === '') onChange(typed);
  };
  const settle = () => {
    const typed = text.trim() === '' ? null : dayFrom(text);
    const isAllowed = typed === null || latest === undefined || typed <= latest;
    // What is no day goes back to the one before.
    take(isAllowed && (typed !== null || text.trim() === '') ? typed : day);
  };

  return (
    <InputGroup
      {...field}
      value={text}
      placeholder="DD/MM/YYYY"
      inputMode="numeric"
      autoComplete="off"
      onValueChange={type}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
      rightElement={
        <Flyout
          isOpen={isOpen}
          onToggle={setOpen}
          placement="bottom-end"
          hasFields
          content={
            <Suspense fallback={null}>
              <DayCalendar day={day} latest={latest} onChoose={take} />
            </Suspense>
          }
        >
          <Button variant="minimal" icon={<Calendar />} aria-label="Choose from a calendar" />
        </Flyout>
      }
    />
  );
}
