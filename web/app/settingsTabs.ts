import type { Permission } from '@insuremanager/contracts/identity/permissions';
import { PAST_DAY } from '../data/pastDay';
import type { PageTab } from './TabsPage';

export type SettingsPath =
  | '/settings'
  | '/settings/security'
  | '/settings/preferences'
  | '/settings/exports'
  | '/settings/users'
  | '/settings/agency'
  | '/settings/webhooks'
  | '/settings/audit'
  | '/settings/integrity';

/** What each shows is in `SettingsPage.tsx`, since every screen begins with the tabs. */
type SettingsTab = Omit<PageTab, 'Panel' | 'path'> & { path: SettingsPath };

const ALL_TABS: readonly SettingsTab[] = [
  {
    path: '/settings',
    label: 'Profile',
  },
  {
    path: '/settings/security',
    label: 'Security',
  },
  {
    path: '/settings/preferences',
    label: 'Preferences',
  },
  {
    path: '/settings/exports',
    label: 'Exports',
    permission: 'export',
  },
  {
    path: '/settings/users',
    label: 'Users',
    permission: 'users.manage',
  },
  {
    path: '/settings/agency',
    label: 'Agency',
    permission: 'agency.configure',
  },
  {
    path: '/settings/webhooks',
    label: 'Webhooks',
    permission: 'agency.configure',
  },
  {
    path: '/settings/audit',
    label: 'Audit Log',
    permission: 'audit.read',
  },
  {
    path: '/settings/integrity',
    label: 'Log Integrity',
    permission: 'audit.read',
  },
];

/**
 * The tabs of Account Settings, each at an address of its own; the first is where one begins. Of a
 * past day there is only what was recorded until then.
 */
export const SETTINGS_TABS =
  PAST_DAY === null ? ALL_TABS : ALL_TABS.filter(({ path }) => path === '/settings/audit');

/** Those that somebody may see. */
export const tabsFor = (permissions: readonly Permission[]): readonly SettingsTab[] =>
  SETTINGS_TABS.filter(
    ({ permission }) => permission === undefined || permissions.includes(permission),
  );
