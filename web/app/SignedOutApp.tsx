import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';
import { useLayoutEffect } from 'react';
import { useSession } from '../session/SessionProvider';
import { SignInForm } from '../session/SignInForm';
import { BrandMark } from '../ui/BrandMark';
import { useTheme } from '../ui/theme';
import './LoginScreen.css';

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

const LoginScreen = ({ onSignedIn }: { onSignedIn: (user: CurrentUser) => void }) => (
  <main className="login">
    <section className="login-card" aria-labelledby="login-title">
      <BrandMark size={40} />
      <h1 id="login-title">InsureManager</h1>
      <p className="muted">Sign in to your agency’s back office</p>
      <SignInForm onSignedIn={onSignedIn} />
    </section>
  </main>
);
