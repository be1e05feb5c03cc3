import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';
import { Component, type ReactNode, useEffect } from 'react';
import type { Gateway } from '../data/gateway';
import { leaveForLogin } from '../session/askedFor';
import { SessionProvider, useSession } from '../session/SessionProvider';
import { FullScreenSpinner } from '../ui/FullScreenSpinner';
import { FullScreenError } from './FullScreenError';
import { SignedInApp } from './SignedInApp';

/** The pages of those who are not signed in are others; there is nothing of them in here. */
function Leave({ to }: { to: '/' | '/login' }) {
  useEffect(() => {
    if (to === '/login') leaveForLogin();
    else location.replace(to);
    // Back leads here without loading: what then stands here is of a session that is over.
    const ask = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener('pageshow', ask);
    return () => removeEventListener('pageshow', ask);
  }, [to]);
  return <FullScreenSpinner />;
}

function Gate({ gateway }: { gateway: Gateway }) {
  const { state, load } = useSession();
  switch (state.phase) {
    case 'loading':
      return <FullScreenSpinner />;
    case 'failed':
      return <FullScreenError message={state.message} onRetry={load} />;
    case 'signedOut':
      return <Leave to={state.next} />;
    case 'signedIn':
      return <SignedInApp gateway={gateway} />;
  }
}

interface AppProps {
  gateway: Gateway;
  /** Who is signed in, as the page began to ask. */
  user: Promise<CurrentUser | null>;
}

export function App({ gateway, user }: AppProps) {
  return (
    <CrashBoundary>
      <SessionProvider first={user}>
        <Gate gateway={gateway} />
      </SessionProvider>
    </CrashBoundary>
  );
}

/** Catches what no screen could, such as code that did not arrive. React knows no other form. */
class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <FullScreenError message="This page could not be shown" onRetry={() => location.reload()} />
    );
  }
}
