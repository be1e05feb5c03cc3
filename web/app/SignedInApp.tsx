import { ApolloProvider } from '@apollo/client/react';
import { OverlaysProvider, PortalProvider } from '@blueprintjs/core';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { createApolloClient } from '../data/apolloClient';
import { LiveProvider } from '../data/live/LiveProvider';
import { createAskedTimes } from '../data/live/liveData';
import { SessionEndedDialog } from '../session/SessionEndedDialog';
import { useSession } from '../session/SessionProvider';
import { TipProvider } from '../ui/Tip';
import { ToastProvider } from '../ui/toaster/Toaster';
import { createRouter } from './router';

/** Everything behind the sign-in; loaded only then, and new with every sign-in. */
export default function SignedInApp() {
  const { state, markEnded } = useSession();
  const [asked] = useState(createAskedTimes);
  const [client] = useState(() => createApolloClient(markEnded, asked.link));
  const [router] = useState(createRouter);
  const hasEnded = state.phase === 'signedIn' && state.ended;

  return (
    <ApolloProvider client={client}>
      <LiveProvider asked={asked} isOn={!hasEnded} onSessionEnded={markEnded}>
        <OverlaysProvider>
          <PortalProvider>
            <TipProvider>
              <ToastProvider>
                <RouterProvider router={router} />
                <SessionEndedDialog />
              </ToastProvider>
            </TipProvider>
          </PortalProvider>
        </OverlaysProvider>
      </LiveProvider>
    </ApolloProvider>
  );
}
