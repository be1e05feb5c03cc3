import { AnchorButton, Button } from '@blueprintjs/core';
import { Export } from '@blueprintjs/icons';
import { type ExportedList, exportPath } from '@insuremanager/contracts/exports/exportedLists';
import type { Criteria, ListDescription } from '@insuremanager/contracts/fields/list';
import { parameterOf } from '@insuremanager/contracts/fields/list';
import { useAllowed } from '../allowed';
import { Tip } from '../Tip';
import { useAddress } from '../useAddress';
import type { FilterValues } from './listFilter';
import { sortingIn } from './sorting';

interface ExportLinkProps<Of extends Criteria, Sort extends string> {
  list: ExportedList;
  description: ListDescription<Of, Sort>;
  filter: FilterValues<Of>;
}

/** The list as it is filtered and sorted, as a file. */
export function ExportLink<Of extends Criteria, Sort extends string>(
  props: ExportLinkProps<Of, Sort>,
) {
  const { list, description, filter } = props;
  const { params } = useAddress();
  if (!useAllowed('export')) return null;
  const entries = Object.entries(filter as Readonly<Record<string, unknown>>);
  const query = new URLSearchParams({ ...sortingIn(params, description) });
  for (const [name, value] of entries) {
    const criterion = description.criteria[name];
    // What is searched for are names, which no address has to know.
    if (criterion?.kind === 'search') return <SearchedLink />;
    if (criterion) query.set(parameterOf(name, criterion), [value].flat().join(','));
  }
  return (
    <AnchorButton
      role="link"
      icon={<Export />}
      href={exportPath(list, 'csv', String(query))}
      download
    >
      Export CSV
    </AnchorButton>
  );
}

const SearchedLink = () => (
  <Tip text="Clear the search to export. The file uses the current filters and sorting.">
    <Button icon={<Export />} aria-disabled="true" className="quiet-button">
      Export CSV
    </Button>
  </Tip>
);
