import { exportRoutes } from '../exports/exportRoutes.js';
import { accountRoutes } from '../sessions/accountRoutes.js';
import type { Sessions } from '../sessions/signedInUser.js';
import { signInRoutes } from '../sessions/signInRoutes.js';
import { agencyRoutes } from './agencyRoutes.js';
import { auditRoutes } from './auditRoutes.js';
import { customerRoutes } from './customerRoutes.js';
import { dashboardRoutes } from './dashboardRoutes.js';
import { documentRoutes } from './documentRoutes.js';
import { policyRoutes } from './policyRoutes.js';
import { quotationRoutes } from './quotationRoutes.js';
import { reminderRoutes } from './reminderRoutes.js';
import type { RestRoute } from './restRoute.js';
import { searchRoutes } from './searchRoutes.js';

/** Who is in, and what users do about their own account. */
export const ACCOUNT_ROUTES: readonly RestRoute<Sessions>[] = [...signInRoutes, ...accountRoutes];

/** All routes that show records or change them, in the order in which they are documented. */
export const RECORD_ROUTES: readonly RestRoute[] = [
  ...customerRoutes,
  ...policyRoutes,
  ...documentRoutes,
  ...quotationRoutes,
  ...reminderRoutes,
  ...agencyRoutes,
  ...dashboardRoutes,
  ...searchRoutes,
  ...auditRoutes,
  ...exportRoutes,
];
