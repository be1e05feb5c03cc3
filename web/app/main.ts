import '../ui/tokens.css';
import '../ui/fullScreen.css';
import './firstPaint.css';
import { screenPath } from '../data/pastDay';
import { holdEarlyKeys } from '../features/search/earlyKeys';
import { holdFileDrops } from '../records/documents/fileDrops';
import { fetchCurrentUser } from '../session/sessionRequests';
import { fetchScreenAt } from './screenCode';

holdEarlyKeys();
holdFileDrops();

// Who is signed in is a small answer: it goes before large files.
const user = fetchCurrentUser();
const shell = import('./start');
// The screen comes once the files of the shell are there, which it would share a slow network with,
// and while their code is run. Where the browser does not say that they are there, after that.
const shellFiles = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
const screen = Promise.race([Promise.all([...shellFiles].map(settled)), shell]).then(() =>
  fetchScreenAt(screenPath()),
);
// Whoever needs them says what failed.
for (const part of [screen, user]) part.catch(() => undefined);

function showFailure(): void {
  const failure = document.querySelector<HTMLTemplateElement>('#failure')?.content;
  failure?.querySelector('button')?.addEventListener('click', () => location.reload());
  if (failure) document.querySelector('#root')?.replaceChildren(failure);
}

shell.then(({ start }) => start({ screen, user }), showFailure);

/** Once a file that the page names has come, or has failed to. */
function settled(link: HTMLLinkElement): Promise<unknown> {
  if (performance.getEntriesByName(link.href).length > 0) return Promise.resolve();
  return new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
}
