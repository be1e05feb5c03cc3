import { Checkbox, InputGroup, type InputGroupProps } from '@blueprintjs/core';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { DayInput } from '../DayInput';
import { FormField } from '../FormField';
import { labelOf, optionsOf } from '../labels';
import { SelectField } from '../SelectField';

/** One criterion of a list in an Advanced Search. */
export interface FilterInput<Value> {
  label: string;
  /** Of a choice. */
  options: readonly (Value extends readonly (infer Word)[] ? Word : Value)[];
  value: Value | undefined;
  onChange: (value: Value | null) => void;
  error: string | undefined;
}

/** Any of a few options, side by side. */
export const Choices = <Word extends string>({
  label,
  options,
  value: chosen = [],
  onChange,
}: FilterInput<Word[]>) => (
  <fieldset>
    <legend>{label}</legend>
    {options.map((option) => (
      <Checkbox
        key={option}
        inline
        label={labelOf(option)}
        checked={chosen.includes(option)}
        onChange={({ currentTarget: { checked } }) =>
          onChange(options.filter((one) => (one === option ? checked : chosen.includes(one))))
        }
      />
    ))}
  </fieldset>
);

interface ChoiceProps<Word extends string> extends FilterInput<Word> {
  /** What is said when none of them is chosen. */
  any: string;
}

/** One of a few options. */
export const Choice = <Word extends string>(props: ChoiceProps<Word>) => {
  const options = props.options as readonly Word[];
  return (
    <SelectField
      label={props.label}
      options={[{ value: '', label: props.any }, ...optionsOf(options)]}
      value={props.value ?? ''}
      onChange={(value) => props.onChange(options.find((option) => option === value) ?? null)}
    />
  );
};

/** The first or the last day of a range. */
export const DayBound = ({ label, value, onChange, error }: FilterInput<Day>) => (
  <FormField label={label} error={error}>
    {(field) => <DayInput {...field} day={value ?? null} onChange={onChange} />}
  </FormField>
);

interface TypedProps extends FilterInput<string> {
  inputMode?: InputGroupProps['inputMode'];
}

/** A text, as it is typed. */
export const Typed = ({ label, value = '', onChange, error, inputMode }: TypedProps) => (
  <FormField label={label} error={error}>
    {(field) => (
      <InputGroup {...field} inputMode={inputMode} value={value} onValueChange={onChange} />
    )}
  </FormField>
);

/** The least or the highest amount of a range. */
export const AmountBound = (amount: FilterInput<string>) => (
  <Typed {...amount} inputMode="decimal" />
);

export const Flag = ({ label, value = false, onChange }: FilterInput<boolean>) => (
  <Checkbox
    label={label}
    checked={value}
    onChange={({ currentTarget: { checked } }) => onChange(checked || null)}
  />
);
