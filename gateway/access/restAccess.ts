import { EXPORT_PATHS } from '@insuremanager/contracts/exports/exportedLists';
import type { Access } from './access.js';

type RestAccess = Readonly<Record<string, Access>>;

const records = (path: string, read: Access, write: Access): RestAccess => ({
  [`GET ${path}`]: read,
  [`POST ${path}`]: write,
  [`GET ${path}/:id`]: read,
  [`PUT ${path}/:id`]: write,
  [`DELETE ${path}/:id`]: write,
  [`GET ${path}/:id/history`]: 'history.read',
});

const policies = (path: string): RestAccess => ({
  ...records(path, 'policies.read', 'policies.write'),
  [`GET ${path}/:id/terms`]: 'history.read',
  [`POST ${path}/:id/renew`]: 'policies.write',
  [`POST ${path}/:id/endorse`]: 'policies.write',
  [`POST ${path}/:id/cancel`]: 'policies.write',
  [`POST ${path}/:id/reinstate`]: 'policies.write',
});

/** Who may ask for each route. One that is not listed cannot be added: see `route`. */
export const REST_ACCESS: RestAccess = {
  'POST /api/auth/login': 'public',
  'POST /api/auth/logout': 'public',
  'POST /api/auth/verify-2fa': 'public',
  'POST /api/auth/send-email-code': 'public',
  'POST /api/auth/passkey-login/options': 'public',
  'POST /api/auth/passkey-login': 'public',
  'POST /api/auth/forgot-password': 'public',
  'POST /api/auth/password-by-link': 'public',
  'GET /api/auth/me': 'account',
  'GET /api/auth/security': 'account',
  'POST /api/auth/password': 'account',
  'POST /api/auth/setup-2fa': 'account',
  'POST /api/auth/verify-2fa-setup': 'account',
  'POST /api/auth/disable-2fa': 'account',
  'POST /api/auth/recovery-codes': 'account',
  'POST /api/auth/passkeys/options': 'account',
  'POST /api/auth/passkeys': 'account',
  'POST /api/auth/passkeys/:id/remove': 'account',
  'DELETE /api/auth/sessions': 'account',
  'DELETE /api/auth/sessions/:id': 'account',
  'PUT /api/auth/preferences': 'account',

  ...records('/api/customers', 'customers.read', 'customers.write'),
  'PUT /api/customers/:id/kyc': 'customers.write',
  'PUT /api/customers/:id/owner': 'customers.reassign',
  'POST /api/customers/:id/reveal': 'identityNumbers.reveal',
  ...policies('/api/health-policies'),
  ...policies('/api/vehicle-policies'),
  'GET /api/documents': 'documents.read',
  'POST /api/documents/upload': 'documents.write',
  'GET /api/documents/:id': 'documents.read',
  'DELETE /api/documents/:id': 'documents.write',
  'GET /api/documents/:id/history': 'history.read',
  'GET /api/documents/:id/download': 'documents.read',
  'GET /api/documents/:id/preview': 'documents.read',
  ...records('/api/quotations', 'quotations.read', 'quotations.write'),
  // Names the customer, whoever asks.
  'GET /api/quotations/compare.pdf': 'people.read',
  'GET /api/quotations/:id/pdf': 'people.read',
  'POST /api/quotations/:id/email': 'quotations.write',
  'POST /api/quotations/:id/convert': 'policies.write',
  'GET /api/reminders': 'reminders.read',
  'GET /api/reminders/upcoming': 'reminders.read',
  'POST /api/reminders/send': 'reminders.write',
  'GET /api/reminders/preview': 'reminders.read',
  'GET /api/reminders/preview.html': 'reminders.read',
  'GET /api/reminders/bulk': 'reminders.read',
  'POST /api/reminders/bulk': 'reminders.write',
  'GET /api/reminders/settings': 'reminders.read',
  'PUT /api/reminders/settings': 'reminders.configure',
  'GET /api/agency/settings': 'agency.configure',
  'PUT /api/agency/settings': 'agency.configure',
  // The public page shows it.
  'GET /api/agency/logo': 'public',
  'PUT /api/agency/logo': 'agency.configure',
  'DELETE /api/agency/logo': 'agency.configure',
  'GET /api/dashboard/metrics': 'dashboard.read',
  'GET /api/dashboard/revenue-trend': 'dashboard.read',
  'GET /api/search': 'search',
  'GET /api/audit': 'audit.read',
  ...Object.fromEntries(EXPORT_PATHS.map((path) => [`GET ${path}`, 'export'])),
  ...Object.fromEntries(EXPORT_PATHS.map((path) => [`POST ${path}`, 'export'])),

  'GET /api/openapi.json': 'public',
  'GET /api/asyncapi.json': 'public',
  'GET /api/docs': 'public',
  'GET /api/docs/style.css': 'public',
  // What they ask for is checked field by field: see graphqlAccess.ts.
  // Spans of browsers.
  'POST /traces': 'account',
  'POST /graphql': 'account',
  'POST /graphql/stream': 'account',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /metrics': 'public',
  'GET /robots.txt': 'public',
  'GET /sitemap.xml': 'public',
  'GET /{*path}': 'public',
};
