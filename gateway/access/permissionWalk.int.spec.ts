import {
  isAllowed,
  type Permission,
  ROLES,
  type Role,
} from '@insuremanager/contracts/identity/permissions';
import { ALL_RECORDS } from '@insuremanager/contracts/records/records';
import { inTurn } from '@insuremanager/deploy/testing/exhaustive';
import { rolesFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { describe, expect, it } from 'vitest';
import { graphqlSchema } from '../graphql/schema.js';
import { openApiDocument } from '../openapi/document.js';
import { REST_ACCESS } from '../testing/restAccess.js';
import { routesOf } from '../testing/routesOf.js';
import { smallestQuery } from '../testing/smallestQuery.js';
import { type Access, mayAsk } from './access.js';
import { GRAPHQL_ACCESS } from './graphqlAccess.js';

// Every field and every route is asked for by every role, half of which take turns, and by nobody:
// what there is comes from the schema and the router, so that a new one is walked too.
const walkers = inTurn(ROLES, 2, import.meta.url);

const { gateway, cookies } = rolesFixture();

const isListedFor = (role: Role, access: Access | undefined): boolean =>
  access !== undefined && mayAsk(role, access);

describe('every field of GraphQL', () => {
  const schema = graphqlSchema();
  const fields = (['query', 'mutation'] as const).flatMap((operation) => {
    const root = operation === 'query' ? schema.getQueryType() : schema.getMutationType();
    return Object.values(root?.getFields() ?? {}).map((field) => ({
      name: `${root?.name}.${field.name}`,
      query: smallestQuery(operation, field),
    }));
  });

  const ask = (query: string, cookie?: string) =>
    call(gateway.url, '/graphql', { method: 'POST', body: { query }, cookie });

  it.each(walkers)('is answered to an %s who may have it, and to no other', async (role) => {
    const wrong: string[] = [];
    for (const { name, query } of fields) {
      const { status, json } = await ask(query, cookies[role]);
      const code = String(json.errors?.[0]?.extensions?.code);
      const isRefused = code === 'FORBIDDEN';
      // What is malformed is refused before anybody is asked who they are.
      const isUnderstood = status === 200 && code !== 'GRAPHQL_VALIDATION_FAILED';
      if (!isUnderstood || isRefused === isListedFor(role, GRAPHQL_ACCESS[name])) {
        wrong.push(`${name}: ${status} ${code}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(fields.length).toBeGreaterThan(50);
  });

  it('is refused to who is not signed in', async () => {
    for (const { query } of fields) expect((await ask(query)).status).toBe(401);
    const query = 'subscription { changes { everything } }';
    const stream = await call(gateway.url, '/graphql/stream', { method: 'POST', body: { query } });
    expect(stream.status).toBe(401);
  });
});

describe('every route of REST', () => {
  const ask = (name: string, cookie?: string) => {
    const [method = '', path = ''] = name.split(' ');
    const url = path.replace('{*path}', 'somewhere').replace(/:\w+/g, '999999');
    return call(gateway.url, url, { method, cookie, body: method === 'GET' ? undefined : {} });
  };
  // Signing in and out would change who walks.
  const walked = () => routesOf(gateway.app).filter((name) => REST_ACCESS[name] !== 'public');

  it('is listed, and nothing else is', () => {
    expect(routesOf(gateway.app).sort()).toEqual(Object.keys(REST_ACCESS).sort());
    expect(walked().length).toBeGreaterThan(50);
  });

  it.each(walkers)('is answered to an %s who may have it, and to no other', async (role) => {
    const wrong: string[] = [];
    for (const name of walked()) {
      const { status, json } = await ask(name, cookies[role]);
      const isRefused = status === 403 && String(json.code) === 'forbidden';
      if (status === 401 || isRefused === isListedFor(role, REST_ACCESS[name])) {
        wrong.push(`${name}: ${status} ${json.code}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(ROLES)('answers an %s how a record was on a day only with its history', async (role) => {
    const lookBackOf = (path: string): Permission =>
      ALL_RECORDS.find(({ many }) => path.startsWith(`/api/${many}/`))?.lookBack ?? 'history.read';
    const dated = Object.entries(openApiDocument().paths).flatMap(([path, { get }]) =>
      get?.parameters?.some((parameter) => parameter.name === 'asOf') ? [path] : [],
    );
    for (const path of dated) {
      const url = `${path.replace(/\{\w+\}/g, '999999')}?asOf=2026-01-01`;
      const { status } = await call(gateway.url, url, { cookie: cookies[role] });
      expect([path, status]).toEqual([path, isAllowed(role, lookBackOf(path)) ? 404 : 403]);
    }
    // Policies have a path for each kind.
    expect(dated).toHaveLength(ALL_RECORDS.filter(({ hasPast }) => hasPast).length + 1);
  });

  it('answers 405 to every method that it does not have', async () => {
    const methods = new Map<string, string[]>();
    for (const name of routesOf(gateway.app)) {
      const [method = '', path = ''] = name.split(' ');
      methods.set(path, [...(methods.get(path) ?? []), method]);
    }
    const wrong: string[] = [];
    for (const [path, known] of methods) {
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (method) => !known.includes(method),
      );
      for (const method of others) {
        const { status, headers } = await ask(`${method} ${path}`, cookies.admin);
        const allowed = String(headers.allow).split(', ');
        const isNamed = known.every((one) => allowed.includes(one)) && !allowed.includes(method);
        if (status !== 405 || !isNamed) wrong.push(`${method} ${path}: ${status} ${allowed}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(methods.size).toBeGreaterThan(50);
  });

  it('is refused to who is not signed in, unless it is public', async () => {
    for (const name of walked()) expect([name, (await ask(name)).status]).toEqual([name, 401]);
  });

  it('is described by OpenAPI, and nothing else is', () => {
    const described = Object.entries(openApiDocument().paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    const about = /^GET \/api\/(openapi\.json|asyncapi\.json|docs|docs\/style\.css)$/;
    const listed = Object.keys(REST_ACCESS).filter(
      (name) => / \/api\//.test(name) && !about.test(name),
    );
    expect(described.sort()).toEqual(listed.sort());
  });
});
