import { HTMLSelect, type HTMLSelectProps } from '@blueprintjs/core';
import { FormField, type FormFieldProps } from './FormField';

interface SelectFieldProps
  extends Omit<FormFieldProps, 'children'>,
    Pick<HTMLSelectProps, 'options' | 'autoFocus' | 'disabled'> {
  value: string | number;
  onChange: (value: string) => void;
}

/** One of several options, with its label. */
export const SelectField = (props: SelectFieldProps) => {
  const { value, onChange, options, autoFocus, disabled, ...field } = props;
  return (
    <FormField {...field}>
      {({ intent: _intent, ...about }) => (
        <HTMLSelect
          {...{ ...about, value, options, autoFocus, disabled }}
          fill
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </FormField>
  );
};
