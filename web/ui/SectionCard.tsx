import { type ReactNode, useId } from 'react';
import './SectionCard.css';

interface SectionCardProps {
  title: string;
  /** Beside the title: how it stands. */
  state?: ReactNode;
  /** At the right of the title. */
  action?: ReactNode;
  /** Under the title. */
  hint?: ReactNode;
  children: ReactNode;
}

/** A part of a page under a heading. */
export function SectionCard({ title, state, action, hint, children }: SectionCardProps) {
  const id = useId();
  return (
    <section className="panel-card section-card" aria-labelledby={id}>
      <div className="section-card-head">
        <h2>
          <span id={id}>{title}</span>
          {state}
        </h2>
        {action}
      </div>
      {hint && <p className="muted">{hint}</p>}
      {children}
    </section>
  );
}
