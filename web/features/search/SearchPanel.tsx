import { InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchViews';
import { useId, useMemo, useRef } from 'react';
import type { RecordKey } from '../../records/addresses';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { SearchOptions } from './SearchOptions';
import { groupsOf, SEARCH_PLACEHOLDER, type SearchTarget } from './searchOptions';
import { useActiveOption } from './useActiveOption';
import { useRecentOptions } from './useRecentOptions';
import { isSearchable, type Searching, useSearchResults } from './useSearchResults';
import './SearchPanel.css';

interface SearchPanelProps {
  text: string;
  onText: (text: string) => void;
  recent: readonly RecordKey[];
  onChoose: (target: SearchTarget) => void;
}

/** Typing stays in the box; arrows go through what was found. */
export function SearchPanel({ text, onText, recent, onChoose }: SearchPanelProps) {
  const box = useRef<HTMLInputElement>(null);
  const listId = useId();
  const query = text.trim();
  const search = useSearchResults(query);
  const { results, isFresh, failure } = search;
  const opened = useRecentOptions(recent);
  const found = useMemo(() => (results ? groupsOf(results, query) : []), [results, query]);
  const groups = query === '' ? opened : isSearchable(query) && failure === null ? found : [];

  // What an older text found is not to be opened by a key that was meant for the new one.
  const canMove = query === '' || isFresh;
  const options = useMemo(() => groups.flatMap((group) => group.options), [groups]);
  const { active, onKeyDown, onPoint } = useActiveOption({
    options,
    canMove,
    // The best match is ready to be opened; of those opened before, none is.
    first: query === '' ? -1 : 0,
    onChoose: (option) => onChoose(option.target),
  });

  return (
    <div className="search-panel">
      <InputGroup
        inputRef={box}
        role="combobox"
        aria-label="Search"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={active?.id}
        placeholder={SEARCH_PLACEHOLDER}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        size="large"
        leftIcon={<Search />}
        value={text}
        onValueChange={(typed) => {
          onText(typed);
          search.ask(typed.trim());
        }}
        onKeyDown={onKeyDown}
      />
      <p className="search-says" role="status">
        {saidOf(query, search, options.length)}
      </p>
      {isSearchable(query) && failure !== null && (
        <ErrorPanel
          title="Search failed"
          message={failure}
          onRetry={() => {
            search.retry();
            box.current?.focus();
          }}
        />
      )}
      <SearchOptions
        id={listId}
        groups={groups}
        active={active}
        isOld={!canMove}
        onPoint={onPoint}
        onChoose={(option) => onChoose(option.target)}
      />
    </div>
  );
}

/** Where the search is, in a sentence. */
function saidOf(query: string, { isFresh, failure }: Searching, options: number): string {
  if (query === '' && options > 0) return '';
  if (!isSearchable(query)) return `Type at least ${SHORTEST_SEARCH} characters`;
  if (failure !== null) return '';
  if (!isFresh) return 'Searching...';
  if (options === 0) return `No results found for "${query}"`;
  return '';
}
