import type { KeyboardEvent, MouseEvent } from 'react';
import { Link } from 'react-router';
import { addressOfRecord, OPENED_HERE } from '../../app/records';
import type { Policy } from './policy';

/** The row below would open the policy as well. */
const keepFromRow = (event: MouseEvent | KeyboardEvent) => event.stopPropagation();

interface HolderLinkProps extends Pick<Policy, 'customer'> {
  /** In a list only the row is a stop of the Tab key; its drawer has the link as well. */
  isInRow?: boolean;
}

/** A policy's customer, whose record it opens. */
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
    <span className="muted">Erased</span>
  );
