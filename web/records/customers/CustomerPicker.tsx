import { useQuery } from '@apollo/client/react';
import { Button } from '@blueprintjs/core';
import { Cross, Search } from '@blueprintjs/icons';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { useState } from 'react';
import {
  type CustomerChoiceFragment,
  CustomerChoicesDocument,
} from '../../data/operations.generated';
import { useAllowed } from '../../ui/allowed';
import { Combobox } from '../../ui/Combobox';
import { type FieldProps, FormField } from '../../ui/FormField';
import type { FilterInput } from '../../ui/list/FilterInputs';
import { StatusBadge } from '../../ui/StatusBadge';
import { useDebounced } from '../../ui/useDebounced';
import { useCustomer } from './useCustomer';
import './CustomerPicker.css';

interface CustomerPickerProps extends Partial<FieldProps> {
  customerId: number | null;
  onChange: (customer: CustomerChoiceFragment | null) => void;
  onBlur?: () => void;
  inputRef?: (input: HTMLInputElement | null) => void;
  placeholder?: string;
  autoFocus?: boolean;
}

/** Milliseconds of rest before what was typed is searched for, and letters that are enough. */
const REST = 200;
const ENOUGH = 2;
const SEARCHING = 'Searching…';

/** A customer, found by a part of the name, phone or email among however many there are. */
export function CustomerPicker(props: CustomerPickerProps) {
  const { customerId, onChange, onBlur, inputRef, placeholder, autoFocus, ...field } = props;
  const chosen = useCustomer(customerId);
  const [typed, setTyped] = useState<string | null>(null);
  const [asked, setAsked] = useState('');
  const askSoon = useDebounced(setAsked, REST);
  const found = useChoices(typed?.trim() ?? '', asked);

  const type = (text: string) => {
    setTyped(text);
    askSoon(text.trim());
    if (text === '' && customerId !== null) onChange(null);
  };
  return (
    <Combobox
      field={field}
      text={typed ?? chosen?.name ?? ''}
      onText={type}
      options={found.choices}
      note={typed === null ? null : found.note}
      isSearching={found.note === SEARCHING}
      keyOf={({ id }) => id}
      render={(customer) => <Choice customer={customer} />}
      onChoose={(customer) => {
        setTyped(null);
        onChange(customer);
      }}
      onBlur={() => {
        // What was typed and not chosen is nobody.
        setTyped(null);
        onBlur?.();
      }}
      inputRef={inputRef}
      autoFocus={autoFocus}
      placeholder={placeholder ?? 'Search by name, phone or email'}
      leading={<Search />}
      trailing={
        chosen &&
        typed === null && (
          <span className="customer-picker-chosen">
            <StatusBadge status={chosen.kycStatus} />
            <Button
              variant="minimal"
              icon={<Cross />}
              aria-label="Choose another customer"
              onClick={() => onChange(null)}
            />
          </span>
        )
      }
    />
  );
}

const Choice = ({ customer }: { customer: CustomerChoiceFragment }) => (
  <span className="customer-choice">
    <span className="customer-choice-name">{customer.name}</span>
    <span className="tabular muted">{formatPhone(customer.phone)}</span>
    <StatusBadge status={customer.kycStatus} />
  </span>
);

/** The customer whose records a list shows; part of an Advanced Search, for who may look for them. */
export function CustomerCriterion({ label, value, onChange }: FilterInput<number>) {
  if (!useAllowed('search')) return null;
  return (
    <FormField label={label}>
      {(field) => (
        <CustomerPicker
          {...field}
          customerId={value ?? null}
          onChange={(customer) => onChange(customer?.id ?? null)}
          placeholder="Any customer"
        />
      )}
    </FormField>
  );
}

interface Choices {
  choices: readonly CustomerChoiceFragment[];
  /** What is said in place of choices. */
  note: string | null;
}

/** Those whom the text finds: only ever the answer to what stands there now. */
function useChoices(text: string, asked: string): Choices {
  const { data, error } = useQuery(CustomerChoicesDocument, {
    variables: { search: asked },
    skip: asked.length < ENOUGH,
    fetchPolicy: 'network-only',
  });
  if (text.length < ENOUGH) return { choices: [], note: 'Type at least two letters' };
  if (asked === text && error) return { choices: [], note: 'The search failed. Type again.' };
  if (asked !== text || !data) return { choices: [], note: SEARCHING };
  const choices = data.customers.items;
  return { choices, note: choices.length === 0 ? 'No matching customer' : null };
}
