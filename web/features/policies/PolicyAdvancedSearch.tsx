import { Checkbox, InputGroup } from '@blueprintjs/core';
import { KYC_STATUSES } from '@insuremanager/contracts/customers/customerFields';
import { POLICY_STATUSES, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { paiseFrom } from '@insuremanager/contracts/rules/money';
import { useState } from 'react';
import { CustomerPicker } from '../../ui/CustomerPicker';
import { DayInput } from '../../ui/DayInput';
import { FormField } from '../../ui/FormField';
import { AdvancedSearch, AdvancedSearchForm } from '../../ui/list/AdvancedSearch';
import { statusLook } from '../../ui/statusTones';
import { useAddress } from '../../ui/useAddress';
import { InsurerInput } from './InsurerInput';
import {
  addressOfNarrowing,
  type Narrowing,
  NO_NARROWING,
  type PolicyListView,
  premiumBound,
  typesOf,
} from './policyListAddress';
import { typeWord } from './policyTypeWords';

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

const BACKWARD_DAYS = 'Must not be after the last day';
const BACKWARD_AMOUNTS = 'Must not be more than the highest';
const NO_AMOUNT = 'Must be an amount in rupees';

/** What is wrong with an amount that was typed; undefined when nothing is. */
const amountError = (text: string): string | undefined =>
  text.trim() !== '' && premiumBound(text) === '' ? NO_AMOUNT : undefined;

function NarrowingForm({ kind, view, onDone }: PolicyAdvancedSearchProps & { onDone: () => void }) {
  const { open } = useAddress();
  const [narrowing, setNarrowing] = useState(() => narrowingOf(view));
  const set = (part: Partial<Narrowing>) => setNarrowing({ ...narrowing, ...part });
  const { endsFrom, endsTo, premiumFrom, premiumTo } = narrowing;

  const isBackward = endsFrom !== null && endsTo !== null && endsFrom > endsTo;
  const [least, most] = [paiseFrom(premiumFrom), paiseFrom(premiumTo)];
  const fromError =
    amountError(premiumFrom) ??
    (least !== null && most !== null && least > most ? BACKWARD_AMOUNTS : undefined);
  const toError = amountError(premiumTo);
  const isWrong = isBackward || Boolean(fromError || toError);

  const apply = (wanted: Narrowing) => {
    open({
      ...addressOfNarrowing({
        ...wanted,
        premiumFrom: premiumBound(wanted.premiumFrom),
        premiumTo: premiumBound(wanted.premiumTo),
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
        <FormField label="Ends from" error={isBackward ? BACKWARD_DAYS : undefined}>
          {(field) => (
            <DayInput {...field} day={endsFrom} onChange={(endsFrom) => set({ endsFrom })} />
          )}
        </FormField>
        <FormField label="Ends until">
          {(field) => <DayInput {...field} day={endsTo} onChange={(endsTo) => set({ endsTo })} />}
        </FormField>
        <FormField label="Premium from" error={fromError}>
          {(field) => (
            <InputGroup
              {...field}
              inputMode="decimal"
              value={premiumFrom}
              onValueChange={(premiumFrom) => set({ premiumFrom })}
            />
          )}
        </FormField>
        <FormField label="Premium up to" error={toError}>
          {(field) => (
            <InputGroup
              {...field}
              inputMode="decimal"
              value={premiumTo}
              onValueChange={(premiumTo) => set({ premiumTo })}
            />
          )}
        </FormField>
      </div>
      <Checkbox
        label="Expiring within 30 days"
        checked={narrowing.expiringSoon}
        onChange={({ currentTarget: { checked } }) => set({ expiringSoon: checked })}
      />
    </AdvancedSearchForm>
  );
}

interface ChoicesProps<Option extends string> {
  legend: string;
  options: readonly Option[];
  chosen: readonly Option[];
  wordOf: (option: Option) => string;
  onChange: (chosen: Option[]) => void;
}

function Choices<Option extends string>(props: ChoicesProps<Option>) {
  const { legend, options, chosen, wordOf, onChange } = props;
  const isChosen = (option: Option) => chosen.includes(option);
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          inline
          label={wordOf(option)}
          checked={isChosen(option)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(options.filter((one) => (one === option ? checked : isChosen(one))))
          }
        />
      ))}
    </fieldset>
  );
}
