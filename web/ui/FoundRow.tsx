import { ChevronRight } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import './FoundRow.css';

interface FoundRowProps {
  to: string;
  sign: ReactNode;
  name: string;
  detail: string;
  /** At the right: how it stands. */
  state?: ReactNode;
}

/** What a search has found, in a `found-list`: it leads to what is known of it. */
export const FoundRow = ({ to, sign, name, detail, state }: FoundRowProps) => (
  <li>
    <Link to={to}>
      {sign}
      <span className="found-named">
        <strong className="ellipsis" dir="auto">
          {name}
        </strong>
        <span className="muted ellipsis tabular">{detail}</span>
      </span>
      {state}
      <ChevronRight size={16} aria-hidden="true" />
    </Link>
  </li>
);
