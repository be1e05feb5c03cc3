import { useQuery } from '@apollo/client/react';
import { MenuItem } from '@blueprintjs/core';
import { type ItemRenderer, Suggest } from '@blueprintjs/select';
import { useState } from 'react';
import { CustomerCitiesDocument } from '../../data/operations.generated';
import type { FieldProps } from '../../ui/FormField';
import { useDebounced } from '../../ui/useDebounced';

interface CityInputProps extends FieldProps {
  city: string;
  onChange: (city: string) => void;
}

const renderCity: ItemRenderer<string> = (city, { handleClick, handleFocus, modifiers }) => (
  <MenuItem
    key={city}
    text={city}
    active={modifiers.active}
    onClick={handleClick}
    onFocus={handleFocus}
    roleStructure="listoption"
  />
);

/** A city, out of those that customers live in. */
export default function CityInput({ city, onChange, ...field }: CityInputProps) {
  const [prefix, setPrefix] = useState('');
  const setPrefixSoon = useDebounced(setPrefix, 200);
  const { data, previousData } = useQuery(CustomerCitiesDocument, { variables: { prefix } });
  const cities = (data ?? previousData)?.customerCities ?? [];

  return (
    <Suggest<string>
      items={cities}
      itemRenderer={renderCity}
      inputValueRenderer={(item) => item}
      selectedItem={city || null}
      onItemSelect={onChange}
      onQueryChange={(query) => {
        setPrefixSoon(query.trim());
        if (query === '') onChange('');
      }}
      noResults={<MenuItem disabled text="No matching city" roleStructure="listoption" />}
      inputProps={{ ...field, placeholder: 'Any city' }}
      popoverProps={{ minimal: true, matchTargetWidth: true }}
      resetOnClose
      fill
    />
  );
}
