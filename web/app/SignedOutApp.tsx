import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';
import { useLayoutEffect } from 'react';
import { useSession } from '../session/SessionProvider';
import { useTheme } from '../ui/theme';
import { LoginScreen } from './LoginScreen';

/** Every path of a signed-out visitor leads to the login screen. */
export default function SignedOutApp() {
  const { begin } = useSession();
  useTheme();
  useLayoutEffect(() => {
    if (location.pathname !== '/login') history.replaceState(null, '', '/login');
    document.title = 'Sign in · InsureManager';
  }, []);

  const enter = (user: CurrentUser) => {
    history.replaceState(null, '', '/');
    begin(user);
  };
  return <LoginScreen onSignedIn={enter} />;
}
