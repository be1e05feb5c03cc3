import { Button, InputGroup } from '@blueprintjs/core';
import { Cross, Search } from '@blueprintjs/icons';
import { LONGEST_SEARCH } from '@insuremanager/contracts/search/searchLimits';
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../useAddress';
import { useDebounced } from '../useDebounced';

interface SearchBoxProps {
  /** What the address remembers, as `q`. */
  search: string;
  /** Such as "Search customers". */
  label: string;
  placeholder: string;
}

/** Milliseconds of rest before what was typed is searched for. */
const REST = 250;

export function SearchBox({ search, label, placeholder }: SearchBoxProps) {
  const { change } = useAddress();
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);

  // Back, or "Clear all", has changed the address behind the box.
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setTyped(search);
  }, [search]);

  const send = (text: string) => {
    sent.current = text;
    change({ q: text, row: null });
  };
  const sendSoon = useDebounced(send, REST);

  return (
    <InputGroup
      className="search-box"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftIcon={<Search />}
      value={typed}
      maxLength={LONGEST_SEARCH}
      onValueChange={(text) => {
        setTyped(text);
        sendSoon(text);
      }}
      rightElement={
        typed === '' ? undefined : (
          <Button
            variant="minimal"
            icon={<Cross />}
            aria-label="Clear search"
            onClick={() => {
              setTyped('');
              sendSoon('');
            }}
          />
        )
      }
    />
  );
}
