import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import type { Answer, Json } from '@insuremanager/deploy/testing/testGateway';
import { describe, expect, it } from 'vitest';

const { gateway, send, ask } = gatewayFixture();

/** The first error of an answer. */
const errorOf = ({ json }: Answer): Json => json.errors?.[0] as Json;

const CREATE = `mutation Create($input: NewCustomerInput!, $commandId: ID!) {
  createCustomer(input: $input, commandId: $commandId) {
    customer { id name phone aadhaarNumber dateOfBirth kycStatus createdAt version }
    warnings { field code message }
    stale
  }
}`;
const UPDATE = `mutation Update($id: Int!, $input: CustomerInput!, $expectedVersion: Int!, $commandId: ID!) {
  updateCustomer(id: $id, input: $input, expectedVersion: $expectedVersion, commandId: $commandId) {
    customer { name city email version }
  }
}`;
const LIST = `query List($filter: CustomerFilter, $sort: CustomerSort, $direction: SortDirection, $first: Int, $after: String) {
  customers(filter: $filter, sort: $sort, direction: $direction, first: $first, after: $after) {
    items { id name }
    nextCursor
    count { count exact }
  }
}`;

const commandId = (): string => randomUUID();
const create = async (input: object): Promise<Json> => {
  const { json } = await ask(CREATE, { input, commandId: commandId() });
  return json.data?.createCustomer?.customer as Json;
};

describe('a change', () => {
  it('answers the customer, its warnings, and that lists show it', async () => {
    const input = {
      name: 'Asha Nair',
      phone: '98765 43210',
      aadhaarNumber: '2341 2341 2346',
      dateOfBirth: '01/02/1990',
    };
    const { json } = await ask(CREATE, { input, commandId: commandId() });
    expect(json.errors).toBeUndefined();
    expect(json.extensions).toBeUndefined();
    expect(json.data?.createCustomer).toMatchObject({
      customer: {
        name: 'Asha Nair',
        phone: '+919876543210',
        aadhaarNumber: 'XXXX XXXX 2346',
        dateOfBirth: '1990-02-01',
        kycStatus: 'pending',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        version: 0,
      },
      warnings: [],
      stale: false,
    });
  });

  it('is carried out once per commandId', async () => {
    const variables = { input: { name: 'Once', phone: '9876511111' }, commandId: 'once' };
    const [first, again] = [await ask(CREATE, variables), await ask(CREATE, variables)];
    expect(again.json).toEqual(first.json);

    const other = await ask(CREATE, { ...variables, input: { name: 'Else', phone: '1' } });
    expect(errorOf(other).extensions).toMatchObject({
      code: 'CONFLICT',
      problem: { code: 'idempotency-key-reused', status: 409 },
    });
  });

  it('leaves absent fields alone and clears null and empty ones', async () => {
    const { id } = await create({
      name: 'Merge',
      phone: '9876522222',
      city: 'Kochi',
      email: 'm@example.in',
    });
    const input = { city: null, email: '' };
    const changed = await ask(UPDATE, { id, input, expectedVersion: 0, commandId: commandId() });
    expect(changed.json.data?.updateCustomer?.customer).toEqual({
      name: 'Merge',
      city: null,
      email: null,
      version: 1,
    });
  });

  it('on a stale version is refused, with the version that is current', async () => {
    const { id } = await create({ name: 'Stale', phone: '9876533333' });
    const change = (city: string) =>
      ask(UPDATE, { id, input: { city }, expectedVersion: 0, commandId: commandId() });
    await change('Kollam');
    const error = errorOf(await change('Kannur'));
    expect(error.extensions).toMatchObject({
      code: 'STALE_VERSION',
      problem: { status: 412, currentVersion: 1, correlationId: expect.any(String) },
    });
    expect(error.message).toBe(error.extensions?.problem?.error);
  });

  it('with wrong fields is refused, naming each', async () => {
    const input = { name: ' ', phone: '9'.repeat(16), email: 'nowhere' };
    const error = errorOf(await ask(CREATE, { input, commandId: commandId() }));
    expect(error.extensions?.code).toBe('BAD_USER_INPUT');
    expect(error.extensions?.problem?.fields).toMatchObject([
      { field: 'name', message: 'Name is required' },
      { field: 'phone' },
      { field: 'email' },
    ]);
  });

  it.each(['', 'x'.repeat(201)])('without a usable commandId is refused: "%s"', async (id) => {
    const input = { name: 'No', phone: '1' };
    const error = errorOf(await ask(CREATE, { input, commandId: id }));
    expect(error.extensions?.problem?.fields).toMatchObject([{ field: 'commandId' }]);
  });

  it('deletes, and then finds nothing', async () => {
    const { id } = await create({ name: 'Gone', phone: '9876544444' });
    const remove = `mutation($id: Int!, $commandId: ID!) {
      deleteCustomer(id: $id, commandId: $commandId) { id stale }
    }`;
    const first = await ask(remove, { id, commandId: commandId() });
    expect(first.json.data?.deleteCustomer).toEqual({ id, stale: false });
    expect((await ask('query($id: Int!) { customer(id: $id) { id } }', { id })).json.data).toEqual({
      customer: null,
    });
    const again = errorOf(await ask(remove, { id, commandId: commandId() }));
    expect(again.extensions).toMatchObject({ code: 'NOT_FOUND', problem: { status: 404 } });
  });
});

