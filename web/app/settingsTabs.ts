import type { Permission } from '@insuremanager/contracts/identity/permissions';
import { PAST_DAY } from '../data/pastDay';
import { codeOf } from '../ui/code';
import { lazyComponent } from '../ui/lazyPart';
import type { PageTab } from './TabsPage';

const ALL_TABS: readonly PageTab[] = [
  {
    path: '/settings',
    label: 'Profile',
    Panel: lazyComponent(codeOf(() => import('../features/settings/ProfilePanel'))),
  },
  {
    path: '/settings/security',
    label: 'Security',
    Panel: lazyComponent(codeOf(() => import('../features/settings/SecurityPanel'))),
  },
  {
    path: '/settings/preferences',
    label: 'Preferences',
    Panel: lazyComponent(codeOf(() => import('../features/settings/PreferencesPanel'))),
  },
  {
    path: '/settings/exports',
    label: 'Exports',
    permission: 'export',
    Panel: lazyComponent(codeOf(() => import('../features/exports/ExportsPanel'))),
  },
  {
    path: '/settings/users',
    label: 'Users',
    permission: 'users.manage',
    Panel: lazyComponent(codeOf(() => import('../features/users/UsersPanel'))),
  },
  {
    path: '/settings/agency',
    label: 'Agency',
    permission: 'agency.configure',
    Panel: lazyComponent(codeOf(() => import('../features/agency/AgencyPanel'))),
  },
  {
    path: '/settings/webhooks',
    label: 'Webhooks',
    permission: 'agency.configure',
    Panel: lazyComponent(codeOf(() => import('../features/settings/WebhooksPanel'))),
  },
  {
    path: '/settings/audit',
    label: 'Audit Log',
    permission: 'audit.read',
    Panel: lazyComponent(codeOf(() => import('../features/audit/AuditPanel'))),
  },
  {
    path: '/settings/integrity',
    label: 'Log Integrity',
    permission: 'audit.read',
    Panel: lazyComponent(codeOf(() => import('../features/settings/IntegrityPanel'))),
  },
];

/**
 * The tabs of Account Settings, each at an address of its own; the first is where one begins. Of a
 * past day there is only what was recorded until then.
 */
export const SETTINGS_TABS =
  PAST_DAY === null ? ALL_TABS : ALL_TABS.filter(({ path }) => path === '/settings/audit');

/** Those that somebody may see. */
export const tabsFor = (permissions: readonly Permission[]): readonly PageTab[] =>
  SETTINGS_TABS.filter(
    ({ permission }) => permission === undefined || permissions.includes(permission),
  );
