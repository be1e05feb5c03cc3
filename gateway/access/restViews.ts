import { EXPORT_PATHS } from '@insuremanager/contracts/exports/exportedLists';
import { isMaskedForSome, maskedRecord } from '@insuremanager/contracts/identity/masking';
import { PERMISSIONS, type Role } from '@insuremanager/contracts/identity/permissions';
import type { Access } from './access.js';

/**
 * Of which view an answer is, as GraphQL calls it: one or a list of them; or what stands in its
 * fields. `plain`: nothing in it is ever masked.
 */
export type AnswerView = string | { readonly [field: string]: AnswerView };

const PLAIN = 'plain';
const HISTORY: AnswerView = { changes: 'FieldChange' };

const records = (path: string, view: AnswerView): Record<string, AnswerView> => ({
  [`GET ${path}`]: view,
  [`GET ${path}/:id`]: view,
  [`GET ${path}/:id/history`]: HISTORY,
});

/**
 * Of which view each REST route answers that is open to a role which sees something masked. Such a
 * route cannot be added without a line here: see `route`.
 */
const REST_VIEWS: Readonly<Record<string, AnswerView>> = {
  ...records('/api/customers', 'Customer'),
  'POST /api/customers/:id/reveal': PLAIN,
  ...records('/api/health-policies', 'Policy'),
  'GET /api/health-policies/:id/terms': { entries: HISTORY },
  ...records('/api/vehicle-policies', 'Policy'),
  'GET /api/vehicle-policies/:id/terms': { entries: HISTORY },
  ...records('/api/quotations', 'Quotation'),
  'GET /api/quotations/:id/pdf': PLAIN,
  'GET /api/quotations/compare.pdf': PLAIN,
  ...records('/api/documents', PLAIN),
  'GET /api/documents/:id/download': PLAIN,
  'GET /api/documents/:id/preview': PLAIN,
  'GET /api/reminders': PLAIN,
  'GET /api/reminders/upcoming': { upcomingRenewals: 'UpcomingRenewal' },
  'GET /api/reminders/preview': PLAIN,
  'GET /api/reminders/preview.html': PLAIN,
  'GET /api/reminders/bulk': PLAIN,
  'GET /api/reminders/settings': PLAIN,
  'GET /api/dashboard/metrics': {
    recentCustomers: 'RecentCustomer',
    upcomingRenewals: 'UpcomingRenewal',
  },
  'GET /api/dashboard/revenue-trend': PLAIN,
  'GET /api/search': PLAIN,
  'GET /api/audit': PLAIN,
  // Files, masked before they are written: see exportRoutes.ts.
  ...Object.fromEntries(EXPORT_PATHS.map((path) => [`GET ${path}`, PLAIN])),
  ...Object.fromEntries(EXPORT_PATHS.map((path) => [`POST ${path}`, PLAIN])),
};

/**
 * The view of a route's answers; null where nobody who may ask sees anything masked.
 * @throws when it is not listed and somebody does: then nothing starts.
 */
export function viewAnswered(name: string, access: Access): AnswerView | null {
  const listed = REST_VIEWS[name];
  if (listed) return listed;
  // What is one's own, or everybody's, is nobody else's.
  if (access === 'public' || access === 'account') return null;
  if (!isMaskedForSome(PERMISSIONS[access])) return null;
  throw new Error(`What does ${name} answer? List its view in REST_VIEWS.`);
}

/** An answer as a role sees it. */
export function maskedAnswer(role: Role, view: AnswerView, answer: unknown): unknown {
  if (view === PLAIN || answer === null || typeof answer !== 'object') return answer;
  if (Array.isArray(answer)) return answer.map((one) => maskedAnswer(role, view, one));
  if (typeof view === 'string') return maskedRecord(role, view, answer);
  return Object.fromEntries(
    Object.entries(answer).map(([field, value]) => {
      const inside = view[field];
      return [field, inside ? maskedAnswer(role, inside, value) : value];
    }),
  );
}
