import { People } from '@blueprintjs/icons';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface Screen {
  path: string;
  title: string;
  subtitle?: string;
  component: LazyExoticComponent<ComponentType>;
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

const customers: Screen = {
  path: '/customers',
  title: 'Customer Management',
  subtitle: 'Manage customer records and information',
  component: lazy(() => import('../features/customers/CustomersScreen')),
};

const settings: Screen = {
  path: '/settings',
  title: 'Account Settings',
  component: lazy(() => import('../features/settings/SettingsScreen')),
};

/** Where a signed-in user begins. */
export const HOME_PATH = customers.path;

export const NAV_GROUPS: NavGroup[] = [
  { heading: null, items: [{ label: 'Customers', icon: People, screen: customers }] },
];

export const SCREENS: Screen[] = [customers, settings];

/** What the top bar says where no screen is. */
const DEFAULT_TITLE = {
  title: 'Insurance Manager',
  subtitle: 'Professional insurance management system',
};

export const titleOf = (path: string): { title: string; subtitle?: string } =>
  SCREENS.find((screen) => screen.path === path) ?? DEFAULT_TITLE;
