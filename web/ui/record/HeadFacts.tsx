import { Fragment, type ReactNode } from 'react';
import './HeadFacts.css';

interface HeadFactsProps {
  /** Whose it is, how much, how long; empty ones are left out. */
  facts: readonly ReactNode[];
}

/** What one must know of a record at a glance, in a line under its name and badges. */
export const HeadFacts = ({ facts }: HeadFactsProps) => (
  <p className="head-facts tabular">
    {facts
      .filter((fact) => fact !== null && fact !== '' && fact !== false)
      .map((fact, index, { length }) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a record keep their places
        <Fragment key={index}>
          <span>{fact}</span>
          {/* Never at the start of a line. */}
          {index < length - 1 && <span aria-hidden="true">{'\u00a0· '}</span>}
        </Fragment>
      ))}
  </p>
);
