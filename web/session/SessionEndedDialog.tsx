import { useApolloClient } from '@apollo/client/react';
import { Dialog, DialogBody } from '@blueprintjs/core';
import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';
import { lazyPart } from '../ui/lazyPart';
import { useSession } from './SessionProvider';

const SignIn = lazyPart(async () => ({ default: (await import('./SignIn')).SignIn }));

/** The session ran out under a running screen: sign in again over it, and nothing typed is lost. */
export function SessionEndedDialog() {
  const { state, begin } = useSession();
  const client = useApolloClient();
  if (state.phase !== 'signedIn') return null;

  const resume = async (user: CurrentUser) => {
    // What another user saw is not this one's.
    if (user.username !== state.user.username) await client.clearStore();
    begin(user);
  };
  return (
    <Dialog
      isOpen={state.ended}
      title="Please sign in again"
      isCloseButtonShown={false}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      className="small-dialog"
    >
      <DialogBody>
        <p className="muted">Your session has ended. What you were working on is still here.</p>
        {state.ended && <SignIn username={state.user.username} onSignedIn={resume} />}
      </DialogBody>
    </Dialog>
  );
}
