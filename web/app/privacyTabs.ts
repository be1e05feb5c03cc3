import { codeOf } from '../ui/code';
import { lazyComponent } from '../ui/lazyPart';
import type { PageTab } from './TabsPage';

/** The tabs of the privacy desk; the first is where one begins. */
export const PRIVACY_TABS: readonly PageTab[] = [
  {
    path: '/privacy',
    label: 'People',
    pages: ['/privacy/people/:id'],
    Panel: lazyComponent(codeOf(() => import('../features/privacy/PeoplePanel'))),
  },
  {
    path: '/privacy/requests',
    label: 'Requests',
    Panel: lazyComponent(codeOf(() => import('../features/privacy/RequestsPanel'))),
  },
  {
    path: '/privacy/notices',
    label: 'Consent & Notices',
    Panel: lazyComponent(codeOf(() => import('../features/privacy/NoticesPanel'))),
  },
  {
    path: '/privacy/retention',
    label: 'Retention',
    Panel: lazyComponent(codeOf(() => import('../features/privacy/RetentionPanel'))),
  },
  {
    path: '/privacy/breaches',
    label: 'Breaches',
    Panel: lazyComponent(codeOf(() => import('../features/privacy/BreachesPanel'))),
  },
];
