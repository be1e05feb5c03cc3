import { Lock } from '@blueprintjs/icons';
import { Link } from 'react-router';
import { useAllowed } from '../ui/allowed';
import { HOME_PATH, type Screen } from './screens';
import './NotFoundScreen.css';

/** A screen, for who may see it. */
export function AllowedScreen({ screen }: { screen: Screen }) {
  const { permission, component: Component } = screen;
  return permission === undefined ? (
    <Component />
  ) : (
    <Guarded permission={permission}>
      <Component />
    </Guarded>
  );
}

interface GuardedProps {
  permission: NonNullable<Screen['permission']>;
  children: React.ReactNode;
}

const Guarded = ({ permission, children }: GuardedProps) =>
  useAllowed(permission) ? children : <NoAccess />;

/** In place of what the role does not allow. */
export const NoAccess = () => (
  <div className="not-found">
    <span aria-hidden="true">
      <Lock size={24} />
    </span>
    <h2>You do not have access to this page</h2>
    <p className="muted">Ask an administrator if your work needs it.</p>
    <Link to={HOME_PATH}>Go to Dashboard</Link>
  </div>
);
