import type { KeyboardEvent, MouseEvent } from 'react';
import { Link } from 'react-router';
import { addressOfRecord, OPENED_HERE, type RecordKey } from './addresses';

/** The card below would take the press for itself. */
const keepFromRow = (event: MouseEvent | KeyboardEvent) => event.stopPropagation();

interface RecordLinkProps {
  record: RecordKey;
  /** On a board only one card is a stop of the Tab key. */
  isInRow?: boolean;
  children: string;
}

/** Names another record, and opens it. */
export const RecordLink = ({ record, isInRow = false, children }: RecordLinkProps) => (
  <Link
    to={addressOfRecord(record)}
    state={OPENED_HERE}
    className="record-link"
    dir="auto"
    tabIndex={isInRow ? -1 : undefined}
    onClick={keepFromRow}
    onKeyDown={keepFromRow}
  >
    {children}
  </Link>
);
