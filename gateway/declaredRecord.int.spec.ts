import '@insuremanager/deploy/testing/declaredPartners';
import { randomUUID } from 'node:crypto';
import { PERMISSIONS, type Role } from '@insuremanager/contracts/identity/permissions';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInEachRole } from '@insuremanager/deploy/testing/roles';
import type { Call } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi/document.js';
import { REST_ACCESS } from './testing/restAccess.js';

// A record that the product does not have, and of which no face says anything by hand.

/** Half an hour before midnight in Kolkata. */
let now = new Date('2026-04-01T18:00:00Z');
const { fixture, send, ask } = gatewayFixture({ clock: { now: () => now } });
let cookies: Record<Role, string>;
beforeAll(async () => {
  cookies = await signInEachRole(fixture.gateway);
});
const as = (role: Role, more: Call = {}): Call => ({ cookie: cookies[role], ...more });

const FIELDS = 'id version name contact city kind share since createdAt';
const CREATE = `mutation($input: PartnerInput!, $commandId: ID!) {
  createPartner(input: $input, commandId: $commandId) { partner { ${FIELDS} } warnings { code } stale }
}`;
const LIST = `query($filter: PartnerFilter, $sort: PartnerSort, $first: Int, $after: String) {
  partners(filter: $filter, sort: $sort, direction: asc, first: $first, after: $after) {
    items { name } nextCursor count { count exact }
  }
}`;
const ONE = `query($id: Int!) { partner(id: $id) { ${FIELDS} } }`;

const partner = (fields: object = {}) => ({
  ...{ name: 'Asha Clinic', contact: 'Asha Nair', city: 'Kochi', kind: 'clinic' },
  ...{ share: '12.50', since: '2020-01-31', ...fields },
});

/** Of the two that the tests find: by GraphQL, and by REST. */
let clinic: number;
let garage: number;
beforeAll(async () => {
  const made = await ask(CREATE, { input: partner(), commandId: randomUUID() });
  clinic = Number(made.json.data?.createPartner?.partner?.id);
  const body = partner({ name: 'Élan Motors', kind: 'garage', share: 5, city: null });
  garage = Number((await send('POST', '/api/partners', { body })).json.id);
});

