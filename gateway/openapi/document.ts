import { sessionCookieName } from '../sessions/sessionCookie.js';
import { agencyPaths } from './agencyPaths.js';
import { auditPaths } from './auditPaths.js';
import { authPaths } from './authPaths.js';
import { customerPaths } from './customerPaths.js';
import { dashboardPaths } from './dashboardPaths.js';
import { documentPaths } from './documentPaths.js';
import { exportPaths } from './exportPaths.js';
import type { JsonSchema } from './jsonSchemas.js';
import type { Operation } from './operations.js';
import { policyPaths } from './policyPaths.js';
import { quotationPaths } from './quotationPaths.js';
import { reminderPaths } from './reminderPaths.js';
import { componentSchemas } from './schemas.js';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { title: string; version: string; description: string };
  readonly servers: { url: string }[];
  readonly security: Record<string, string[]>[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<string, JsonSchema>;
  };
}

const description = [
  'Sign in by `POST /api/auth/login`; the answer sets the cookie that all other calls need.',
  'Errors are problem details (RFC 9457): `error` is the sentence that a person may read, `code`',
  'is for programs. Every answer carries `X-Request-Id`, which names it in the server’s log.',
  'Amounts are rupees: texts with two digits after the point in answers, texts or numbers in',
  'requests. Days are days in Asia/Kolkata.',
  'A change carries `X-Read-Model-Stale: 1` when lists do not show it yet.',
].join(' ');

/** What is the same for every gateway of a process, made once. */
let described: Pick<OpenApiDocument, 'paths'> & Pick<OpenApiDocument['components'], 'schemas'>;

const describeAll = () => {
  described ??= {
    paths: {
      ...authPaths,
      ...customerPaths(),
      ...policyPaths(),
      ...documentPaths(),
      ...quotationPaths(),
      ...reminderPaths(),
      ...agencyPaths(),
      ...dashboardPaths(),
      ...auditPaths(),
      ...exportPaths(),
    },
    schemas: componentSchemas(),
  };
  return described;
};

/** The REST API as OpenAPI 3.1. */
export const openApiDocument = (sessionCookie = sessionCookieName(false)): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: 'InsureManager', version: '1', description },
  servers: [{ url: '/' }],
  security: [{ session: [] }],
  paths: describeAll().paths,
  components: {
    schemas: describeAll().schemas,
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
    },
  },
});
