import { Checkbox } from '@blueprintjs/core';
import { KYC_STATUSES } from '@insuremanager/contracts/customers/customerFields';
import { useState } from 'react';
import { DayInput } from '../../ui/DayInput';
import { FormField } from '../../ui/FormField';
import { AdvancedSearch, AdvancedSearchForm } from '../../ui/list/AdvancedSearch';
import { statusLook } from '../../ui/statusTones';
import { useAddress } from '../../ui/useAddress';
import { CityInput } from './CityInput';
import {
  addressOfNarrowing,
  type CustomerListView,
  type Narrowing,
  NO_NARROWING,
} from './listAddress';

export const CustomerAdvancedSearch = ({ view }: { view: CustomerListView }) => (
  <AdvancedSearch>{(onDone) => <NarrowingForm view={view} onDone={onDone} />}</AdvancedSearch>
);

function NarrowingForm({ view, onDone }: { view: CustomerListView; onDone: () => void }) {
  const { open } = useAddress();
  const [narrowing, setNarrowing] = useState<Narrowing>({
    kycStatuses: view.kycStatuses,
    city: view.city,
    addedFrom: view.addedFrom,
    addedTo: view.addedTo,
  });
  const set = (part: Partial<Narrowing>) => setNarrowing({ ...narrowing, ...part });
  const { kycStatuses, city, addedFrom, addedTo } = narrowing;
  const isBackward = addedFrom !== null && addedTo !== null && addedFrom > addedTo;

  const apply = (wanted: Narrowing) => {
    open({ ...addressOfNarrowing(wanted), row: null });
    onDone();
  };

  return (
    <AdvancedSearchForm
      onApply={() => !isBackward && apply(narrowing)}
      onClear={() => apply(NO_NARROWING)}
    >
      <fieldset>
        <legend>KYC status</legend>
        {KYC_STATUSES.map((status) => (
          <Checkbox
            key={status}
            inline
            label={statusLook(status).label}
            checked={kycStatuses.includes(status)}
            onChange={({ currentTarget: { checked } }) =>
              set({
                kycStatuses: KYC_STATUSES.filter((one) =>
                  one === status ? checked : kycStatuses.includes(one),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <FormField label="City">
        {(field) => <CityInput {...field} city={city} onChange={(city) => set({ city })} />}
      </FormField>
      <div className="advanced-search-pair">
        <FormField
          label="Added from"
          error={isBackward ? 'Must not be after the last day' : undefined}
        >
          {(field) => (
            <DayInput {...field} day={addedFrom} onChange={(addedFrom) => set({ addedFrom })} />
          )}
        </FormField>
        <FormField label="Added until">
          {(field) => (
            <DayInput {...field} day={addedTo} onChange={(addedTo) => set({ addedTo })} />
          )}
        </FormField>
      </div>
    </AdvancedSearchForm>
  );
}
