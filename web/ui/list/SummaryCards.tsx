import type { ComponentType } from 'react';
import './SummaryCards.css';

export interface SummaryCard {
  label: string;
  hint: string;
  icon: ComponentType<{ size?: number }>;
  /** Undefined until it has come. */
  figure: string | undefined;
  /** Opens the list that it counts. */
  onOpen: () => void;
}

interface SummaryCardsProps {
  cards: readonly SummaryCard[];
  /** The figures could not be asked for. */
  isFailed: boolean;
}

/** Four figures over a list; each opens the list that it counts. */
export const SummaryCards = ({ cards, isFailed }: SummaryCardsProps) => (
  <ul className="summary-cards" aria-label="Summary">
    {cards.map(({ label, hint, icon: Icon, figure, onOpen }) => (
      <li key={label}>
        <button type="button" onClick={onOpen}>
          <span className="summary-card-label">
            <Icon size={14} />
            {label}
          </span>
          {figure === undefined ? (
            <strong>{isFailed ? '–' : <span className="skeleton-bar summary-card-wait" />}</strong>
          ) : (
            <strong className="tabular" title={figure}>
              {figure}
            </strong>
          )}
          <span className="summary-card-hint">{isFailed ? 'Could not be counted' : hint}</span>
        </button>
      </li>
    ))}
  </ul>
);