describe('a question', () => {
  it('pages through the list and counts what the filter passes', async () => {
    for (const i of [1, 2, 3]) await create({ name: `Paged ${i}`, phone: `987655550${i}` });
    const variables = { filter: { search: 'paged' }, sort: 'name', direction: 'asc', first: 2 };
    const first = (await ask(LIST, variables)).json.data?.customers as Json;
    expect(first).toMatchObject({
      items: [{ name: 'Paged 1' }, { name: 'Paged 2' }],
      count: { count: 3, exact: true },
    });
    const second = await ask(LIST, { ...variables, after: first.nextCursor });
    expect(second.json.data?.customers).toMatchObject({
      items: [{ name: 'Paged 3' }],
      nextCursor: null,
    });
  });

  it('finds history, the past, cities and duplicates', async () => {
    const { id } = await create({ name: 'Story', phone: '9876566666', city: 'Alappuzha' });
    const day = new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10);
    const query = `query($id: Int!, $day: LocalDate!) {
      customerHistory(id: $id) { version type at actor { username } summary changes { label before after } }
      customerAsOf(id: $id, day: $day) { name version }
      customerCities(prefix: "ala")
      customerDuplicates(probe: { phone: "09876566666" }) { id name matches }
      unknown: customerAsOf(id: $id, day: "2020-01-01") { name }
    }`;
    const { json } = await ask(query, { id, day });
    expect(json.errors).toBeUndefined();
    expect(json.data).toMatchObject({
      customerHistory: [{ version: 0, type: 'CustomerRegistered', actor: { username: 'admin' } }],
      customerAsOf: { name: 'Story', version: 0 },
      customerCities: ['Alappuzha'],
      customerDuplicates: [{ id, name: 'Story', matches: ['phone'] }],
      unknown: null,
    });
  });

  it.each([0, -1, 999_999])('for customer %i finds none', async (id) => {
    const query = 'query($id: Int!) { customer(id: $id) { id } }';
    expect((await ask(query, { id })).json).toEqual({ data: { customer: null } });
  });
});

describe('a question that is none', () => {
  it.each([
    ['a syntax error', '{ customers {', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ passwords { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a wrong type', '{ customer(id: "one") { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a day that does not exist',
      '{ customerAsOf(id: 1, day: "2026-02-30") { id } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])('with %s is refused', async (_case, query, code) => {
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    expect(errorOf(answer).extensions).toMatchObject({ code, problem: { status: 400 } });
  });

  it('with a variable of the wrong type is refused', async () => {
    const answer = await ask(LIST, { first: 'many' });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).extensions?.code).toBe('BAD_USER_INPUT');
  });

  it('with a variable of the wrong type is refused, also where it passed with another', async () => {
    const query = 'query ($id: Int!) { customer(id: $id) { id } }';
    for (const id of ['first', 1, 'second']) {
      const answer = await ask(query, { id });
      expect(answer.status).toBe(id === 1 ? 200 : 400);
      if (id === 1) continue;
      expect(errorOf(answer)).toMatchObject({
        message: expect.stringContaining('Variable "$id" got invalid value'),
        extensions: { code: 'BAD_USER_INPUT', problem: { status: 400 } },
      });
    }
  });

  it.each([[{}], [{ query: 12 }], [[{ query: '{ __typename }' }]]])(
    '%j is refused',
    async (body) => {
      const answer = await send('POST', '/graphql', { body });
      expect(answer.status).toBe(400);
      expect(errorOf(answer).extensions?.code).toBe('BAD_REQUEST');
    },
  );
});

describe('read models that lag', () => {
  it('are reported, and stop nobody', async () => {
    await gateway.readModels.stop();
    const variables = { input: { name: 'Late', phone: '9876577777' }, commandId: commandId() };
    const { json } = await ask(CREATE, variables);
    expect(json.data?.createCustomer?.stale).toBe(true);
    expect(json.extensions).toEqual({ stale: true });

    const rest = await send('POST', '/api/customers', {
      body: { name: 'Late Too', phone: '9876588888' },
    });
    expect(rest.status).toBe(201);
    expect(rest.headers['x-read-model-stale']).toBe('1');
  });
});
