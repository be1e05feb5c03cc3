import type { KeyboardEvent, MouseEvent } from 'react';
import { Link } from 'react-router';
import { addressOfRecord, OPENED_HERE } from './records';
import './HolderLink.css';

/** The row below would open its own record as well. */
const keepFromRow = (event: MouseEvent | KeyboardEvent) => event.stopPropagation();

interface HolderLinkProps {
  /** Null for one who was deleted. */
  customer: { id: number; name: string } | null;
  /** In a list only the row is a stop of the Tab key; its drawer has the link as well. */
  isInRow?: boolean;
}

/** The customer whom a record belongs to; opens theirs. */
export const HolderLink = ({ customer, isInRow = false }: HolderLinkProps) =>
  customer ? (
    <Link
      to={addressOfRecord({ kind: 'customer', id: customer.id })}
      state={OPENED_HERE}
      className="holder-link"
      tabIndex={isInRow ? -1 : undefined}
      onClick={keepFromRow}
      onKeyDown={keepFromRow}
    >
      {customer.name}
    </Link>
  ) : (
    <span className="muted">Deleted customer</span>
  );
