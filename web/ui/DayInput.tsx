import { Button, InputGroup } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import { type Day, formatDay, parseDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useEffect, useState } from 'react';
import { Flyout } from './Flyout';
import type { FieldProps } from './FormField';
import { rarePart } from './lazyPart';

const DayCalendar = rarePart(() => import('./DayCalendar'));

interface DayInputProps extends Partial<FieldProps> {
  day: Day | null;
  onChange: (day: Day | null) => void;
  /** The last day that may be chosen. */
  latest?: Day;
}

const WHOLE = /^\d{2}\/\d{2}\/\d{4}$/;
export const TYPED_DAY = {
  placeholder: 'DD/MM/YYYY',
  inputMode: 'numeric',
  autoComplete: 'off',
} as const;

/** A day of a filter, typed as DD/MM/YYYY or chosen from a calendar. */
export function DayInput({ day, onChange, latest, ...field }: DayInputProps) {
  const [text, setText] = useState(day ? formatDay(day) : '');
  useEffect(() => setText(day ? formatDay(day) : ''), [day]);

  const take = (next: Day | null) => {
    setText(next ? formatDay(next) : '');
    if (next !== day) onChange(next);
  };
  // What is whole counts at once: a change on leaving could move a button from under the pointer.
  const type = (next: string) => {
    setText(next);
    const typed = WHOLE.test(next) ? parseDay(next) : null;
    const isAllowed = typed !== null && (latest === undefined || typed <= latest);
    if (isAllowed || next === '') onChange(typed);
  };
  const settle = () => {
    const typed = text.trim() === '' ? null : parseDay(text);
    const isAllowed = typed === null || latest === undefined || typed <= latest;
    // What is no day goes back to the one before.
    take(isAllowed && (typed !== null || text.trim() === '') ? typed : day);
  };
  return (
    <InputGroup
      {...field}
      {...TYPED_DAY}
      value={text}
      onValueChange={type}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
      rightElement={<CalendarButton day={day} latest={latest} onChoose={take} />}
    />
  );
}

interface DayTextInputProps extends Partial<FieldProps> {
  /** As typed: what is no day stays, for the form to say so. */
  text: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  inputRef?: (input: HTMLInputElement | null) => void;
  autoFocus?: boolean;
}

/** A day in a form, typed as DD/MM/YYYY or chosen from a calendar. */
export const DayTextInput = ({ text, onChange, onBlur, ...field }: DayTextInputProps) => (
  <InputGroup
    {...field}
    {...TYPED_DAY}
    value={text}
    onValueChange={onChange}
    onBlur={() => {
      // 1-4-2026 and 2026-04-01 are understood, and become what is written here.
      const day = parseDay(text);
      if (day !== null && formatDay(day) !== text) onChange(formatDay(day));
      onBlur?.();
    }}
    rightElement={
      <CalendarButton day={parseDay(text)} onChoose={(day) => onChange(formatDay(day))} />
    }
  />
);

interface CalendarButtonProps extends Pick<DayInputProps, 'day' | 'latest'> {
  onChoose: (day: Day) => void;
}

function CalendarButton({ onChoose, ...shown }: CalendarButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (day: Day) => {
    setOpen(false);
    onChoose(day);
  };
  return (
    <Flyout
      isOpen={isOpen}
      onToggle={setOpen}
      placement="bottom-end"
      hasFields
      content={<DayCalendar {...shown} onChoose={choose} />}
    >
      <Button variant="minimal" icon={<Calendar />} aria-label="Choose from a calendar" />
    </Flyout>
  );
}
