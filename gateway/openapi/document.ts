import type { RestRoute } from '../rest/restRoute.js';
import { ACCOUNT_ROUTES, RECORD_ROUTES } from '../rest/restRoutes.js';
import { sessionCookieName } from '../sessions/sessionCookie.js';
import { type JsonSchema, ref } from './jsonSchemas.js';
import {
  jsonRequest,
  type Operation,
  type Parameter,
  type RefusalStatus,
  refusals,
} from './operations.js';
import { batchId, idempotencyKey, idParameter, ifMatch, queryParameters } from './parameters.js';
import { componentSchemas, shapeOfBody } from './schemas.js';

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
  described ??= { paths: allPaths(), schemas: componentSchemas() };
  return described;
};

type Route = Omit<RestRoute, 'handle'>;

function allPaths(): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of [...ACCOUNT_ROUTES, ...RECORD_ROUTES] as readonly Route[]) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operationOf(route) };
  }
  return paths;
}

/** A route as OpenAPI describes it. */
function operationOf(route: Route): Operation {
  const { operationId, tag, summary, description, answers, access, command } = route;
  const parameters = parametersOf(route);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(access === 'public' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...requestOf(route),
    responses: { ...answers, ...refusals(refusedBy(route, command)) },
  };
}

function parametersOf({ path, id, query, command }: Route): Parameter[] {
  return [
    ...(path.includes('/:id') ? [id ? { ...idParameter, schema: id } : idParameter] : []),
    ...(query ? queryParameters(query) : []),
    ...(command === 'change' ? [ifMatch] : []),
    ...(command ? [idempotencyKey, batchId] : []),
  ];
}

function requestOf({ body, bodyShape, mayBeEmpty = false, content }: Route) {
  if (content) return { requestBody: { required: true, content } };
  if (!body) return {};
  return { requestBody: jsonRequest(ref(bodyShape ?? shapeOfBody(body)), !mayBeEmpty) };
}

/** The refusals that a route's parts are a reason for, and those that it names itself. */
function refusedBy(
  { method, path, access, query, body, content, refuses = [] }: Route,
  command: Route['command'],
): RefusalStatus[] {
  const isPublic = access === 'public';
  return [
    ...(query || body || content || command ? ([400] as const) : []),
    ...(isPublic ? [] : ([401] as const)),
    // Whoever must be signed in must also be allowed; what changes something comes from our pages.
    ...(isPublic && method === 'get' ? [] : ([403] as const)),
    ...(path.includes('/:id') ? ([404] as const) : []),
    ...(body || content ? ([408, 415] as const) : []),
    ...(body ? ([413] as const) : []),
    ...(command ? ([409] as const) : []),
    ...(command === 'change' ? ([412] as const) : []),
    ...refuses,
    503,
  ];
}

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
