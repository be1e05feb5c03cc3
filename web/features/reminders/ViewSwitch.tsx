import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import './reminders.css';

export interface ScreenView {
  /** In the address, as `view`. */
  id: string;
  label: string;
}

/** What a view has in common with the others. */
export interface ViewProps {
  /** The main action, for the toolbar. */
  action: ReactNode;
  /** Cards and what leads to the other views, between the toolbar and the list. */
  head: ReactNode;
  PolicyPanel: ComponentType<PolicyPanelProps>;
}

export interface PolicyPanelProps {
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
  /** Brings the list up to date. */
  onChanged: (id?: number) => Promise<void>;
}

interface ViewSwitchProps {
  views: readonly ScreenView[];
  /** The first is there without a word in the address. */
  shown: ScreenView;
}

/** The views of the screen side by side, each at an address of its own. */
export const ViewSwitch = ({ views, shown }: ViewSwitchProps) => (
  <nav className="view-switch" aria-label="Views">
    {views.map((view, at) => (
      <Link
        key={view.id}
        to={{ search: at === 0 ? '' : `?view=${view.id}` }}
        aria-current={view.id === shown.id ? 'page' : undefined}
      >
        {view.label}
      </Link>
    ))}
  </nav>
);
