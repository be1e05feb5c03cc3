import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';
import { PAST_DAY, screenPath } from '../data/pastDay';
import { pathOf } from './screenCode';

export const MY_DAY_PATH = pathOf('my-day');

/**
 * Whether a page that was opened where everybody begins is one on which an agent begins the day. The
 * dashboard is one press away, and stays where it is loaded again.
 */
export function beginsDay({ role }: Pick<CurrentUser, 'role'>): boolean {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (
    role === 'agent' &&
    PAST_DAY === null &&
    screenPath() === pathOf('dashboard') &&
    opened?.type === 'navigate'
  );
}
