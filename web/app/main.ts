import '../ui/tokens.css';
import '../ui/fullScreen.css';
import './firstPaint.css';
import { holdEarlyKeys } from '../features/search/earlyKeys';
import { fetchCurrentUser } from '../session/sessionRequests';
import { fetchScreenAt } from './screenCode';

holdEarlyKeys();
// What the first screen is made of comes all at once: the shell, the screen, and who is signed in.
// The shell is asked for first: its styles have to stand before those of the screen.
const shell = import('./start');
const screen = fetchScreenAt(location.pathname);
const user = fetchCurrentUser();
// Whoever needs them says what failed.
for (const part of [screen, user]) part?.catch(() => undefined);

function showFailure(): void {
  const failure = document.querySelector<HTMLTemplateElement>('#failure')?.content;
  failure?.querySelector('button')?.addEventListener('click', () => location.reload());
  if (failure) document.querySelector('#root')?.replaceChildren(failure);
}

shell.then(({ start }) => start({ screen, user }), showFailure);
