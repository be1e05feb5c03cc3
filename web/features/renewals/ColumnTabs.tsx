import {
  RENEWAL_COLUMN_LABELS,
  type RenewalColumn,
} from '@insuremanager/contracts/renewals/renewalKinds';
import { formatCount } from '../../ui/format';
import type { BoardColumn } from './boardView';

interface ColumnTabsProps {
  columns: readonly BoardColumn[];
  shown: RenewalColumn;
  onShow: (column: RenewalColumn) => void;
}

/** Where there is room for one column, which one it is. */
export const ColumnTabs = ({ columns, shown, onShow }: ColumnTabsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs
  <div role="group" aria-label="Column" className="column-tabs">
    {columns.map(({ column, count }) => (
      <button
        key={column}
        type="button"
        aria-pressed={column === shown}
        onClick={() => onShow(column)}
      >
        <span>{RENEWAL_COLUMN_LABELS[column]}</span>
        <span className="tabular">{formatCount(count)}</span>
      </button>
    ))}
  </div>
);
