import type { ReactNode } from 'react';
import { BrandMark } from '../ui/BrandMark';
import './signIn.css';

interface SignInCardProps {
  title: string;
  /** In a sentence, what this is for. */
  children: ReactNode;
  about: string;
}

/** What every screen of those who are not signed in looks like. */
export const SignInCard = ({ title, about, children }: SignInCardProps) => (
  <main className="login">
    <section className="login-card" aria-labelledby="login-title">
      <a href="/" className="login-brand" aria-label="InsureManager">
        <BrandMark size={40} />
      </a>
      <h1 id="login-title">{title}</h1>
      <p className="muted">{about}</p>
      {children}
    </section>
  </main>
);
