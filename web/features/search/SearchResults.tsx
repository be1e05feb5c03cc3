import { SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchLimits';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo } from 'react';
import { commandsFor, useCommands } from '../../app/shell/useCommands';
import type { RecordKey } from '../../records/addresses';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { SearchOptions } from './SearchOptions';
import { actionsOf, askedBy, commandGroup, groupsOf, needsOf } from './searchOptions';
import type { FieldState, SearchTarget } from './searchTarget';
import { useActiveOption } from './useActiveOption';
import { useRecentOptions } from './useRecentOptions';
import { isSearchable, type Searching, useSearchResults } from './useSearchResults';

interface SearchResultsProps {
  id: string;
  text: string;
  recent: readonly RecordKey[];
  /** Takes the keys of the field. */
  keys: RefObject<((event: KeyboardEvent) => void) | null>;
  onField: (field: FieldState) => void;
  onFocus: () => void;
  onChoose: (target: SearchTarget) => void;
}

/** What was found, and what can be done; typing stays in the field, arrows go through these. */
export default function SearchResults(props: SearchResultsProps) {
  const { id, text, recent, keys, onField, onFocus, onChoose } = props;
  const typed = text.trim();
  const { may, open, all } = useCommands();
  // "renew lakshmi" looks for Lakshmi's policies, to renew one of them.
  const asked = askedBy(typed);
  const verb = asked && may(needsOf(asked.verb)) ? asked.verb : null;
  const isVerbAlone = verb !== null && asked?.query === '';
  const query = verb && asked?.query ? asked.query : typed;
  const search = useSearchResults(query);
  const { results, isFresh, failure } = search;
  const opened = useRecentOptions(recent);
  const hasFound = isSearchable(query) && failure === null && results !== undefined;
  const groups = useMemo(() => {
    if (typed === '') return opened;
    const commands = commandGroup(commandsFor(all, typed));
    if (!hasFound) return commands;
    if (verb && !isVerbAlone) return [...actionsOf(verb, results, open), ...commands];
    return [...groupsOf(results, query), ...commands];
  }, [typed, query, verb, isVerbAlone, opened, hasFound, results, all, open]);

  // What an older text found is not to be opened by a key that was meant for the new one.
  const canMove = !isSearchable(query) || isFresh || failure !== null;
  const options = useMemo(() => groups.flatMap((group) => group.options), [groups]);
  const { active, onKeyDown, onPoint } = useActiveOption({
    options,
    canMove,
    // The best match is ready to be opened; of those opened before, none is.
    first: typed === '' ? -1 : 0,
    onChoose: (option) => onChoose(option.target),
  });
  const activeId = active?.id;
  const isExpanded = options.length > 0;
  useLayoutEffect(() => {
    keys.current = onKeyDown;
    return () => {
      keys.current = null;
    };
  });
  useLayoutEffect(() => onField({ activeId, isExpanded }), [onField, activeId, isExpanded]);

  return (
    <>
      <p className="search-says" role="status">
        {isVerbAlone
          ? `Type a name or number after “${typed}”`
          : saidOf(typed, query, search, options.length)}
      </p>
      {isSearchable(query) && failure !== null && (
        <ErrorPanel
          title="Search failed"
          message={failure}
          onRetry={() => {
            search.retry();
            onFocus();
          }}
        />
      )}
      <SearchOptions
        id={id}
        groups={groups}
        active={active}
        isOld={!canMove}
        onPoint={onPoint}
        onChoose={(option) => onChoose(option.target)}
      />
    </>
  );
}

/** Where the search is, in a sentence. */
function saidOf(
  typed: string,
  query: string,
  { isFresh, failure }: Searching,
  options: number,
): string {
  if (typed === '' && options > 0) return '';
  if (!isSearchable(query)) return `Type at least ${SHORTEST_SEARCH} characters`;
  if (failure !== null) return '';
  if (!isFresh) return 'Searching...';
  if (options === 0) return `No results found for "${query}"`;
  return '';
}
