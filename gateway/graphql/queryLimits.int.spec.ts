import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { type Answer, call, type Json } from '@insuremanager/deploy/testing/testGateway';
import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';

const { fixture, gateway, ask } = gatewayFixture();

/** The first error of an answer. */
const errorOf = ({ json }: Answer): Json => json.errors?.[0] as Json;

describe('a question that is too much', () => {
  const SCHEMA_DEPTH = 'fields { type { fields { type { fields { type { name } } } } } }';

  const ALL_ARGUMENTS = 'types { fields { args { name } type { name kind } } }';
  const [WHOLE_SCHEMA = '', SCHEMA_FRAGMENTS = ''] = partsOfIntrospection();

  it.each([
    ['nests too deep', `{ customers { items ${'{ a '.repeat(20)} ${'}'.repeat(20)} } }`],
    ['goes round in circles', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
    ['asks for too many rows', `{ ${list('first: 200', 20)} }`],
    ['asks for too many policies', `{ ${policies('first: 200', 12)} }`],
    ['counts too often', `{ ${list('first: 1', 100)} }`],
    ['has too many words', `{ ${'__typename '.repeat(6000)} }`],
    ['unfolds the schema', `{ __schema { types { ${SCHEMA_DEPTH} } } }`],
    ['grows by doubling fragments', `{ ...F0 } ${doubling(30)}`],
    ['asks for the schema many times', `{ ${fields(105, '__schema { types { name } }')} }`],
    ['asks for all types many times', `{ __schema { ${fields(90, ALL_ARGUMENTS)} } }`],
    ['asks for the whole schema four times', `{ ${fields(4, WHOLE_SCHEMA)} } ${SCHEMA_FRAGMENTS}`],
    ['has more than 30 fields of the root', `{ ${fields(31, '__typename')} }`],
    [
      'hides them in fragments',
      `{ ...A ...A } fragment A on Query { ${fields(16, '__typename')} }`,
    ],
    ['has more than 100 aliases', `{ customers { items { ${fields(101, 'id')} } } }`],
    ['has more than 50 fragments', `{ ...F0 } ${doubling(50)}`],
    ['nests fragments without a name', `{ ${'... { '.repeat(1600)} __typename ${'}'.repeat(1601)}`],
    ['nests lists', `{ customers(filter: ${'['.repeat(1600)}${']'.repeat(1600)}) { nextCursor } }`],
    ['nests types', `query ($a: ${'['.repeat(1600)}Int${']'.repeat(1600)}) { __typename }`],
    ['leads through many circular fragments', circular(45)],
  ])('is refused when it %s', async (_case, query) => {
    const started = performance.now();
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    expect(answer.json.data).toBeUndefined();
    expect(answer.text).not.toMatch(/stack|node_modules|INTERNAL/);
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

  function fields(times: number, field: string): string {
    return Array.from({ length: times }, (_, i) => `f${i}: ${field}`).join(' ');
  }

  function circular(times: number): string {
    const spreads = (i: number) =>
      Array.from({ length: 12 }, (_, k) => `...F${(i + k + 1) % times}`).join(' ');
    const fragments = Array.from(
      { length: times },
      (_, i) => `fragment F${i} on Customer { id ${spreads(i)} }`,
    );
    return `{ customers { items { ...F0 } } } ${fragments.join(' ')}`;
  }

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

/** The field of the introspection that tools send, and its fragments. */
function partsOfIntrospection(): [field: string, fragments: string] {
  const [operation = '', ...fragments] = getIntrospectionQuery().split(/(?=fragment )/);
  return [
    operation.slice(operation.indexOf('__schema'), operation.lastIndexOf('}')),
    fragments.join(' '),
  ];
}

describe('what is no question', () => {
  const send = (body: unknown) =>
    call(gateway.url, '/graphql', { method: 'POST', cookie: fixture.cookie, body });

  it.each([
    ['a list of queries', [{ query: '{ __typename }' }, { query: '{ __typename }' }]],
    ['a list of one', [{ query: '{ __typename }' }]],
    ['the hash of a query', { extensions: { persistedQuery: { version: 1, sha256Hash: 'ab' } } }],
    [
      'the hash of a query with the query',
      { query: '{ __typename }', extensions: { persistedQuery: { version: 1, sha256Hash: 'ab' } } },
    ],
    ['a subscription', { query: 'subscription { changes { kind } }' }],
    ['nothing', {}],
    ['a query that is a number', { query: 5 }],
    ['a query that is an object', { query: { __proto__: null } }],
    ['variables that are a list', { query: '{ __typename }', variables: [] }],
    ['variables that are a text', { query: '{ __typename }', variables: 'a' }],
    ['the name of an operation that is a number', { query: '{ __typename }', operationName: 5 }],
    ['extensions that are a text', { query: '{ __typename }', extensions: 'a' }],
    ['null', 'null'],
    ['a text', '"{ __typename }"'],
    ['unfinished', '{"query": "{'],
    ['control characters', { query: '{ \u0000\u0007 }' }],
    ['half a surrogate pair', { query: '{ customers(filter: { search: "\ud800" }) ' }],
  ])('is refused: %s', async (_case, body) => {
    const answer = await call(gateway.url, '/graphql', {
      ...{ method: 'POST', cookie: fixture.cookie, body },
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(answer.json.data).toBeUndefined();
    expect(answer.text).not.toMatch(/stack|node_modules|INTERNAL/);
  });

  it('is refused by GET, even with a body', async () => {
    const body = { query: '{ __typename }' };
    for (const path of ['/graphql', '/graphql?query=%7B__typename%7D']) {
      expect((await call(gateway.url, path, { cookie: fixture.cookie, body })).status).toBe(405);
    }
    expect((await send({ query: '{ __typename }' })).json.data).toEqual({ __typename: 'Query' });
  });
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
      const names = Array.from({ length: 90 }, (_, i) => `c${i}: count { count }`).join(' ');
      const answer = await ask(`{ ${list}(first: 1) { ${names} } }`);
      knex.off('query', record);
      expect(answer.json.data?.[list]?.c89).toEqual({ count: 0 });
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
    const answer = await ask(query, {}, { cookie: 'insuremanager_session=none' });
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
