import '../ui/styles';

import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openGateway } from '../data/gateway';
import { PAST_DAY, screenPath } from '../data/pastDay';
import { passEscapes } from '../ui/dialogs';
import { rememberFocus } from '../ui/focusHistory';
import { keepReleasesWithPresses } from '../ui/heldKeys';
import { beginIdleWork } from '../ui/idleWork';
import { App } from './App';
import type { ScreenCode } from './screenCode';
import { screenAt } from './screens';

interface FirstParts {
  /** The code of the screen at the address; null where there is none. */
  screen: Promise<ScreenCode | null>;
  /** Who is signed in; null: nobody. */
  user: Promise<CurrentUser | null>;
}

/** Whether a screen is at the address that the user may see: asking for another's is refused. */
function mayBeginAt(path: string, user: CurrentUser): boolean {
  const screen = screenAt(path);
  if (!screen) return false;
  return screen.permission === undefined || user.permissions.includes(screen.permission);
}

/** Shows the shell, while the first screen's code and its first question are under way. */
export function start({ screen, user }: FirstParts): void {
  keepReleasesWithPresses();
  rememberFocus();
  passEscapes();
  const gateway = openGateway();
  // Who is signed in has long been answered when the code comes.
  const answered = Promise.all([screen, user]).then(([code, asking]) => {
    // A past office may have to be made first.
    if (PAST_DAY !== null || !asking || !mayBeginAt(screenPath(), asking)) return undefined;
    return code?.begin?.(gateway.client);
  });
  // What is not needed yet comes after what is.
  Promise.allSettled([answered, user]).then(beginIdleWork);

  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(
    <StrictMode>
      <App gateway={gateway} user={user} />
    </StrictMode>,
  );
}
