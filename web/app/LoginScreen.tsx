import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';
import { SignInForm } from '../session/SignInForm';
import { BrandMark } from '../ui/BrandMark';
import './LoginScreen.css';

export const LoginScreen = ({ onSignedIn }: { onSignedIn: (user: CurrentUser) => void }) => (
  <main className="login">
    <section className="login-card" aria-labelledby="login-title">
      <BrandMark size={40} />
      <h1 id="login-title">InsureManager</h1>
      <p className="muted">Sign in to your agency’s back office</p>
      <SignInForm onSignedIn={onSignedIn} />
    </section>
  </main>
);
