import { Checkbox, HTMLSelect } from '@blueprintjs/core';
import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { QUOTATION_STATUSES } from '@insuremanager/contracts/quotations/quotationKinds';
import { useState } from 'react';
import { CustomerPicker } from '../../ui/CustomerPicker';
import { FormField } from '../../ui/FormField';
import { InsurerInput } from '../../ui/InsurerInput';
import { AdvancedSearch, AdvancedSearchForm } from '../../ui/list/AdvancedSearch';
import { amountBound } from '../../ui/list/addressValues';
import { Choices } from '../../ui/list/Choices';
import { AmountRange, amountRangeErrors, DayRange, dayRangeError } from '../../ui/list/Ranges';
import { INSURANCE_WORDS } from '../../ui/quotations/quotationWords';
import { statusLook } from '../../ui/statusTones';
import { useAddress } from '../../ui/useAddress';
import {
  addressOfNarrowing,
  type Narrowing,
  NO_NARROWING,
  type QuotationListView,
} from './quotationListAddress';

interface QuotationAdvancedSearchProps {
  view: QuotationListView;
}

export const QuotationAdvancedSearch = (props: QuotationAdvancedSearchProps) => (
  <AdvancedSearch>{(onDone) => <NarrowingForm {...props} onDone={onDone} />}</AdvancedSearch>
);

const narrowingOf = (view: QuotationListView): Narrowing => {
  const { search: _search, sort: _sort, direction: _direction, ...narrowing } = view;
  return narrowing;
};

const TYPE_OPTIONS = [
  { value: '', label: 'Any type' },
  ...POLICY_KINDS.map((value) => ({ value, label: INSURANCE_WORDS[value] })),
];

function NarrowingForm({ view, onDone }: QuotationAdvancedSearchProps & { onDone: () => void }) {
  const { open } = useAddress();
  const [narrowing, setNarrowing] = useState(() => narrowingOf(view));
  const set = (part: Partial<Narrowing>) => setNarrowing({ ...narrowing, ...part });
  const days = { from: narrowing.createdFrom, to: narrowing.createdTo };
  const amounts = { from: narrowing.totalFrom, to: narrowing.totalTo };
  const errors = amountRangeErrors(amounts);
  const isWrong = Boolean(dayRangeError(days) || errors.from || errors.to);

  const apply = (wanted: Narrowing) => {
    open({
      ...addressOfNarrowing({
        ...wanted,
        totalFrom: amountBound(wanted.totalFrom),
        totalTo: amountBound(wanted.totalTo),
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
        options={QUOTATION_STATUSES}
        chosen={narrowing.statuses}
        wordOf={(status) => statusLook(status).label}
        onChange={(statuses) => set({ statuses })}
      />
      <FormField label="Insurance type">
        {({ intent: _intent, ...field }) => (
          <HTMLSelect
            {...field}
            fill
            options={TYPE_OPTIONS}
            value={narrowing.insuranceType ?? ''}
            onChange={({ currentTarget: { value } }) =>
              set({ insuranceType: POLICY_KINDS.find((kind) => kind === value) ?? null })
            }
          />
        )}
      </FormField>
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
      <div className="advanced-search-pair">
        <DayRange
          labels={{ from: 'Created from', to: 'Created until' }}
          range={days}
          onChange={({ from = days.from, to = days.to }) =>
            set({ createdFrom: from, createdTo: to })
          }
        />
        <AmountRange
          labels={{ from: 'Total from', to: 'Total up to' }}
          range={amounts}
          onChange={({ from = amounts.from, to = amounts.to }) =>
            set({ totalFrom: from, totalTo: to })
          }
        />
      </div>
      <Checkbox
        label="Pending past their validity"
        checked={narrowing.pastValidity}
        onChange={({ currentTarget: { checked } }) => set({ pastValidity: checked })}
      />
    </AdvancedSearchForm>
  );
}
