import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import './FilterTags.css';

export interface FilterTag {
  key: string;
  label: string;
  onRemove: () => void;
}

interface FilterTagsProps {
  tags: FilterTag[];
  onClear: () => void;
}

/** What narrows the list now, each to be taken away. */
export function FilterTags({ tags, onClear }: FilterTagsProps) {
  if (tags.length === 0) return null;
  return (
    <ul className="filter-tags" aria-label="Filters">
      {tags.map(({ key, label, onRemove }) => (
        <li key={key}>
          <span className="filter-tag">
            {label}
            <button type="button" aria-label={`Remove filter ${label}`} onClick={onRemove}>
              <Cross size={12} />
            </button>
          </span>
        </li>
      ))}
      <li>
        <Button size="small" variant="minimal" onClick={onClear}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
