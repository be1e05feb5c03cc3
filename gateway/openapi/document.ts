import { SecondFactorWanted } from '@insuremanager/contracts/identity/userViews';
import { UpcomingRenewal } from '@insuremanager/contracts/policies/policyViews';
import { Problem } from '@insuremanager/contracts/problem';
import { Warning } from '@insuremanager/contracts/rules/warning';
import type { z } from 'zod';
import type { RestRoute } from '../rest/restRoute.js';
import { ACCOUNT_ROUTES, PUBLIC_ROUTES, RECORD_ROUTES } from '../rest/restRoutes.js';
import { sessionCookieName } from '../sessions/sessionCookie.js';
import { type JsonSchema, type Named, named, nameIn, refTo, type Shape } from './jsonSchemas.js';
import {
  type Answer,
  type Content,
  type Operation,
  type Parameter,
  type RefusalStatus,
  refusals,
} from './operations.js';
import { batchId, idempotencyKey, idParameter, ifMatch, queryParameters } from './parameters.js';

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
  'Schemas say what programs send; words in other letter case, spaces around them and amounts such',
  'as 5 lakh are read, too.',
  'A change carries `X-Read-Model-Stale: 1` when lists do not show it yet.',
].join(' ');

/** What is the same for every gateway of a process, made once. */
let described: Pick<OpenApiDocument, 'paths'> & Pick<OpenApiDocument['components'], 'schemas'>;

const describeAll = () => {
  described ??= { paths: allPaths(), schemas: allShapes() };
  return described;
};

type Route = Omit<RestRoute, 'handle'>;
const ROUTES: readonly Route[] = [
  ...(ACCOUNT_ROUTES as readonly Route[]),
  ...(PUBLIC_ROUTES as readonly Route[]),
  ...RECORD_ROUTES,
];

/** Shapes within others, beside those that routes read and answer. */
const PARTS = { Problem, Warning, UpcomingRenewal, SecondFactorWanted };

/** The named shapes, made from the contracts that validate and build them. */
function allShapes(): OpenApiDocument['components']['schemas'] {
  const answered = ROUTES.flatMap(({ answers }) =>
    Object.values(answers).map(({ shape }) => shape),
  );
  return {
    ...named('output', together([...answered, PARTS])),
    ...named('input', together(ROUTES.map(({ body, form }) => body ?? form))),
  };
}

/** @throws when two schemas have one name. */
function together(shapes: readonly (Shape | undefined)[]): Named {
  const all: Record<string, z.ZodType> = {};
  for (const [name, schema] of shapes.flatMap((shape) => Object.entries(nameIn(shape)))) {
    all[name] ??= schema;
    if (all[name] !== schema) throw new Error(`Two shapes are called ${name}`);
  }
  return all;
}

function allPaths(): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of ROUTES) {
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
    responses: { ...answersOf(answers), ...refusals(refusedBy(route, command)) },
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

const answersOf = (answers: Route['answers']): Record<string, Answer> =>
  Object.fromEntries(
    Object.entries(answers).map(([status, { shape, ...answer }]) => [
      status,
      shape ? { ...answer, content: contentOf('application/json', shape) } : answer,
    ]),
  );

function requestOf({ body, form, mayBeEmpty = false, content }: Route) {
  const sent =
    content ??
    (form && contentOf('multipart/form-data', form)) ??
    (body && contentOf('application/json', body));
  return sent && { requestBody: { required: !mayBeEmpty, content: sent } };
}

const contentOf = (mediaType: string, shape: Shape): Content => ({
  [mediaType]: { schema: refTo(shape) },
});

/** The refusals that a route's parts are a reason for, and those that it names itself. */
function refusedBy(
  { method, path, access, query, body, form, content, refuses = [] }: Route,
  command: Route['command'],
): RefusalStatus[] {
  const isPublic = access === 'public';
  return [
    ...(query || body || form || content || command ? ([400] as const) : []),
    ...(isPublic ? [] : ([401] as const)),
    // Whoever must be signed in must also be allowed; what changes something comes from our pages.
    ...(isPublic && method === 'get' ? [] : ([403] as const)),
    ...(path.includes('/:id') ? ([404] as const) : []),
    ...(body || form || content ? ([408, 415] as const) : []),
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
