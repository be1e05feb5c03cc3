import { Link } from 'react-router';
import './ViewSwitch.css';

export interface ScreenView {
  /** In the address, as `view`. */
  id: string;
  label: string;
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
