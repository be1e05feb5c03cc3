import { ALL_DECLARED_RECORDS } from '@insuremanager/contracts/records/declaredRecords';
import { exportJobRoutes } from '../exports/exportJobRoutes.js';
import { exportRoutes } from '../exports/exportRoutes.js';
import { accountRoutes } from '../sessions/accountRoutes.js';
import type { Sessions } from '../sessions/signedInUser.js';
import { signInRoutes } from '../sessions/signInRoutes.js';
import { agencyRoutes } from './agencyRoutes.js';
import { auditRoutes } from './auditRoutes.js';
import { breachRoutes } from './breachRoutes.js';
import { claimRoutes } from './claimRoutes.js';
import { commissionReportRoutes, statementRoutes } from './commissionRoutes.js';
import { customerRoutes } from './customerRoutes.js';
import { dashboardRoutes } from './dashboardRoutes.js';
import { dayRoutes } from './dayRoutes.js';
import { documentRoutes } from './documentRoutes.js';
import { heldDataRoutes } from './heldDataRoutes.js';
import { importRoutes } from './importRoutes.js';
import { leadRoutes } from './leadRoutes.js';
import { paymentRoutes } from './paymentRoutes.js';
import { policyRoutes } from './policyRoutes.js';
import { type PublicServices, publicRoutes } from './publicRoutes.js';
import { quotationRoutes } from './quotationRoutes.js';
import { recordRoutes } from './recordRoutes.js';
import { reminderRoutes } from './reminderRoutes.js';
import { reportRoutes } from './reportRoutes.js';
import type { RestRoute } from './restRoute.js';
import { searchRoutes } from './searchRoutes.js';
import { taskRoutes } from './taskRoutes.js';

/** Who is in, and what users do about their own account. */
export const ACCOUNT_ROUTES: readonly RestRoute<Sessions>[] = [...signInRoutes, ...accountRoutes];

/** What everybody may send who has a form, or a link of ours. */
export const PUBLIC_ROUTES: readonly RestRoute<PublicServices>[] = publicRoutes;

/** Those of records that have others beside the ones that follow from their declaration. */
const OWN_ROUTES: Readonly<Record<string, readonly RestRoute[]>> = {
  customers: customerRoutes,
  policies: policyRoutes,
  documents: documentRoutes,
  quotations: quotationRoutes,
  claims: claimRoutes,
  leads: leadRoutes,
  tasks: taskRoutes,
  commissionStatements: statementRoutes,
  reminders: reminderRoutes,
};

/** All routes that show records or change them, in the order in which they are documented. */
export const RECORD_ROUTES: readonly RestRoute[] = [
  ...ALL_DECLARED_RECORDS.flatMap((one) => OWN_ROUTES[one.many] ?? recordRoutes(one).routes),
  ...paymentRoutes,
  ...dayRoutes,
  ...agencyRoutes,
  ...dashboardRoutes,
  ...searchRoutes,
  ...auditRoutes,
  ...heldDataRoutes,
  ...exportRoutes,
  ...reportRoutes,
  ...commissionReportRoutes,
  ...exportJobRoutes,
  ...importRoutes,
  ...breachRoutes,
];
