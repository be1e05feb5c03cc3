import type { ApolloClient } from '@apollo/client';
import type { ComponentType } from 'react';
import { type Code, codeOf } from '../ui/code';

/** The code of a screen. */
export interface ScreenCode {
  default: ComponentType;
  /** Asks for what the screen shows first, before it is drawn; resolves also when that failed. */
  begin?: (client: ApolloClient) => Promise<void>;
}

const policies = () => import('../features/policies/PoliciesScreen');

/** The code of each screen, by its address. */
export const SCREEN_CODE = {
  '/': codeOf<ScreenCode>(() => import('../features/dashboard/DashboardScreen')),
  '/customers': codeOf<ScreenCode>(() => import('../features/customers/CustomersScreen')),
  '/health-insurance': codeOf<ScreenCode>(async () => (await policies()).HEALTH_POLICIES),
  '/vehicle-insurance': codeOf<ScreenCode>(async () => (await policies()).VEHICLE_POLICIES),
  '/documents': codeOf<ScreenCode>(() => import('../features/documents/DocumentsScreen')),
  '/quotations': codeOf<ScreenCode>(() => import('../features/quotations/QuotationsScreen')),
  '/reminders': codeOf<ScreenCode>(() => import('./RemindersPage')),
  '/settings': codeOf<ScreenCode>(() => import('./SettingsPage')),
} as const satisfies Record<string, Code<ScreenCode>>;

export type ScreenPath = keyof typeof SCREEN_CODE;

const isScreen = (path: string): path is ScreenPath => Object.hasOwn(SCREEN_CODE, path);

/** Begins to fetch the code of the screen at an address; null where no screen is. */
export function fetchScreenAt(path: string): Promise<ScreenCode> | null {
  const screen = path === '/dashboard' ? '/' : path.replace(/^(\/settings)\/.*/, '$1');
  return isScreen(screen) ? SCREEN_CODE[screen].fetch() : null;
}
