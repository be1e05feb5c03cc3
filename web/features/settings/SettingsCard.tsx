import { type ReactNode, useId } from 'react';
import './settings.css';

interface SettingsCardProps {
  title: string;
  /** Beside the title: how it stands. */
  state?: ReactNode;
  /** At the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

export function SettingsCard({ title, state, action, children }: SettingsCardProps) {
  const id = useId();
  return (
    <section className="settings-card" aria-labelledby={id}>
      <div className="settings-card-head">
        <h2>
          <span id={id}>{title}</span>
          {state}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
