import type { ApolloClient } from '@apollo/client';
import type { ComponentType } from 'react';
import { hasPlace, RECORD_PLACES, type RecordKind } from '../records/addresses';
import { type Code, codeOf } from '../ui/code';

/** The code of a screen. */
export interface ScreenCode {
  default: ComponentType;
  /** Asks for what the screen shows first, before it is drawn; resolves also when that failed. */
  begin?: (client: ApolloClient) => Promise<void>;
}

const policies = () => import('../features/policies/PoliciesScreen');

/** The code of each screen, by the kind of record that it lists, or by its name. */
export const SCREEN_CODE = {
  dashboard: codeOf<ScreenCode>(() => import('../features/dashboard/DashboardScreen')),
  customer: codeOf<ScreenCode>(() => import('../features/customers/CustomersScreen')),
  'customers/duplicates': codeOf<ScreenCode>(
    () => import('../features/customers/merging/DuplicatesScreen'),
  ),
  health: codeOf<ScreenCode>(async () => (await policies()).HEALTH_POLICIES),
  vehicle: codeOf<ScreenCode>(async () => (await policies()).VEHICLE_POLICIES),
  document: codeOf<ScreenCode>(() => import('../features/documents/DocumentsScreen')),
  quotation: codeOf<ScreenCode>(() => import('../features/quotations/QuotationsScreen')),
  claim: codeOf<ScreenCode>(() => import('../features/claims/ClaimsScreen')),
  lead: codeOf<ScreenCode>(() => import('../features/leads/LeadsScreen')),
  task: codeOf<ScreenCode>(() => import('../features/tasks/TasksScreen')),
  'my-day': codeOf<ScreenCode>(() => import('../features/myDay/MyDayScreen')),
  instalments: codeOf<ScreenCode>(() => import('./InstalmentsPage')),
  reminders: codeOf<ScreenCode>(() => import('./RemindersPage')),
  reports: codeOf<ScreenCode>(() => import('../features/reports/ReportsScreen')),
  commission: codeOf<ScreenCode>(() => import('./CommissionPage')),
  import: codeOf<ScreenCode>(() => import('../features/imports/ImportsScreen')),
  audit: codeOf<ScreenCode>(() => import('../features/replay/ReplayScreen')),
  privacy: codeOf<ScreenCode>(() => import('./PrivacyPage')),
  settings: codeOf<ScreenCode>(() => import('./SettingsPage')),
} satisfies Record<RecordKind, Code<ScreenCode>> & Record<string, Code<ScreenCode>>;

export type ScreenName = keyof typeof SCREEN_CODE;
const NAMES = Object.keys(SCREEN_CODE) as ScreenName[];

export function pathOf(name: ScreenName): string {
  if (hasPlace(name)) return RECORD_PLACES[name].path;
  return name === 'dashboard' ? '/' : `/${name}`;
}

/** Begins to fetch the code of the screen at an address; null where no screen is. */
export function fetchScreenAt(path: string): Promise<ScreenCode> | null {
  const screen =
    path === '/dashboard'
      ? '/'
      : path.replace(
          /^(\/(?:settings|audit|privacy|commission|instalments|import|customers\/duplicates))\/.*/,
          '$1',
        );
  const name = NAMES.find((one) => pathOf(one) === screen);
  return name ? SCREEN_CODE[name].fetch() : null;
}
