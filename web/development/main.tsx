import '../ui/styles';

import { ApolloProvider } from '@apollo/client/react';
import { ALL_PERMISSIONS } from '@insuremanager/contracts/identity/permissions';
import { USUAL_PREFERENCES } from '@insuremanager/contracts/identity/userInputs';
import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { LiveProvider } from '../data/live/LiveProvider';
import { createAskedTimes } from '../data/live/liveData';
import { SessionProvider } from '../session/SessionProvider';
import { passEscapes } from '../ui/dialogs';
import { FullScreenSpinner } from '../ui/FullScreenSpinner';
import { rememberFocus } from '../ui/focusHistory';
import { keepReleasesWithPresses } from '../ui/heldKeys';
import { beginIdleWork } from '../ui/idleWork';
import { PartProviders } from '../ui/PartProviders';
import { chosenTheme } from '../ui/theme';
import { SharedParts } from './SharedParts';
import { createSampleClient } from './sampleClient';

const USER: CurrentUser = {
  ...{ id: 1, username: 'anitha', email: 'anitha@example.com', role: 'admin' },
  isTwoFactorEnabled: false,
  permissions: ALL_PERMISSIONS,
  preferences: { ...USUAL_PREFERENCES, theme: chosenTheme() },
};

const asked = createAskedTimes();
const nothing = () => undefined;
const signedIn = Promise.resolve(USER);
/** `FullScreenSpinner` shows this page in a frame, as it takes the whole of one. */
const page = location.search === '?spinner' ? <FullScreenSpinner /> : <SharedParts />;
const router = createBrowserRouter([{ path: '*', element: page }]);

/** Around the page as in the product (`SignedInApp`); no request leaves it. */
const Development = () => (
  <SessionProvider first={signedIn}>
    <ApolloProvider client={createSampleClient()}>
      <LiveProvider asked={asked} isOn={false} onSessionEnded={nothing}>
        <PartProviders permissions={ALL_PERMISSIONS}>
          <RouterProvider router={router} />
        </PartProviders>
      </LiveProvider>
    </ApolloProvider>
  </SessionProvider>
);

keepReleasesWithPresses();
rememberFocus();
passEscapes();
beginIdleWork();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
// A calendar measures its texts as it is drawn.
await document.fonts.load('600 14px "Inter Variable"');
// What a boundary has caught stands on the page: the part whose code did not come.
createRoot(root, { onCaughtError: nothing }).render(
  <StrictMode>
    <Development />
  </StrictMode>,
);
