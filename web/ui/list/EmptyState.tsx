import type { ReactNode } from 'react';
import './states.css';

interface EmptyStateProps {
  icon: ReactNode;
  /** One sentence. */
  text: string;
  /** What can be done about it. */
  action?: ReactNode;
}

export const EmptyState = ({ icon, text, action }: EmptyStateProps) => (
  <div className="list-state" role="status">
    <span className="list-state-icon" aria-hidden="true">
      {icon}
    </span>
    <p>{text}</p>
    {action}
  </div>
);
