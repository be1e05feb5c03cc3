import { type ReactNode, useId } from 'react';

interface AgencyCardProps {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** A card of the screen that is no form of its own. */
export function AgencyCard({ title, hint, children }: AgencyCardProps) {
  const id = useId();
  return (
    <section className="agency-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint && <p className="muted">{hint}</p>}
      {children}
    </section>
  );
}
