import { useState } from 'react';
import { SignInForm } from '../session/SignInForm';
import { BrandMark } from '../ui/BrandMark';
import { FullScreenSpinner } from '../ui/FullScreenSpinner';
import './LoginScreen.css';

export function LoginScreen() {
  const [isEntering, setEntering] = useState(false);

  const enter = () => {
    setEntering(true);
    // Another page altogether, and no way back to this one.
    location.replace('/');
  };
  if (isEntering) return <FullScreenSpinner />;
  return (
    <main className="login">
      <section className="login-card" aria-labelledby="login-title">
        <BrandMark size={40} />
        <h1 id="login-title">InsureManager</h1>
        <p className="muted">Sign in to your agency’s back office</p>
        <SignInForm onSignedIn={enter} />
      </section>
    </main>
  );
}
