import { Button, Intent } from '@blueprintjs/core';
import { Filter } from '@blueprintjs/icons';
import { type FormEvent, type ReactElement, type ReactNode, useState } from 'react';
import { Flyout } from '../Flyout';
import { PHONE, useMediaQuery } from '../useMediaQuery';
import './AdvancedSearch.css';

interface AdvancedSearchProps {
  /** The form, an `AdvancedSearchForm`; it is made anew whenever it opens. */
  children: (onDone: () => void) => ReactElement;
}

export function AdvancedSearch({ children }: AdvancedSearchProps) {
  const [isOpen, setOpen] = useState(false);
  const isPhone = useMediaQuery(PHONE);
  return (
    <Flyout
      isOpen={isOpen}
      onToggle={setOpen}
      placement="bottom-start"
      hasFields
      className="advanced-search"
      content={children(() => setOpen(false))}
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

interface AdvancedSearchFormProps {
  onApply: () => void;
  onClear: () => void;
  /** The fields; two side by side in a `advanced-search-pair`. */
  children: ReactNode;
}

export function AdvancedSearchForm({ onApply, onClear, children }: AdvancedSearchFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply();
  };
  return (
    <form onSubmit={submit} aria-label="Advanced Search" noValidate>
      {children}
      <footer>
        <Button variant="minimal" onClick={onClear}>
          Clear
        </Button>
        <Button type="submit" intent={Intent.PRIMARY}>
          Apply
        </Button>
      </footer>
    </form>
  );
}
