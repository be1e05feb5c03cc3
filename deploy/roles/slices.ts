import { agencySlice } from '@insuremanager/services/agency/index';
import { breachesSlice } from '@insuremanager/services/breaches/index';
import { claimsSlice } from '@insuremanager/services/claims/index';
import {
  commissionRatesSlice,
  commissionSharesSlice,
  commissionStatementsSlice,
} from '@insuremanager/services/commission/index';
import { customersSlice } from '@insuremanager/services/customers/index';
import { dashboardSlice } from '@insuremanager/services/dashboard/index';
import { documentsSlice } from '@insuremanager/services/documents/index';
import { erasuresSlice } from '@insuremanager/services/erasures/index';
import { exportsSlice } from '@insuremanager/services/exports/index';
import { householdsSlice } from '@insuremanager/services/households/index';
import { importsSlice } from '@insuremanager/services/imports/index';
import { instalmentsSlice } from '@insuremanager/services/instalments/index';
import { integritySlice } from '@insuremanager/services/integrity/index';
import { leadsSlice } from '@insuremanager/services/leads/index';
import { myDaySlice } from '@insuremanager/services/myDay/index';
import { notificationsSlice } from '@insuremanager/services/notifications/index';
import { personalDataSlice } from '@insuremanager/services/personalData/index';
import { personRequestsSlice } from '@insuremanager/services/personRequests/index';
import { policiesSlice } from '@insuremanager/services/policies/index';
import { privacyNoticesSlice } from '@insuremanager/services/privacyNotices/index';
import { quotationsSlice } from '@insuremanager/services/quotations/index';
import { noticesSlice, remindersSlice } from '@insuremanager/services/reminders/index';
import { renewalsSlice } from '@insuremanager/services/renewals/index';
import { replaySlice } from '@insuremanager/services/replay/index';
import { reportMailsSlice, reportsSlice } from '@insuremanager/services/reports/index';
import { retentionSlice } from '@insuremanager/services/retention/index';
import { savedViewsSlice } from '@insuremanager/services/savedViews/index';
import { schedulesSlice } from '@insuremanager/services/schedules/index';
import { tasksSlice } from '@insuremanager/services/tasks/index';
import { webhooksSlice } from '@insuremanager/services/webhooks/index';

/** The capabilities of this release, in the order in which they are opened. The audit log follows. */
export const SLICES = {
  agency: agencySlice,
  privacyNotices: privacyNoticesSlice,
  customers: customersSlice,
  policies: policiesSlice,
  documents: documentsSlice,
  schedules: schedulesSlice,
  quotations: quotationsSlice,
  instalments: instalmentsSlice,
  households: householdsSlice,
  claims: claimsSlice,
  leads: leadsSlice,
  tasks: tasksSlice,
  commissionRates: commissionRatesSlice,
  commissionStatements: commissionStatementsSlice,
  commissionShares: commissionSharesSlice,
  notices: noticesSlice,
  reminders: remindersSlice,
  renewals: renewalsSlice,
  myDay: myDaySlice,
  savedViews: savedViewsSlice,
  exports: exportsSlice,
  imports: importsSlice,
  erasures: erasuresSlice,
  retention: retentionSlice,
  personRequests: personRequestsSlice,
  breaches: breachesSlice,
  notifications: notificationsSlice,
  dashboard: dashboardSlice,
  reports: reportsSlice,
  reportMails: reportMailsSlice,
  integrity: integritySlice,
  webhooks: webhooksSlice,
  replay: replaySlice,
  personalData: personalDataSlice,
};
