import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addressOfRecord, OPENED_HERE, type RecordKey } from '../../records/addresses';
import './CardRows.css';

interface CardRowsProps<Item> {
  /** Undefined until the first answer. */
  items: readonly Item[] | undefined;
  keyOf: (item: Item) => number;
  recordOf: (item: Item) => RecordKey;
  row: (item: Item) => ReactNode;
  /** What can be done with it, beside its link. */
  action?: (item: Item) => ReactNode;
  /** What is said when there are none. */
  nothing: string;
  /** The most that there may be: their room is kept. */
  shown: number;
}

/** A few records in a card, each leading to its own. */
export function CardRows<Item>(props: CardRowsProps<Item>) {
  const { items, keyOf, recordOf, row, action, nothing, shown } = props;
  const room = { minHeight: `calc(${shown} * var(--card-row))` };
  if (!items) {
    return (
      <div className="card-rows" style={room} aria-hidden="true">
        {Array.from({ length: shown }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={at} className="card-row">
            <span className="skeleton-bar" />
            <span className="skeleton-bar skeleton-bar-short" />
          </div>
        ))}
      </div>
    );
  }
  if (items.length === 0) {
    return (
      <p className="card-rows card-nothing" style={room}>
        {nothing}
      </p>
    );
  }
  return (
    <ul className="card-rows" style={room}>
      {items.map((item) => (
        <li key={keyOf(item)}>
          <Link className="card-row" to={addressOfRecord(recordOf(item))} state={OPENED_HERE}>
            {row(item)}
          </Link>
          {action?.(item)}
        </li>
      ))}
    </ul>
  );
}
