import { lazy, Suspense } from 'react';
import { SessionProvider, useSession } from '../session/SessionProvider';
import { CrashBoundary } from './CrashBoundary';
import { FullScreenError } from './FullScreenError';
import { FullScreenSpinner } from './FullScreenSpinner';

const SignedInApp = lazy(() => import('./SignedInApp'));
const SignedOutApp = lazy(() => import('./SignedOutApp'));

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
