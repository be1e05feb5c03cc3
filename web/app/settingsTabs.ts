import type { Permission } from '@insuremanager/contracts/identity/permissions';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

interface SettingsTab {
  path: string;
  label: string;
  /** Without it the tab is everybody's. */
  permission?: Permission;
  Panel: LazyExoticComponent<ComponentType>;
}

/** The tabs of Account Settings, each at an address of its own; the first is where one begins. */
export const SETTINGS_TABS: readonly SettingsTab[] = [
  {
    path: '/settings',
    label: 'Profile',
    Panel: lazy(() => import('../features/settings/ProfilePanel')),
  },
  {
    path: '/settings/security',
    label: 'Security',
    Panel: lazy(() => import('../features/settings/SecurityPanel')),
  },
  {
    path: '/settings/preferences',
    label: 'Preferences',
    Panel: lazy(() => import('../features/settings/PreferencesPanel')),
  },
  {
    path: '/settings/users',
    label: 'Users',
    permission: 'users.manage',
    Panel: lazy(() => import('../features/users/UsersPanel')),
  },
  {
    path: '/settings/agency',
    label: 'Agency',
    permission: 'agency.configure',
    Panel: lazy(() => import('../features/agency/AgencyPanel')),
  },
  {
    path: '/settings/audit',
    label: 'Audit Log',
    permission: 'audit.read',
    Panel: lazy(() => import('../features/audit/AuditPanel')),
  },
];
