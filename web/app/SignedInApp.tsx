import { ApolloProvider } from '@apollo/client/react';
import { OverlaysProvider, PortalProvider } from '@blueprintjs/core';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { createApolloClient } from '../data/apolloClient';
import { SessionEndedDialog } from '../session/SessionEndedDialog';
import { useSession } from '../session/SessionProvider';
import { TipProvider } from '../ui/Tip';
import { ToastProvider } from '../ui/toaster/Toaster';
import { createRouter } from './router';

/** Everything behind the sign-in; loaded only then, and new with every sign-in. */
export default function SignedInApp() {
  const { markEnded } = useSession();
  const [client] = useState(() => createApolloClient(markEnded));
  const [router] = useState(createRouter);

  return (
    <ApolloProvider client={client}>
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
    </ApolloProvider>
  );
}
