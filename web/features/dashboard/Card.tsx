import { type ReactNode, useId } from 'react';
import './Card.css';

interface CardProps {
  title: string;
  /** Beside the title: where the rest is, or what is chosen. */
  action?: ReactNode;
  /** A place in the page that others lead to. */
  id?: string;
  className?: string;
  children: ReactNode;
}

export function Card({ title, action, id, className = '', children }: CardProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      className={`card ${className}`}
      aria-labelledby={titleId}
      tabIndex={id ? -1 : undefined}
    >
      <div className="card-head">
        <h2 id={titleId}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
