import type { Access } from '../access/access.js';
import { nameOf, type RestRoute } from '../rest/restRoute.js';
import { ACCOUNT_ROUTES, PUBLIC_ROUTES, RECORD_ROUTES } from '../rest/restRoutes.js';

/** Every route of the REST API. */
export const REST_ROUTES = [...ACCOUNT_ROUTES, ...PUBLIC_ROUTES, ...RECORD_ROUTES] as readonly Omit<
  RestRoute,
  'handle'
>[];

/** Who may ask for each route: those of the API as they say themselves, all others by this list. */
export const REST_ACCESS: Readonly<Record<string, Access>> = {
  ...Object.fromEntries(REST_ROUTES.map((route) => [nameOf(route), route.access])),
  'GET /api/openapi.json': 'public',
  'GET /api/asyncapi.json': 'public',
  'GET /api/docs': 'public',
  'GET /api/docs/style.css': 'public',
  'POST /traces': 'account',
  // What they ask for is checked field by field: see graphqlAccess.ts.
  'POST /graphql': 'account',
  'POST /graphql/stream': 'account',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /metrics': 'public',
  'GET /robots.txt': 'public',
  'GET /sitemap.xml': 'public',
  'GET /{*path}': 'public',
};
