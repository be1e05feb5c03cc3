import { ApolloProvider } from '@apollo/client/react';
import { OverlaysProvider, PortalProvider } from '@blueprintjs/core';
import type { Permission } from '@insuremanager/contracts/identity/permissions';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { Gateway } from '../data/gateway';
import { LiveProvider } from '../data/live/LiveProvider';
import { SessionEndedDialog } from '../session/SessionEndedDialog';
import { useSession } from '../session/SessionProvider';
import { AllowedProvider } from '../ui/allowed';
import { BulkProvider } from '../ui/bulk/bulk';
import { ConfirmProvider } from '../ui/Confirm';
import { TipProvider } from '../ui/Tip';
import { ToastProvider } from '../ui/toaster/Toaster';
import { createRouter } from './router';

const NONE: readonly Permission[] = [];

/** Everything behind the sign-in. */
export function SignedInApp({ gateway }: { gateway: Gateway }) {
  const { state, markEnded } = useSession();
  const { client, asked } = gateway;
  useEffect(() => gateway.onSessionEnded(markEnded), [gateway, markEnded]);
  const [router] = useState(createRouter);
  const hasEnded = state.phase === 'signedIn' && state.ended;
  const permissions = state.phase === 'signedIn' ? state.user.permissions : NONE;

  return (
    <ApolloProvider client={client}>
      <LiveProvider asked={asked} isOn={!hasEnded} onSessionEnded={markEnded}>
        <OverlaysProvider>
          <PortalProvider>
            <TipProvider>
              <ToastProvider>
                <AllowedProvider permissions={permissions}>
                  <ConfirmProvider>
                    <BulkProvider>
                      <RouterProvider router={router} />
                    </BulkProvider>
                  </ConfirmProvider>
                </AllowedProvider>
                <SessionEndedDialog />
              </ToastProvider>
            </TipProvider>
          </PortalProvider>
        </OverlaysProvider>
      </LiveProvider>
    </ApolloProvider>
  );
}
