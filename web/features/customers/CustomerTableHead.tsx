import { ChevronDown, ChevronUp } from '@blueprintjs/icons';
import type { CustomerSort } from '@insuremanager/contracts/customers/customerViews';
import type { SortDirection } from '../../data/operations.generated';
import { GridPart } from '../../ui/list/GridPart';

interface CustomerTableHeadProps {
  sort: CustomerSort;
  direction: SortDirection;
  onSort: (sort: CustomerSort) => void;
}

interface Column {
  key: string;
  label: string;
  sort?: CustomerSort;
}

const COLUMNS: Column[] = [
  { key: 'name', label: 'Name', sort: 'name' },
  { key: 'kyc', label: 'KYC', sort: 'kyc' },
  { key: 'phone', label: 'Phone' },
  { key: 'email', label: 'Email' },
  { key: 'city', label: 'City' },
  { key: 'aadhaar', label: 'Aadhaar' },
  { key: 'added', label: 'Added', sort: 'added' },
];

/** Stays at the top while the rows scroll; on a card list only what sorts is left of it. */
export const CustomerTableHead = ({ sort, direction, onSort }: CustomerTableHeadProps) => (
  <GridPart role="rowgroup" className="customer-head">
    <GridPart role="row" aria-rowindex={1} className="customer-row-grid">
      {COLUMNS.map((column) => (
        <HeadCell key={column.key} {...{ column, sort, direction, onSort }} />
      ))}
      <GridPart role="columnheader">
        <span className="visually-hidden">Actions</span>
      </GridPart>
    </GridPart>
  </GridPart>
);

function HeadCell({
  column,
  sort,
  direction,
  onSort,
}: CustomerTableHeadProps & { column: Column }) {
  const isSorted = column.sort !== undefined && column.sort === sort;
  const order = direction === 'asc' ? 'ascending' : 'descending';
  const by = column.sort;
  return (
    <GridPart
      role="columnheader"
      data-cell={column.key}
      data-sortable={by !== undefined}
      aria-sort={isSorted ? order : undefined}
    >
      {by ? (
        <button type="button" onClick={() => onSort(by)}>
          {column.label}
          {isSorted && (direction === 'asc' ? <ChevronUp size={14} /> : <ChevronDown size={14} />)}
        </button>
      ) : (
        column.label
      )}
    </GridPart>
  );
}
