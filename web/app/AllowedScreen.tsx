import { useAllowed } from '../ui/allowed';
import { NoAccess } from './NoAccess';
import type { Screen } from './screens';

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
