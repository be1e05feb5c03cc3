import { Button } from '@blueprintjs/core';
import {
  MOST_CARDS,
  RENEWAL_COLUMN_LABELS,
  type RenewalColumn,
} from '@insuremanager/contracts/renewals/renewalKinds';
import type { ReactNode } from 'react';
import { formatSum } from '../../records/policies/Premium';
import { formatCount } from '../../ui/format';
import type { RenewalCard } from './boardMoves';
import type { BoardColumn } from './boardView';

interface BoardColumnViewProps {
  column: BoardColumn;
  /** A card is held over it. */
  isTarget: boolean;
  onMore: () => void;
  children: (card: RenewalCard) => ReactNode;
}

/** What an empty column is filled by. */
const EMPTY: Readonly<Record<RenewalColumn, string>> = {
  due: 'Nothing is due',
  contacted: 'No one contacted yet',
  quoted: 'Filled by new quotations',
  renewed: 'Filled by renewed policies',
  lost: 'Nothing lost',
};

/** A column with the totals of all its cards, whether they are shown or not. */
export function BoardColumnView({ column, isTarget, onMore, children }: BoardColumnViewProps) {
  const { column: name, count, premium, cards } = column;
  const label = RENEWAL_COLUMN_LABELS[name];
  const hasMore = count > cards.length;
  return (
    <section
      className="renewal-column"
      data-column={name}
      data-target={isTarget}
      aria-label={`${label}: ${formatCount(count)}, ${formatSum(premium)}`}
    >
      <header>
        <h2>
          {label} <span className="renewal-column-count tabular">{formatCount(count)}</span>
        </h2>
        <span className="tabular" title="Premium of all cards">
          {formatSum(premium)}
        </span>
      </header>
      <ul>
        {cards.map((card) => (
          <li key={card.termId}>{children(card)}</li>
        ))}
      </ul>
      {cards.length === 0 && <p className="renewal-column-empty">{EMPTY[name]}</p>}
      {hasMore && cards.length < MOST_CARDS && (
        <Button variant="minimal" size="small" fill onClick={onMore}>
          Show more of {label}
        </Button>
      )}
      {hasMore && cards.length >= MOST_CARDS && (
        <p className="renewal-column-empty">Filter the board to see the rest</p>
      )}
    </section>
  );
}
