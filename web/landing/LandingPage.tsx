import { slot } from './slots';

export const LandingPage = () => (
  <main>
    <h1>{slot('name')}</h1>
    <p>Looking for trusted and comprehensive insurance solutions?</p>
    <a href="/login">Agent Login</a>
  </main>
);
