import { Button, InputGroup } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import { dayFrom, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { lazy, Suspense, useState } from 'react';
import { Flyout } from './Flyout';
import type { FieldProps } from './FormField';

const DayCalendar = lazy(() => import('./DayCalendar'));

interface DayTextInputProps extends Partial<FieldProps> {
  /** As typed: what is no day stays, for the form to say so. */
  text: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  inputRef?: (input: HTMLInputElement | null) => void;
  autoFocus?: boolean;
}

/** A day in a form, typed as DD/MM/YYYY or chosen from a calendar. */
export function DayTextInput(props: DayTextInputProps) {
  const { text, onChange, onBlur, inputRef, autoFocus, ...field } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <InputGroup
      {...field}
      inputRef={inputRef}
      autoFocus={autoFocus}
      value={text}
      placeholder="DD/MM/YYYY"
      inputMode="numeric"
      autoComplete="off"
      onValueChange={onChange}
      onBlur={() => {
        // 1-4-2026 and 2026-04-01 are understood, and become what is written here.
        const day = dayFrom(text);
        if (day !== null && shownDay(day) !== text) onChange(shownDay(day));
        onBlur?.();
      }}
      rightElement={
        <Flyout
          isOpen={isOpen}
          onToggle={setOpen}
          placement="bottom-end"
          hasFields
          content={
            <Suspense fallback={null}>
              <DayCalendar
                day={dayFrom(text)}
                onChoose={(day) => {
                  setOpen(false);
                  onChange(shownDay(day));
                }}
              />
            </Suspense>
          }
        >
          <Button variant="minimal" icon={<Calendar />} aria-label="Choose from a calendar" />
        </Flyout>
      }
    />
  );
}