describe('a record that is declared and no more', () => {
  it('is added, and a retry answers the same', async () => {
    const commandId = randomUUID();
    const first = await ask(CREATE, { input: partner({ name: 'Third' }), commandId });
    const saved = first.json.data?.createPartner;
    expect(saved).toMatchObject({
      partner: { name: 'Third', kind: 'clinic', share: '12.50', since: '2020-01-31', version: 0 },
      ...{ warnings: [], stale: false },
    });
    const again = await ask(CREATE, { input: partner({ name: 'Third' }), commandId });
    expect(again.json.data?.createPartner).toEqual(saved);

    const id = saved?.partner?.id;
    const headers = { 'If-Match': '"0"' };
    expect((await send('DELETE', `/api/partners/${id}`, { headers })).status).toBe(204);
    expect((await send('GET', `/api/partners/${id}`)).status).toBe(404);
    expect((await ask(ONE, { id })).json.data?.partner).toBeNull();
    const body = {
      query: 'query { auditLog(filter: { kinds: [deletion] }) { items { summary } } }',
    };
    expect((await send('POST', '/graphql', { body })).json).toMatchObject({
      data: { auditLog: { items: [{ summary: 'Deleted a partner' }] } },
    });
  });

  it('is refused where a field is not as it is declared, by its label', async () => {
    const body = partner({ name: ' ', kind: 'school' });
    const { status, json } = await send('POST', '/api/partners', { body });
    expect(status).toBe(400);
    expect(JSON.stringify(json.fields)).toMatch(/"name".*"kind"/);
  });

  it('is answered by REST with where it is and in which version', async () => {
    const { status, headers, json } = await send('GET', `/api/partners/${garage}`);
    expect(status).toBe(200);
    expect(headers.etag).toBe('"0"');
    expect(json).toMatchObject({ id: garage, name: 'Élan Motors', share: '5.00', city: null });
  });

  it.each([
    [{ search: 'elan' }, 'search=elan', ['Élan Motors']],
    [{ kinds: ['clinic'] }, 'kind=clinic', ['Asha Clinic']],
    [{ city: 'KOCHI' }, 'city=KOCHI', ['Asha Clinic']],
    [{ shareFrom: '5.01' }, 'shareFrom=5.01', ['Asha Clinic']],
    [{ cityUnknown: true }, 'cityUnknown=true', ['Élan Motors']],
    [{}, '', ['Asha Clinic', 'Élan Motors']],
  ])('is listed by %j', async (filter, query, names) => {
    const { json } = await ask(LIST, { filter, sort: 'name' });
    expect(json.errors).toBeUndefined();
    expect(json.data?.partners).toEqual({
      items: names.map((name) => ({ name })),
      nextCursor: null,
      count: { count: names.length, exact: true },
    });
    const listed = await send('GET', `/api/partners?${query}&sort=name&direction=asc`);
    expect(listed.json).toMatchObject(names.map((name) => ({ name })));
  });

  it('is listed page by page', async () => {
    const first = (await ask(LIST, { first: 1, sort: 'share' })).json.data?.partners;
    expect(first?.items).toEqual([{ name: 'Élan Motors' }]);
    const more = await ask(LIST, { first: 1, sort: 'share', after: first?.nextCursor });
    expect(more.json.data?.partners).toMatchObject({
      items: [{ name: 'Asha Clinic' }],
      nextCursor: null,
    });
    const { headers } = await send('GET', '/api/partners?limit=1');
    expect(headers.link).toMatch(/^<\/api\/partners\?.*>; rel="next"$/);
  });

  it('is changed as it was seen, told of in words, and shown as of a day', async () => {
    now = new Date('2026-04-01T19:00:00Z');
    const body = { city: 'Thrissur' };
    const put = (version: number) =>
      send('PUT', `/api/partners/${clinic}`, { body, headers: { 'If-Match': `"${version}"` } });
    expect((await put(0)).json).toMatchObject({ city: 'Thrissur', version: 1, warnings: [] });
    expect((await put(0)).status).toBe(412);
    const update = await ask(
      `mutation($id: Int!, $commandId: ID!) {
        updatePartner(id: $id, input: { share: "7" }, expectedVersion: 1, commandId: $commandId) {
          partner { share version }
        }
      }`,
      { id: clinic, commandId: randomUUID() },
    );
    expect(update.json.data?.updatePartner).toEqual({ partner: { share: '7.00', version: 2 } });

    const summaries = ['Partner added', 'City changed', 'Share changed'];
    const history = `query($id: Int!) {
      partnerHistory(id: $id) { summary }
      partnerAsOf(id: $id, day: "2026-04-01") { city share version }
    }`;
    expect((await ask(history, { id: clinic })).json.data).toEqual({
      partnerHistory: summaries.map((summary) => ({ summary })),
      partnerAsOf: { city: 'Kochi', share: '12.50', version: 0 },
    });
    expect((await send('GET', `/api/partners/${clinic}/history`)).json).toMatchObject(
      summaries.map((summary) => ({ summary })),
    );
    expect((await send('GET', `/api/partners/${clinic}?asOf=2026-04-01`)).json).toMatchObject({
      ...{ city: 'Kochi', version: 0 },
    });
  });

  it('is deleted by GraphQL', async () => {
    const body = partner({ name: 'Gone' });
    const id = Number((await send('POST', '/api/partners', { body })).json.id);
    const remove = `mutation($id: Int!, $commandId: ID!) {
      deletePartner(id: $id, commandId: $commandId) { id stale }
    }`;
    const answer = await ask(remove, { id, commandId: randomUUID() });
    expect(answer.json.data?.deletePartner).toEqual({ id, stale: false });
  });

  it('is read and written by those roles alone that may', async () => {
    const statuses = async (role: Role) => {
      const asked = await ask(ONE, { id: garage }, as(role));
      const input = partner({ name: ' ' });
      const made = await ask(CREATE, { input, commandId: randomUUID() }, as(role));
      return [
        (await send('GET', `/api/partners/${garage}`, as(role))).status,
        (await send('POST', '/api/partners', as(role, { body: input }))).status,
        asked.json.errors?.[0]?.extensions?.code ?? asked.json.data?.partner?.id,
        made.json.errors?.[0]?.extensions?.code,
      ];
    };
    expect(await statuses('agent')).toEqual([403, 403, 'FORBIDDEN', 'FORBIDDEN']);
    expect(await statuses('analyst')).toEqual([200, 403, garage, 'FORBIDDEN']);
    expect(await statuses('manager')).toEqual([200, 400, garage, 'BAD_USER_INPUT']);
  });

  it('is masked as its fields say, by both faces and in its file', async () => {
    const masked = { name: 'Élan Motors', contact: '•••' };
    expect((await ask(ONE, { id: garage }, as('analyst'))).json.data?.partner).toMatchObject(
      masked,
    );
    const { json } = await send('GET', `/api/partners/${garage}`, as('analyst'));
    expect(json).toMatchObject(masked);
    const csv = '/api/exports/partners.csv?sort=name&direction=asc&columns=name,contact,kind';
    const lines = async (role: Role) =>
      (await send('GET', csv, as(role))).text.trim().split('\r\n');
    expect((await lines('analyst')).slice(1)).toEqual([
      'Asha Clinic,•••,clinic',
      'Élan Motors,•••,garage',
    ]);
    expect(await lines('manager')).toContain('Élan Motors,Asha Nair,garage');
  });

  it('is in no file of those who may not read it', async () => {
    const permissions = PERMISSIONS as unknown as Record<string, readonly Role[]>;
    const { 'partners.read': readers = [] } = permissions;
    try {
      permissions['partners.read'] = ['admin'];
      for (const [method, body] of [['GET'], ['POST', { ids: [garage] }]] as const) {
        const { status } = await send(method, '/api/exports/partners.csv', as('analyst', { body }));
        expect([method, status]).toEqual([method, 403]);
      }
    } finally {
      permissions['partners.read'] = readers;
    }
    expect(REST_ACCESS['GET /api/exports/partners.csv']).toEqual(['export', 'partners.read']);
  });

  it('is found by the search over everything, by whoever may read it', async () => {
    const found = { id: garage, name: 'Élan Motors', city: null };
    const search = 'query { search(query: "elan") { partners { items { id name city } count } } }';
    for (const [role, items] of [
      ['manager', [found]],
      ['agent', []],
    ] as const) {
      const { json } = await ask(search, {}, as(role));
      expect(json.data?.search).toEqual({ partners: { items, count: items.length } });
      expect((await send('GET', '/api/search?q=elan', as(role))).json).toMatchObject({
        partners: items,
      });
    }
  });

  it('is described by OpenAPI, with its limits', () => {
    const { paths, components } = openApiDocument();
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      path.startsWith('/api/partners')
        ? Object.entries(operations).map(([method, one]) => `${method} ${path} ${one.operationId}`)
        : [],
    );
    expect(described).toEqual([
      'get /api/partners listPartners',
      'post /api/partners createPartner',
      'get /api/partners/{id} getPartner',
      'put /api/partners/{id} updatePartner',
      'delete /api/partners/{id} deletePartner',
      'get /api/partners/{id}/history getPartnerHistory',
    ]);
    expect(components.schemas).toMatchObject({
      PartnerInput: { properties: { name: { maxLength: 100 } }, required: expect.any(Array) },
      PartnerPatch: {},
      Partner: { properties: { kind: { enum: ['garage', 'clinic'] } } },
      SavedPartner: { properties: { warnings: {} } },
    });
  });
});
