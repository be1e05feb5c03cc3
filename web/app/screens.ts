import {
  Calculator,
  Clipboard,
  Dashboard,
  Document,
  DriveTime,
  Flash,
  Heart,
  History,
  Import,
  Inbox,
  Notifications,
  Shield,
  TickCircle,
  TimelineBarChart,
  Upload,
} from '@blueprintjs/icons';
import type { Permission } from '@insuremanager/contracts/identity/permissions';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { PAST_DAY } from '../data/pastDay';
import { RECORD_PLACES, type RecordKind } from '../records/addresses';
import type { Needs } from '../ui/allowed';
import { lazyComponent } from '../ui/lazyPart';
import { PeopleIcon, PercentIcon, RupeeIcon } from '../ui/navIcons';
import { pathOf, SCREEN_CODE, type ScreenName } from './screenCode';
import { SETTINGS_TABS } from './settingsTabs';

/** What can be added from anywhere, by a dialog of a screen. */
interface QuickAdd {
  label: string;
  icon: ComponentType;
  /** The key that opens its form, where there is one. */
  letter?: string;
  /** The parameter of the screen's address that opens the dialog. */
  parameter: string;
  needs: Permission;
}

/** The entry of a screen in the sidebar, under a heading or in the main group. */
interface NavItem {
  heading?: string;
  label: string;
  icon: ComponentType;
}

export interface Screen {
  path: string;
  /** Other addresses of the same screen, as patterns of the router. */
  aliases?: readonly string[];
  title: string;
  subtitle?: string;
  /** Who may see it; everybody when left out. */
  permission?: Permission;
  nav?: NavItem;
  /** The path of the screen whose entry in the sidebar it belongs to, where it has none. */
  within?: string;
  add?: QuickAdd;
  component: ComponentType;
}

const screen = (name: ScreenName, rest: Omit<Screen, 'path' | 'component'>): Screen => ({
  path: pathOf(name),
  component: lazyComponent(SCREEN_CODE[name]),
  ...rest,
});

interface RecordScreen extends Pick<Screen, 'title' | 'subtitle'> {
  nav: NavItem;
  add?: Pick<QuickAdd, 'label'> & Partial<QuickAdd>;
}

/** The screen with the list of a kind of record, which can be added there. */
function listOf(kind: RecordKind, { add, ...rest }: RecordScreen): Screen {
  const { read, write } = RECORD_PLACES[kind].record;
  return screen(kind, {
    permission: read,
    add: add && { icon: rest.nav.icon, parameter: 'add', needs: write, ...add },
    ...rest,
  });
}

const POLICIES = 'Insurance Types';
const TOOLS = 'Business Tools';

/** Where a signed-in user begins. */
export const HOME_PATH = pathOf('dashboard');

/** Of a past day the records themselves are looked at. */
const AUDIT = screen('audit', {
  aliases: ['/audit/:record/:id'],
  permission: 'audit.read',
  title: 'Audit',
  subtitle: 'Replay any record, event by event',
  nav: { heading: TOOLS, label: 'Audit', icon: History },
});

/** Of today only: who is merged is merged now. */
const DUPLICATES = screen('customers/duplicates', {
  aliases: ['/customers/duplicates/:one/:other'],
  permission: 'customers.merge',
  title: 'Likely Duplicates',
  within: RECORD_PLACES.customer.path,
});

/** Of today only: months are closed now. */
const COMMISSION = screen('commission', {
  aliases: ['statements', 'rates', 'shares'].map((tab) => `/commission/${tab}`),
  permission: 'commission.read',
  title: 'Commission',
  subtitle: 'What insurers owe, and what they paid',
  nav: { heading: TOOLS, label: 'Commission', icon: PercentIcon },
});

/** Of today only: what it writes happens now. */
const IMPORT = screen('import', {
  aliases: ['/import/:id'],
  permission: 'imports.manage',
  title: 'Import',
  subtitle: 'From spreadsheets',
  nav: { heading: TOOLS, label: 'Import', icon: Import },
});

/** Of today only: a right is asked for now. */
const PRIVACY = screen('privacy', {
  // Not by the tabs themselves, which would have every screen begin with where their code is.
  aliases: ['people/:id', 'requests', 'notices', 'retention', 'breaches'].map(
    (tab) => `/privacy/${tab}`,
  ),
  permission: 'privacy.manage',
  title: 'Privacy Desk',
  subtitle: 'What is held about persons, and what they may ask for',
  nav: { heading: TOOLS, label: 'Privacy', icon: Shield },
});

/** Of today only: what is to be done is done now. */
const MY_DAY = screen('my-day', {
  permission: 'tasks.write',
  title: 'My Day',
  subtitle: 'What to do today',
  nav: { label: 'My Day', icon: Flash },
});

