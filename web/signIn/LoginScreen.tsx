import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';
import { useState } from 'react';
import { askedFor } from '../session/askedFor';
import { SignIn } from '../session/SignIn';
import { FullScreenSpinner } from '../ui/FullScreenSpinner';
import { chooseTheme } from '../ui/theme';
import { SignInCard } from './SignInCard';

export function LoginScreen() {
  const [isEntering, setEntering] = useState(false);

  const enter = ({ preferences }: CurrentUser) => {
    setEntering(true);
    chooseTheme(preferences.theme);
    // Another page altogether, and no way back to this one.
    location.replace(askedFor(document.referrer, location.origin));
  };
  if (isEntering) return <FullScreenSpinner />;
  return (
    <SignInCard title="InsureManager" about="Sign in to your agency’s back office">
      <SignIn onSignedIn={enter} />
    </SignInCard>
  );
}
