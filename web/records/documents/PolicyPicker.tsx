import { useQuery } from '@apollo/client/react';
import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import { useState } from 'react';
import { PolicyChoicesDocument, type PolicyChoicesQuery } from '../../data/operations.generated';
import { Combobox } from '../../ui/Combobox';
import type { FieldProps } from '../../ui/FormField';
import './PolicyPicker.css';

export type PolicyChoice = PolicyChoicesQuery['policies']['items'][number];

interface PolicyPickerProps extends Partial<FieldProps> {
  customerId: number;
  /** Of this kind only; null for any. */
  kind: PolicyKind | null;
  policyId: number | null;
  onChange: (policy: PolicyChoice | null) => void;
}

const searchedIn = ({ policyNumber, insuranceCompany, vehicleNumber }: PolicyChoice): string =>
  `${policyNumber} ${insuranceCompany} ${vehicleNumber ?? ''}`.toLowerCase();

/** One of a customer's policies, found by a part of its number, insurer or vehicle. */
export function PolicyPicker(props: PolicyPickerProps) {
  const { customerId, kind, policyId, onChange, ...field } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const { data, error } = useQuery(PolicyChoicesDocument, {
    variables: { filter: kind ? { customerId, kind } : { customerId } },
    fetchPolicy: 'cache-and-network',
  });
  const policies = data?.policies.items ?? [];
  const chosen = policies.find(({ id }) => id === policyId) ?? null;
  const wanted = (typed ?? '').trim().toLowerCase();
  const options = policies.filter((policy) => searchedIn(policy).includes(wanted));

  const note = error
    ? 'The policies could not be loaded.'
    : !data
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
        if (text === '' && policyId !== null) onChange(null);
      }}
      options={options}
      note={note}
      isSearching={!data && !error}
      keyOf={({ id }) => id}
      render={(policy) => <Choice policy={policy} />}
      onChoose={(policy) => {
        setTyped(null);
        onChange(policy);
      }}
      onBlur={() => setTyped(null)}
      placeholder="None"
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

const Choice = ({ policy }: { policy: PolicyChoice }) => (
  <span className="policy-choice">
    <span className="ellipsis">{policy.policyNumber}</span>
    <span className="muted ellipsis">
      {policy.vehicleNumber ? formatPlate(policy.vehicleNumber) : policy.insuranceCompany}
    </span>
    <span className="muted tabular">until {formatDay(policy.endDate)}</span>
  </span>
);
