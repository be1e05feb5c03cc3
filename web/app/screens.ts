import {
  Calculator,
  Dashboard,
  Document,
  DriveTime,
  Heart,
  Notifications,
  People,
} from '@blueprintjs/icons';
import type { Permission } from '@insuremanager/contracts/identity/permissions';
import type { ComponentType } from 'react';
import type { Needs } from '../ui/allowed';
import { lazyComponent } from '../ui/lazyPart';
import { SCREEN_CODE, type ScreenPath } from './screenCode';
import { SETTINGS_TABS } from './settingsTabs';

export interface Screen {
  path: ScreenPath;
  /** Other addresses of the same screen. */
  aliases?: readonly string[];
  title: string;
  subtitle?: string;
  /** Who may see it; everybody when left out. */
  permission?: Permission;
  component: ComponentType;
}

export interface NavItem {
  label: string;
  icon: ComponentType;
  screen: Screen;
}

export interface NavGroup {
  /** Null for the main group, which needs no heading. */
  heading: string | null;
  items: NavItem[];
}

const componentOf = (path: ScreenPath): ComponentType => lazyComponent(SCREEN_CODE[path]);

const dashboard: Screen = {
  path: '/',
  aliases: ['/dashboard'],
  title: 'Dashboard Overview',
  subtitle: 'Monitor your insurance business performance',
  permission: 'dashboard.read',
  component: componentOf('/'),
};

const customers: Screen = {
  path: '/customers',
  title: 'Customer Management',
  subtitle: 'Manage customer records and information',
  permission: 'customers.read',
  component: componentOf('/customers'),
};

const healthPolicies: Screen = {
  path: '/health-insurance',
  title: 'Health Insurance Policies',
  subtitle: 'Health insurance policies and claims',
  permission: 'policies.read',
  component: componentOf('/health-insurance'),
};

const vehiclePolicies: Screen = {
  path: '/vehicle-insurance',
  title: 'Vehicle Insurance Policies',
  subtitle: 'Vehicle insurance policies and claims',
  permission: 'policies.read',
  component: componentOf('/vehicle-insurance'),
};

const documents: Screen = {
  path: '/documents',
  title: 'Document Management',
  subtitle: 'Upload and manage policy documents',
  permission: 'documents.read',
  component: componentOf('/documents'),
};

const quotations: Screen = {
  path: '/quotations',
  title: 'Quotation Generator',
  subtitle: 'Create and manage insurance quotations',
  permission: 'quotations.read',
  component: componentOf('/quotations'),
};

const reminders: Screen = {
  path: '/reminders',
  title: 'Renewal Reminders',
  subtitle: 'Policy renewal notifications and alerts',
  permission: 'reminders.read',
  component: componentOf('/reminders'),
};

const settings: Screen = {
  path: '/settings',
  aliases: SETTINGS_TABS.map(({ path }) => path).slice(1),
  title: 'Account Settings',
  component: componentOf('/settings'),
};

/** Where a signed-in user begins. */
export const HOME_PATH = dashboard.path;

export const NAV_GROUPS: NavGroup[] = [
  {
    heading: null,
    items: [
      { label: 'Dashboard', icon: Dashboard, screen: dashboard },
      { label: 'Customers', icon: People, screen: customers },
    ],
  },
  {
    heading: 'Insurance Types',
    items: [
      { label: 'Health Insurance', icon: Heart, screen: healthPolicies },
      { label: 'Vehicle Insurance', icon: DriveTime, screen: vehiclePolicies },
    ],
  },
  {
    heading: 'Business Tools',
    items: [
      { label: 'Documents', icon: Document, screen: documents },
      { label: 'Quotations', icon: Calculator, screen: quotations },
      { label: 'Reminders', icon: Notifications, screen: reminders },
    ],
  },
];

export const SCREENS: Screen[] = [
  dashboard,
  customers,
  healthPolicies,
  vehiclePolicies,
  documents,
  quotations,
  reminders,
  settings,
];

/** What is needed to see the screen at a path. */
export const SCREEN_PERMISSIONS: Needs<string> = Object.fromEntries(
  SCREENS.flatMap(({ path, permission }) => (permission ? [[path, permission]] : [])),
);

/** The screen at an address; undefined where there is none. */
export const screenAt = (path: string): Screen | undefined =>
  SCREENS.find((screen) => screen.path === path || screen.aliases?.includes(path));

/** What the top bar says where no screen is. */
const DEFAULT_TITLE = {
  title: 'Insurance Manager',
  subtitle: 'Professional insurance management system',
};

export const titleOf = (path: string): { title: string; subtitle?: string } =>
  screenAt(path) ?? DEFAULT_TITLE;
