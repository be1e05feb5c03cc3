import { Component, lazy, type ReactNode, Suspense } from 'react';
import { SessionProvider, useSession } from '../session/SessionProvider';
import { FullScreenError } from './FullScreenError';
import './fullScreen.css';

const SignedInApp = lazy(() => import('./SignedInApp'));
const SignedOutApp = lazy(() => import('./SignedOutApp'));

/** Plain markup: it is on the screen before anything else has arrived. */
const FullScreenSpinner = () => (
  <div className="full-screen" role="status" aria-label="Loading">
    <div className="full-screen-spinner" />
  </div>
);

function Gate() {
  const { state, load } = useSession();
  switch (state.phase) {
    case 'loading':
      return <FullScreenSpinner />;
    case 'failed':
      return <FullScreenError message={state.message} onRetry={load} />;
    case 'signedOut':
      return <SignedOutApp />;
    case 'signedIn':
      return <SignedInApp />;
  }
}

export function App() {
  return (
    <CrashBoundary>
      <SessionProvider>
        <Suspense fallback={<FullScreenSpinner />}>
          <Gate />
        </Suspense>
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
