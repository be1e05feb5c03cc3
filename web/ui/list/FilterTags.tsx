import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { Criteria, ListDescription } from '@insuremanager/contracts/fields/list';
import { useAddress } from '../useAddress';
import { addressOfFilter, type FilterValues, filterTags, type TextsOf } from './listFilter';
import './FilterTags.css';

interface FilterTagsProps<Of extends Criteria> {
  list: Pick<ListDescription<Of>, 'criteria'>;
  filter: FilterValues<Of>;
  /** Of records that the list is filtered by, by the criterion; where there is none, their number. */
  names?: TextsOf<Of>;
}

/** What the list is filtered by now, each to be taken away. */
export function FilterTags<Of extends Criteria>({ list, filter, names }: FilterTagsProps<Of>) {
  const { open } = useAddress();
  const show = (wanted: FilterValues<Of>) => open({ ...addressOfFilter(list, wanted), row: null });
  const tags = filterTags(list, filter, names);
  if (tags.length === 0) return null;
  return (
    <ul className="filter-tags" aria-label="Filters">
      {tags.map(({ label, without }) => (
        <li key={label}>
          <span className="filter-tag">
            {label}
            <button
              type="button"
              aria-label={`Remove filter ${label}`}
              onClick={() => show(without)}
            >
              <Cross size={12} />
            </button>
          </span>
        </li>
      ))}
      <li>
        <Button size="small" variant="minimal" onClick={() => show({})}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
