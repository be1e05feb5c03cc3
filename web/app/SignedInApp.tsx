import { ApolloProvider } from '@apollo/client/react';
import type { Permission } from '@insuremanager/contracts/identity/permissions';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { Gateway } from '../data/gateway';
import { LiveProvider } from '../data/live/LiveProvider';
import { PAST_DAY } from '../data/pastDay';
import { SessionEndedDialog } from '../session/SessionEndedDialog';
import { useSession } from '../session/SessionProvider';
import { FullScreenSpinner } from '../ui/FullScreenSpinner';
import { rarePart } from '../ui/lazyPart';
import { PartProviders } from '../ui/PartProviders';
import { createRouter } from './router';

const PastOfficeGate = rarePart(
  () => import('../features/pastOffice/PastOfficeGate'),
  <FullScreenSpinner />,
);

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
      <LiveProvider asked={asked} isOn={!hasEnded && PAST_DAY === null} onSessionEnded={markEnded}>
        <PartProviders permissions={permissions}>
          {PAST_DAY === null ? (
            <RouterProvider router={router} />
          ) : (
            <PastOfficeGate day={PAST_DAY}>
              <RouterProvider router={router} />
            </PastOfficeGate>
          )}
          <SessionEndedDialog />
        </PartProviders>
      </LiveProvider>
    </ApolloProvider>
  );
}
