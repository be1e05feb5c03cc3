import { FormGroup, Intent } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { type ReactNode, useId } from 'react';
import './FormField.css';

/** What ties an input to its label and to what is said under it. */
export interface FieldProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
  'aria-required': boolean;
  intent: Intent;
  /** What a person types may be written from right to left. */
  dir: 'auto';
}

export interface FormFieldProps {
  label: string;
  required?: boolean;
  /** Behind the label, such as where the value comes from. */
  sign?: ReactNode;
  hint?: ReactNode;
  error?: string;
  /** Looks wrong and is accepted: never in place of an error. */
  warning?: string;
  /** Under it all, such as duplicates. */
  notes?: ReactNode;
  children: (field: FieldProps) => ReactNode;
}

/** A label above its input, and under it what is wrong, what looks wrong, or what helps. */
export function FormField(props: FormFieldProps) {
  const { label, required = false, sign, hint, error, warning, notes, children } = props;
  const id = useId();
  const says = error || warning || hint;
  const intent = error ? Intent.DANGER : Intent.NONE;
  return (
    <FormGroup
      className="form-field"
      label={label}
      labelFor={id}
      labelInfo={
        required || sign ? (
          <>
            {required && <span className="form-field-required">required</span>}
            {sign}
          </>
        ) : undefined
      }
      intent={intent}
      helperText={
        says ? (
          <span id={`${id}-says`} className={!error && warning ? 'form-field-warning' : undefined}>
            {!error && warning && <WarningSign size={12} />}
            {says}
          </span>
        ) : undefined
      }
    >
      {children({
        id,
        'aria-describedby': says ? `${id}-says` : undefined,
        'aria-invalid': Boolean(error),
        'aria-required': required,
        intent,
        dir: 'auto',
      })}
      {notes}
    </FormGroup>
  );
}
