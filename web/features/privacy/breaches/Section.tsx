import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** At the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the page of a breach. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className="privacy-card" aria-labelledby={id}>
      <div className="privacy-card-head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
