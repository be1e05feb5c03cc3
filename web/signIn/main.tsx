import '../ui/styles';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepReleasesWithPresses } from '../ui/heldKeys';
import { SignInPages } from './SignInPages';

const { pathname, hash } = location;
// The secret of a mailed link leaves the address at once: nobody is to read or keep it there.
if (hash !== '') history.replaceState(history.state, '', pathname);

keepReleasesWithPresses();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <SignInPages path={pathname.replace(/(?<=.)\/$/, '')} token={hash.slice(1)} />
  </StrictMode>,
);
