import {
  type Answer,
  call,
  type Json,
  signIn,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let gateway: TestGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  cookie = await signIn(gateway.url);
});
afterAll(() => gateway.stop());

const ask = (query: string, as = cookie) =>
  call(gateway.url, '/graphql', { method: 'POST', cookie: as, body: { query } });

/** The first error of an answer. */
const errorOf = ({ json }: Answer): Json => json.errors?.[0] as Json;

describe('a question that is too much', () => {
  const SCHEMA_DEPTH = 'fields { type { fields { type { fields { type { name } } } } } }';

  it.each([
    ['nests too deep', `{ customers { items ${'{ a '.repeat(20)} ${'}'.repeat(20)} } }`],
    ['goes round in circles', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
    ['asks for too many rows', `{ ${list('first: 200', 20)} }`],
    ['asks for too many policies', `{ ${policies('first: 200', 10)} }`],
    ['counts too often', `{ ${list('first: 1', 100)} }`],
    ['has too many words', `{ ${'__typename '.repeat(6000)} }`],
    ['unfolds the schema', `{ __schema { types { ${SCHEMA_DEPTH} } } }`],
    ['grows by doubling fragments', `{ ...F0 } ${doubling(30)}`],
  ])('is refused when it %s', async (_case, query) => {
    const started = performance.now();
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    expect(answer.json.data).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('is refused when it makes too many changes', async () => {
    const changes = Array.from(
      { length: 30 },
      (_, i) =>
        `c${i}: createCustomer(input: { name: "x", phone: "1" }, commandId: "m${i}") { stale }`,
    );
    const answer = await ask(`mutation { ${changes.join('\n')} }`);
    expect(errorOf(answer).message).toBe('This query asks for too much at once.');
    const { json } = await ask('{ customers { items { id } } }');
    expect(json.data?.customers?.items).toEqual([]);
  });

  function list(args: string, times: number): string {
    return Array.from(
      { length: times },
      (_, i) => `l${i}: customers(${args}) { items { id name phone email city } count { count } }`,
    ).join('\n');
  }

  function policies(args: string, times: number): string {
    const fields = 'id policyNumber insuranceCompany premiumAmount endDate customer { name phone }';
    return Array.from(
      { length: times },
      (_, i) => `p${i}: policies(${args}) { items { ${fields} } }`,
    ).join('\n');
  }

  function doubling(times: number): string {
    const fragments = Array.from(
      { length: times },
      (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`,
    );
    return `${fragments.join('\n')} fragment F${times} on Query { __typename }`;
  }
});

describe('a page that is counted under many names', () => {
  it.each(['customers', 'policies', 'documents', 'quotations'])(
    'is one of %s that is counted once',
    async (list) => {
      const { knex } = gateway.readModels;
      let counts = 0;
      const record = ({ sql }: { sql: string }) => {
        if (sql.includes('count(')) counts += 1;
      };
      knex.on('query', record);
      const names = Array.from({ length: 500 }, (_, i) => `c${i}: count { count }`).join(' ');
      const answer = await ask(`{ ${list}(first: 1) { ${names} } }`);
      knex.off('query', record);
      expect(answer.json.data?.[list]?.c499).toEqual({ count: 0 });
      expect(counts).toBe(1);
    },
  );
});

describe('a stranger', () => {
  it.each([
    ['a query', '{ customers { items { id } } }'],
    ['introspection', getIntrospectionQuery()],
    ['what is no query', '{ nonsense'],
  ])('learns nothing by %s', async (_case, query) => {
    const answer = await ask(query, 'insuremanager_session=none');
    expect(answer.status).toBe(401);
    expect(answer.json.data).toBeUndefined();
    expect(answer.json).toMatchObject({
      status: 401,
      code: 'not-signed-in',
      error: 'Please sign in.',
    });
  });
});

describe('the schema', () => {
  it('can be asked for by a signed-in user', async () => {
    const { json } = await ask(getIntrospectionQuery());
    expect(json.errors).toBeUndefined();
    expect(json.data?.__schema?.queryType?.name).toBe('Query');
  });
});
