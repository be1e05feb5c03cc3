import type { KeyboardEvent, MouseEvent } from 'react';
import { Link } from 'react-router';
import { addressOfRecord, OPENED_HERE } from '../../app/records';
import type { Policy } from './policy';

/** The row below would open the policy as well. */
const keepFromRow = (event: MouseEvent | KeyboardEvent) => event.stopPropagation();

/** A policy's customer, whose record it opens. */
export const HolderLink = ({ customer }: Pick<Policy, 'customer'>) =>
  customer ? (
    <Link
      to={addressOfRecord({ kind: 'customer', id: customer.id })}
      state={OPENED_HERE}
      className="holder-link"
      onClick={keepFromRow}
      onKeyDown={keepFromRow}
    >
      {customer.name}
    </Link>
  ) : (
    <span className="muted">Erased</span>
  );
