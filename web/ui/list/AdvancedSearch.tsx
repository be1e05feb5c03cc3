import { Button, Intent } from '@blueprintjs/core';
import { Filter } from '@blueprintjs/icons';
import type { Criteria, ListDescription } from '@insuremanager/contracts/fields/list';
import { type ReactNode, useState } from 'react';
import { Flyout } from '../Flyout';
import { useAddress } from '../useAddress';
import type { FilterInput } from './FilterInputs';
import { useToolbarText } from './ListFrame';
import { addressOfFilter, type FilterValues, filterErrors, type ValueOf } from './listFilter';
import './AdvancedSearch.css';

interface AdvancedSearchProps<Of extends Criteria> {
  list: Pick<ListDescription<Of>, 'criteria'>;
  /** What the list is filtered by now. */
  filter: FilterValues<Of>;
  /** The inputs, of `FilterInputs.tsx`; two side by side in an `advanced-search-pair`. */
  children: (form: FilterForm<Of>) => ReactNode;
}

export interface FilterForm<Of extends Criteria> {
  /** What the input of a criterion needs. */
  of: <Name extends keyof Of & string>(name: Name) => FilterInput<ValueOf<NonNullable<Of[Name]>>>;
}

export function AdvancedSearch<Of extends Criteria>(props: AdvancedSearchProps<Of>) {
  const [isOpen, setOpen] = useState(false);
  const text = useToolbarText('Advanced Search');
  return (
    <Flyout
      isOpen={isOpen}
      onToggle={setOpen}
      placement="bottom-start"
      hasFields
      className="advanced-search"
      content={<Form {...props} onDone={() => setOpen(false)} />}
    >
      <Button icon={<Filter />} aria-expanded={isOpen} {...text} />
    </Flyout>
  );
}

/** Made anew whenever it opens. */
function Form<Of extends Criteria>(props: AdvancedSearchProps<Of> & { onDone: () => void }) {
  const { list, filter, children, onDone } = props;
  const { open } = useAddress();
  const [values, setValues] = useState(filter);
  const errors = filterErrors(list, values);
  const form: FilterForm<Of> = {
    of: (name) =>
      ({
        ...{ label: '', options: [], ...list.criteria[name] },
        value: values[name],
        onChange: (value) => setValues((now) => ({ ...now, [name]: value ?? undefined })),
        error: errors[name],
      }) as FilterInput<ValueOf<NonNullable<Of[typeof name]>>>,
  };
  const show = (wanted: FilterValues<Of>) => {
    open({ ...addressOfFilter(list, wanted), row: null });
    onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (Object.keys(errors).length === 0) show(values);
      }}
      aria-label="Advanced Search"
      noValidate
    >
      {children(form)}
      <footer>
        <Button variant="minimal" onClick={() => show({})}>
          Clear
        </Button>
        <Button type="submit" intent={Intent.PRIMARY}>
          Apply
        </Button>
      </footer>
    </form>
  );
}
