import { useLayoutEffect } from 'react';
import { useTheme } from '../ui/theme';
import { LoginScreen } from './LoginScreen';

/** The page of those who are not signed in; its address says which of its screens. */
export function SignInPages() {
  useTheme();
  useLayoutEffect(() => {
    document.title = 'Sign in · InsureManager';
  }, []);
  return <LoginScreen />;
}
