import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { InsurersDocument } from '../../data/operations.generated';
import { Combobox } from '../../ui/Combobox';
import { type FieldProps, FormField } from '../../ui/FormField';
import type { FilterInput } from '../../ui/list/FilterInputs';
import { useDebounced } from '../../ui/useDebounced';

interface InsurerInputProps extends Partial<FieldProps> {
  insurer: string;
  onChange: (insurer: string) => void;
  onBlur?: () => void;
  inputRef?: (input: HTMLInputElement | null) => void;
  placeholder?: string;
}

/** Milliseconds of rest before what was typed is asked for. */
const REST = 200;

/** An insurer, with those in use as suggestions; any other name may be typed. */
export function InsurerInput(props: InsurerInputProps) {
  const { insurer, onChange, onBlur, inputRef, placeholder, ...field } = props;
  const [prefix, setPrefix] = useState('');
  const setPrefixSoon = useDebounced(setPrefix, REST);
  const { data, previousData, loading } = useQuery(InsurersDocument, {
    variables: { prefix },
    fetchPolicy: 'cache-and-network',
  });
  const typed = insurer.trim();
  const isTyped = (name: string) => name.toLowerCase() === typed.toLowerCase();
  // An answer to fewer letters still holds those that begin with all of them.
  const fitting = ((data ?? previousData)?.insurers ?? []).filter((name) =>
    name.toLowerCase().startsWith(typed.toLowerCase()),
  );
  // What stands there already comes first, so that no longer name takes its place.
  const options = [...fitting.filter(isTyped), ...fitting.filter((name) => !isTyped(name))];
  const isDone = options.length === 1 && options[0] === typed;
  return (
    <Combobox
      field={field}
      text={insurer}
      onText={(text) => {
        onChange(text);
        setPrefixSoon(text.trim());
      }}
      options={isDone ? [] : options}
      isSearching={typed !== '' && !isDone && (loading || prefix !== typed)}
      keyOf={(name) => name}
      render={(name) => name}
      onChoose={onChange}
      onBlur={onBlur}
      inputRef={inputRef}
      placeholder={placeholder}
      isFree
    />
  );
}

/** The insurer of the records that a list shows; part of an Advanced Search. */
export const InsurerCriterion = ({ label, value = '', onChange }: FilterInput<string>) => (
  <FormField label={label}>
    {(field) => (
      <InsurerInput {...field} insurer={value} onChange={onChange} placeholder="Any insurer" />
    )}
  </FormField>
);
