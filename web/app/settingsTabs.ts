import type { Permission } from '@insuremanager/contracts/identity/permissions';
import type { ComponentType } from 'react';
import { codeOf } from '../ui/code';
import { lazyComponent } from '../ui/lazyPart';

interface SettingsTab {
  path: string;
  label: string;
  /** Without it the tab is everybody's. */
  permission?: Permission;
  Panel: ComponentType;
}

/** The tabs of Account Settings, each at an address of its own; the first is where one begins. */
export const SETTINGS_TABS: readonly SettingsTab[] = [
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
