import { useQuery } from '@apollo/client/react';
import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import { useState } from 'react';
import {
  PolicyChoicesDocument,
  type PolicyChoicesQuery,
  PolicyDetailsDocument,
} from '../../data/operations.generated';
import { Combobox } from '../../ui/Combobox';
import type { FieldProps } from '../../ui/FormField';
import { useDebounced } from '../../ui/useDebounced';
import './PolicyPicker.css';

export type PolicyChoice = PolicyChoicesQuery['policies']['items'][number];

interface PolicyPickerProps extends Partial<FieldProps> {
  /** Null: of all customers, found by what is typed. */
  customerId: number | null;
  /** Of this kind only; null for any. */
  kind: PolicyKind | null;
  policyId: number | null;
  onChange: (policy: PolicyChoice | null) => void;
  onBlur?: () => void;
  inputRef?: (input: HTMLInputElement | null) => void;
  autoFocus?: boolean;
}

const searchedIn = ({ policyNumber, insuranceCompany, vehicleNumber }: PolicyChoice): string =>
  `${policyNumber} ${insuranceCompany} ${vehicleNumber ?? ''}`.toLowerCase();

/** One of a customer's policies, found by a part of its number, insurer or vehicle. */
export function PolicyPicker(props: PolicyPickerProps) {
  const { customerId, kind, policyId, onChange, onBlur, inputRef, autoFocus, ...field } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const searchFor = useDebounced(setSearch, 200);
  const { data, error } = useQuery(PolicyChoicesDocument, {
    variables: {
      filter: { ...(customerId === null ? { search } : { customerId }), ...(kind && { kind }) },
    },
    fetchPolicy: 'cache-and-network',
  });
  const policies = data?.policies.items ?? [];
  const known = policies.find(({ id }) => id === policyId) ?? null;
  const { data: named } = useQuery(PolicyDetailsDocument, {
    variables: { id: policyId ?? 0 },
    skip: customerId !== null || policyId === null || known !== null,
  });
  const chosen = known ?? named?.record ?? null;
  const wanted = (typed ?? '').trim().toLowerCase();
  // Among those of all customers, only ever the answer to what stands there now.
  const isSearching =
    !error && (!data || (customerId === null && typed !== null && wanted !== search));
  const options =
    customerId !== null
      ? policies.filter((policy) => searchedIn(policy).includes(wanted))
      : isSearching
        ? []
        : policies;

  const note = error
    ? 'The policies could not be loaded.'
    : isSearching
      ? 'Loading…'
      : options.length === 0
        ? 'No matching policy'
        : null;
  return (
    <Combobox
      field={field}
      text={typed ?? chosen?.policyNumber ?? ''}
      onText={(text) => {
        setTyped(text);
        searchFor(text.trim().toLowerCase());
        if (text === '' && policyId !== null) onChange(null);
      }}
      options={options}
      note={note}
      isSearching={isSearching}
      keyOf={({ id }) => id}
      render={(policy) => <Choice policy={policy} isNamed={customerId === null} />}
      onChoose={(policy) => {
        setTyped(null);
        onChange(policy);
      }}
      {...{ inputRef, autoFocus }}
      onBlur={() => {
        setTyped(null);
        onBlur?.();
      }}
      placeholder={customerId === null ? 'Number, insurer or vehicle' : 'None'}
      trailing={
        chosen &&
        typed === null && (
          <Button
            variant="minimal"
            icon={<Cross />}
            aria-label="Choose another policy"
            onClick={() => onChange(null)}
          />
        )
      }
    />
  );
}

const Choice = ({ policy, isNamed }: { policy: PolicyChoice; isNamed: boolean }) => (
  <span className="policy-choice">
    <span className="ellipsis">{policy.policyNumber}</span>
    <span className="muted ellipsis">
      {isNamed && `${policy.customer?.name ?? 'Deleted customer'}, `}
      {policy.vehicleNumber ? formatPlate(policy.vehicleNumber) : policy.insuranceCompany}
    </span>
    <span className="muted tabular">until {formatDay(policy.endDate)}</span>
  </span>
);