/** All there is, in the order of the sidebar; the code of each is in `screenCode.ts`. */
export const SCREENS: readonly Screen[] = [
  screen('dashboard', {
    aliases: ['/dashboard'],
    title: 'Dashboard Overview',
    subtitle: 'Monitor your insurance business performance',
    permission: 'dashboard.read',
    nav: { label: 'Dashboard', icon: Dashboard },
  }),
  ...(PAST_DAY === null ? [MY_DAY] : []),
  listOf('customer', {
    title: 'Customer Management',
    subtitle: 'Manage customer records and information',
    nav: { label: 'Customers', icon: PeopleIcon },
    add: { label: 'Customer', letter: 'C' },
  }),
  listOf('health', {
    title: 'Health Insurance Policies',
    subtitle: 'Health insurance policies and claims',
    nav: { heading: POLICIES, label: 'Health Insurance', icon: Heart },
    add: { label: 'Health Policy', letter: 'P' },
  }),
  listOf('vehicle', {
    title: 'Vehicle Insurance Policies',
    subtitle: 'Vehicle insurance policies and claims',
    nav: { heading: POLICIES, label: 'Vehicle Insurance', icon: DriveTime },
    add: { label: 'Vehicle Policy', letter: 'V' },
  }),
  listOf('document', {
    title: 'Document Management',
    subtitle: 'Upload and manage policy documents',
    nav: { heading: TOOLS, label: 'Documents', icon: Document },
    add: { label: 'Upload Document', icon: Upload, parameter: 'upload' },
  }),
  listOf('quotation', {
    title: 'Quotation Generator',
    subtitle: 'Create and manage insurance quotations',
    nav: { heading: TOOLS, label: 'Quotations', icon: Calculator },
    add: { label: 'Quotation', letter: 'Q' },
  }),
  listOf('lead', {
    title: 'Leads',
    subtitle: 'Who asked for a quote, and what becomes of it',
    nav: { heading: TOOLS, label: 'Leads', icon: Inbox },
    add: { label: 'Lead' },
  }),
  listOf('claim', {
    title: 'Claims',
    subtitle: 'Losses, their stages, and what insurers still need',
    nav: { heading: TOOLS, label: 'Claims', icon: Clipboard },
    add: { label: 'Claim' },
  }),
  listOf('task', {
    title: 'Tasks',
    subtitle: 'Tasks, notes and calls',
    nav: { heading: TOOLS, label: 'Tasks', icon: TickCircle },
    add: { label: 'Task' },
  }),
  screen('instalments', {
    aliases: ['/instalments/payments'],
    permission: 'policies.read',
    title: 'Premiums',
    subtitle: 'Paid in instalments: what is due, and what came',
    nav: { heading: TOOLS, label: 'Premiums', icon: RupeeIcon },
  }),
  screen('reminders', {
    permission: 'reminders.read',
    title: 'Renewal Reminders',
    subtitle: 'Policy renewal notifications and alerts',
    nav: { heading: TOOLS, label: 'Reminders', icon: Notifications },
  }),
  screen('reports', {
    permission: 'reports.read',
    title: 'Reports',
    subtitle: 'Premium, renewals and quotations by month',
    nav: { heading: TOOLS, label: 'Reports', icon: TimelineBarChart },
  }),
  ...(PAST_DAY === null ? [COMMISSION, DUPLICATES, IMPORT, AUDIT, PRIVACY] : []),
  screen('settings', {
    aliases: SETTINGS_TABS.map(({ path }) => path).filter((path) => path !== '/settings'),
    title: 'Account Settings',
  }),
];

/** The screens with an entry in the sidebar. */
export const NAV_ITEMS = SCREENS.flatMap(({ path, nav }) => (nav ? [{ path, ...nav }] : []));

/** What can be added, and on which screen. */
export const QUICK_ADDS = SCREENS.flatMap(({ path, add }) => (add ? [{ path, ...add }] : []));
export type QuickAddItem = (typeof QUICK_ADDS)[number];

/** What is needed to see the screen at a path. */
export const SCREEN_PERMISSIONS: Needs<string> = Object.fromEntries(
  SCREENS.flatMap(({ path, permission }) => (permission ? [[path, permission]] : [])),
);

/** The screen at an address; undefined where there is none. */
export const screenAt = (path: string): Screen | undefined =>
  SCREENS.find(({ path: own, aliases = [] }) =>
    [own, ...aliases].some((pattern) => matchPath(pattern, path) !== null),
  );

/** What the top bar says where no screen is. */
const DEFAULT_TITLE = {
  title: 'Insurance Manager',
  subtitle: 'Professional insurance management system',
};

export const titleOf = (path: string): { title: string; subtitle?: string } =>
  screenAt(path) ?? DEFAULT_TITLE;
