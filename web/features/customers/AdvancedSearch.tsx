import { Button, Checkbox, Intent } from '@blueprintjs/core';
import { Filter } from '@blueprintjs/icons';
import { KYC_STATUSES } from '@insuremanager/contracts/customers/customerFields';
import { type FormEvent, useState } from 'react';
import { DayInput } from '../../ui/DayInput';
import { Flyout } from '../../ui/Flyout';
import { FormField } from '../../ui/FormField';
import { statusLook } from '../../ui/statusTones';
import { useAddress } from '../../ui/useAddress';
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery';
import { CityInput } from './CityInput';
import {
  addressOfNarrowing,
  type CustomerListView,
  type Narrowing,
  NO_NARROWING,
} from './listAddress';
import './AdvancedSearch.css';

export function AdvancedSearch({ view }: { view: CustomerListView }) {
  const [isOpen, setOpen] = useState(false);
  const isPhone = useMediaQuery(PHONE);
  return (
    <Flyout
      isOpen={isOpen}
      onToggle={setOpen}
      placement="bottom-start"
      hasFields
      className="advanced-search"
      content={<NarrowingForm view={view} onDone={() => setOpen(false)} />}
    >
      <Button
        icon={<Filter />}
        aria-label="Advanced Search"
        aria-expanded={isOpen}
        text={isPhone ? undefined : 'Advanced Search'}
      />
    </Flyout>
  );
}

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBackward) apply(narrowing);
  };

  return (
    <form onSubmit={submit} aria-label="Advanced Search" noValidate>
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
      <div className="advanced-search-days">
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
      <footer>
        <Button variant="minimal" onClick={() => apply(NO_NARROWING)}>
          Clear
        </Button>
        <Button type="submit" intent={Intent.PRIMARY}>
          Apply
        </Button>
      </footer>
    </form>
  );
}
