import { Checkbox } from '@blueprintjs/core';
import { KYC_STATUSES } from '@insuremanager/contracts/customers/customerFields';
import { POLICY_STATUSES, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { useState } from 'react';
import { CustomerPicker } from '../../ui/CustomerPicker';
import { FormField } from '../../ui/FormField';
import { InsurerInput } from '../../ui/InsurerInput';
import { AdvancedSearch, AdvancedSearchForm } from '../../ui/list/AdvancedSearch';
import { amountBound } from '../../ui/list/addressValues';
import { Choices } from '../../ui/list/Choices';
import { AmountRange, amountRangeErrors, DayRange, dayRangeError } from '../../ui/list/Ranges';
import { typeWord } from '../../ui/policies/policyTypeWords';
import { statusLook } from '../../ui/statusTones';
import { useAddress } from '../../ui/useAddress';
import {
  addressOfNarrowing,
  type Narrowing,
  NO_NARROWING,
  type PolicyListView,
  typesOf,
} from './policyListAddress';

interface PolicyAdvancedSearchProps {
  kind: PolicyKind;
  view: PolicyListView;
}

export const PolicyAdvancedSearch = (props: PolicyAdvancedSearchProps) => (
  <AdvancedSearch>{(onDone) => <NarrowingForm {...props} onDone={onDone} />}</AdvancedSearch>
);

const narrowingOf = (view: PolicyListView): Narrowing => {
  const { search: _search, sort: _sort, direction: _direction, ...narrowing } = view;
  return narrowing;
};

function NarrowingForm({ kind, view, onDone }: PolicyAdvancedSearchProps & { onDone: () => void }) {
  const { open } = useAddress();
  const [narrowing, setNarrowing] = useState(() => narrowingOf(view));
  const set = (part: Partial<Narrowing>) => setNarrowing({ ...narrowing, ...part });
  const days = { from: narrowing.endsFrom, to: narrowing.endsTo };
  const amounts = { from: narrowing.premiumFrom, to: narrowing.premiumTo };
  const errors = amountRangeErrors(amounts);
  const isWrong = Boolean(dayRangeError(days) || errors.from || errors.to);

  const apply = (wanted: Narrowing) => {
    open({
      ...addressOfNarrowing({
        ...wanted,
        premiumFrom: amountBound(wanted.premiumFrom),
        premiumTo: amountBound(wanted.premiumTo),
      }),
      row: null,
    });
    onDone();
  };

  return (
    <AdvancedSearchForm
      onApply={() => !isWrong && apply(narrowing)}
      onClear={() => apply(NO_NARROWING)}
    >
      <Choices
        legend="Status"
        options={POLICY_STATUSES}
        chosen={narrowing.statuses}
        wordOf={(status) => statusLook(status).label}
        onChange={(statuses) => set({ statuses })}
      />
      <Choices
        legend={kind === 'health' ? 'Policy type' : 'Vehicle type'}
        options={typesOf(kind)}
        chosen={narrowing.types}
        wordOf={typeWord}
        onChange={(types) => set({ types })}
      />
      <FormField label="Insurer">
        {(field) => (
          <InsurerInput
            {...field}
            insurer={narrowing.insurer}
            onChange={(insurer) => set({ insurer })}
            placeholder="Any insurer"
          />
        )}
      </FormField>
      <FormField label="Customer">
        {(field) => (
          <CustomerPicker
            {...field}
            customerId={narrowing.holderId}
            onChange={(customer) => set({ holderId: customer?.id ?? null })}
            placeholder="Any customer"
          />
        )}
      </FormField>
      <Choices
        legend="KYC of the customer"
        options={KYC_STATUSES}
        chosen={narrowing.kycStatuses}
        wordOf={(status) => statusLook(status).label}
        onChange={(kycStatuses) => set({ kycStatuses })}
      />
      <div className="advanced-search-pair">
        <DayRange
          labels={{ from: 'Ends from', to: 'Ends until' }}
          range={days}
          onChange={({ from = days.from, to = days.to }) => set({ endsFrom: from, endsTo: to })}
        />
        <AmountRange
          labels={{ from: 'Premium from', to: 'Premium up to' }}
          range={amounts}
          onChange={({ from = amounts.from, to = amounts.to }) =>
            set({ premiumFrom: from, premiumTo: to })
          }
        />
      </div>
      <Checkbox
        label="Expiring within 30 days"
        checked={narrowing.expiringSoon}
        onChange={({ currentTarget: { checked } }) => set({ expiringSoon: checked })}
      />
    </AdvancedSearchForm>
  );
}
