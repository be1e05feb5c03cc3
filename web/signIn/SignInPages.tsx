import { lazy, type ReactNode, Suspense, useLayoutEffect } from 'react';
import { FullScreenSpinner } from '../ui/FullScreenSpinner';
import { useTheme } from '../ui/theme';
import { ToastProvider } from '../ui/toaster/Toaster';
import { LoginScreen } from './LoginScreen';
import type { LinkTexts } from './NewPasswordScreen';

// The login itself stays light.
const ForgotPasswordScreen = lazy(() => import('./ForgotPasswordScreen'));
const NewPasswordScreen = lazy(() => import('./NewPasswordScreen'));

const RESET: LinkTexts = {
  title: 'Choose a new password',
  about: 'You will then sign in with it. All other devices are signed out.',
  submit: 'Set Password',
  done: 'Your password has been set. Sign in with it.',
  remedy: {
    text: 'Links are valid for one hour and work once.',
    link: { href: '/forgot-password', text: 'Ask for a new link' },
  },
};
const INVITATION: LinkTexts = {
  title: 'Welcome to InsureManager',
  about: 'You have been invited. Choose a password to begin.',
  submit: 'Set Password and Begin',
  done: 'Your account is ready. Sign in with your username and your password.',
  remedy: {
    text: 'Invitations are valid for seven days and work once. Ask your administrator for a new one.',
  },
};

interface ScreenOfAddress {
  title: string;
  show: (token: string) => ReactNode;
}

const LOGIN: ScreenOfAddress = { title: 'Sign in', show: () => <LoginScreen /> };
const SCREENS: Readonly<Record<string, ScreenOfAddress>> = {
  '/forgot-password': { title: 'Forgot password', show: () => <ForgotPasswordScreen /> },
  '/reset-password': {
    title: RESET.title,
    show: (token) => <NewPasswordScreen token={token} texts={RESET} />,
  },
  '/invitation': {
    title: INVITATION.title,
    show: (token) => <NewPasswordScreen token={token} texts={INVITATION} />,
  },
};

interface SignInPagesProps {
  /** As the page was opened, without a slash at its end. */
  path: string;
  /** The secret of a mailed link; empty where the address had none. */
  token: string;
}

/** The page of those who are not signed in; its address says which of its screens. */
export function SignInPages({ path, token }: SignInPagesProps) {
  useTheme();
  const { title, show } = SCREENS[path] ?? LOGIN;
  useLayoutEffect(() => {
    document.title = `${title} · InsureManager`;
  }, [title]);
  return (
    <ToastProvider>
      <Suspense fallback={<FullScreenSpinner />}>{show(token)}</Suspense>
    </ToastProvider>
  );
}
